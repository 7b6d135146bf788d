/// An address that a page may link to. Only some schemes are allowed, so that a link in a text from
/// elsewhere can't run a program or open a file.
struct WebAddress {
  let text: String

  private static let schemes = ["http://", "https://", "mailto:"]

  /// Whether the bytes begin with an allowed scheme, ignoring upper and lower case, and continue
  /// after it.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    schemes.contains { scheme in
      bytes.count > scheme.utf8.count
        && zip(bytes, scheme.utf8).allSatisfy { $0 | ($0.isCapital ? 0x20 : 0) == $1 }
    }
  }

  /// Checks a text as the target of a link.
  ///
  /// - Returns: nil if the scheme is not allowed, or if there is white space or an invisible
  ///   character.
  init?(_ text: String) {
    guard Self.begins(Array(text.utf8)[...]), SafeText(text).string == text,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace })
    else { return nil }
    self.text = text
  }
}

extension WebAddress {
  private static let schemesInText = ["http://", "https://", "ftp://"]

  /// Returns the web address that begins at a position in a text; nil if there is none.
  ///
  /// It ends before white space and before `<`, `>`, `"`, `` ` `` and `\`. Punctuation at its end
  /// is left out, and so is a closing bracket whose opening bracket is before the address, as in
  /// `(see https://example.com)`. There is no address if an ASCII letter stands before it, because
  /// the scheme is a different one then.
  static func text(in line: [Unicode.Scalar], at start: Int) -> String? {
    guard "hHfF".unicodeScalars.contains(line[start]), start == 0 || !isASCIILetter(line[start - 1])
    else { return nil }
    return schemesInText.lazy.compactMap { text(beginning: $0, in: line, at: start) }.first
  }

  /// Returns the address that begins with `www.` at a position, if GitHub and GitLab would make it
  /// a link; otherwise nil. It must be at the beginning of the text, or after white space, `(`,
  /// `*`, `_` or `~`.
  static func textWithoutScheme(in line: [Unicode.Scalar], at start: Int) -> String? {
    guard line[start] == "w",
      start == 0 || line[start - 1].properties.isWhitespace
        || "*_~(".unicodeScalars.contains(line[start - 1])
    else { return nil }
    return text(beginning: "www.", in: line, at: start)
  }

  /// Returns the address at a position that begins with `lead`, ignoring upper and lower case, and
  /// then a letter or a digit; nil if there is none.
  private static func text(
    beginning lead: String, in line: [Unicode.Scalar], at start: Int
  ) -> String? {
    let first = line[start...].prefix(lead.utf8.count)
    guard String(String.UnicodeScalarView(first)).lowercased() == lead,
      start + lead.utf8.count < line.count, isWord(line[start + lead.utf8.count])
    else { return nil }
    var address = line[start...].prefix { !$0.properties.isWhitespace && !ends.contains($0) }
    while let last = address.last, isPunctuation(last, behind: address.dropLast()) {
      address.removeLast()
    }
    return address.count > lead.utf8.count ? String(String.UnicodeScalarView(address)) : nil
  }

  private static func isASCIILetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  private static let ends: Set<Unicode.Scalar> = ["<", ">", "\"", "`", "\\"]
  private static let sentenceEnds: Set<Unicode.Scalar> = [
    "?", "!", ".", ",", ":", ";", "*", "_", "~", "'",
  ]
  private static let brackets: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "[", "}": "{"]

  private static func isPunctuation(
    _ last: Unicode.Scalar, behind rest: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let opening = brackets[last] else { return sentenceEnds.contains(last) }
    return rest.count { $0 == opening } <= rest.count { $0 == last }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
