/// A string that is compared, hashed and ordered by its UTF-8 bytes.
///
/// `String` treats canonically equivalent texts as equal, so that "é" in its composed and in its
/// decomposed form would be one dictionary key. Two clones must agree on bytes; this type does.
package struct ExactString: Hashable, Comparable, Sendable {
  /// The text itself, for people.
  package let text: String

  package init(_ text: String) {
    var text = text
    // A bridged or lazily concatenated string would make every later byte comparison slower.
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    // Texts with equal bytes are equal as texts, and those of ASCII are compared fast as such.
    guard left.text == right.text else { return false }
    let (left, right) = (left.text.utf8.span, right.text.utf8.span)
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  package static func < (left: ExactString, right: ExactString) -> Bool {
    let (left, right) = (left.text.utf8.span, right.text.utf8.span)
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }

  package func hash(into hasher: inout Hasher) {
    // The hash of `String` is not used: canonically equivalent texts share it, so a hostile file
    // could make all of its keys collide.
    var text = text
    text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }
}

extension ExactString: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }
  package var description: String { text }
}
