/// A string that is compared, hashed and ordered by its UTF-8 bytes.
///
/// `String` treats canonically equivalent texts as equal: the composed and the decomposed "é" would
/// be one dictionary key. Clones must agree on bytes, so plans use this type.
package struct ExactString: Hashable, Comparable, Sendable {
  /// The text itself, for people.
  package let text: String

  package init(_ text: String) {
    var text = text
    // Comparing a bridged or lazily concatenated string would be slow.
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    // Texts with equal bytes are also equal as `String`, which compares ASCII fast.
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
    // `String`'s hash is not used: canonically equivalent texts share it, so a hostile file could
    // make all of its keys collide.
    var text = text
    text.withUTF8 { bytes in unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
  }
}

extension ExactString: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }
  package var description: String { text }
}
