/// A string that is compared, hashed and ordered by its UTF-8 bytes.
///
/// `String` treats canonically equivalent texts as equal: the composed and the decomposed "é" would
/// be one dictionary key. Clones must agree on bytes, so plans use this type.
package struct ExactString: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) {
    var text = text
    // Comparing a bridged or lazily concatenated string would be slow.
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    // Texts with equal bytes are also equal as `String`, and that comparison is fast for ASCII.
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

extension String {
  /// Whether two texts have the same bytes.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

// MARK: - Lines of a text

/// Texts with several lines as plans store them: one string per line, without line feeds.
package enum Lines {
  /// Splits a text at line feeds; an empty text has no lines.
  ///
  /// Splitting by `Character` would fail, because a carriage return with a line feed is one
  /// character.
  package static func split(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Splits a text that came from an option, a pipe, an editor, the web page or an import.
  ///
  /// It drops byte order marks at the beginning, which some editors write, and carriage returns at
  /// the ends of lines.
  package static func entered(_ text: String) -> [String] {
    let text = String(text.unicodeScalars.drop { $0 == byteOrderMark })
    return split(text).map { line in
      let returns = line.utf8.reversed().prefix { $0 == 0x0D }.count
      return returns == 0 ? line : String(Substring(line.utf8.dropLast(returns)))
    }
  }

  static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  package static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
