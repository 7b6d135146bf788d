/// An address that a page may lead to: a text from elsewhere must not run a program or open a file.
struct WebAddress {
  let text: String

  private static let schemes = ["http://", "https://", "mailto:"]

  /// Whether an address begins here; its scheme may be in capitals.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    schemes.contains { scheme in
      bytes.count > scheme.utf8.count
        && zip(bytes, scheme.utf8).allSatisfy { $0 | ($0.isCapital ? 0x20 : 0) == $1 }
    }
  }

  /// - Returns: nil for another scheme, for a space, and for what people can't see.
  init?(_ text: String) {
    guard Self.begins(Array(text.utf8)[...]), SafeText(text).string == text,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace })
    else { return nil }
    self.text = text
  }
}

extension WebAddress {
  private static let schemesInText = ["http://", "https://", "ftp://"]

  /// Returns the address of a page or a file that begins at a place of a text; nil if none does.
  ///
  /// It ends before a space and before marks that no address has (`<`, `>`, `"`, `` ` ``, `\`). What ends a sentence
  /// does not belong to it, nor does a bracket that was opened before it, as in `(see https://example.com)`. Only a
  /// letter of ASCII before it makes another scheme of its scheme.
  static func text(in line: [Unicode.Scalar], at start: Int) -> String? {
    guard "hHfF".unicodeScalars.contains(line[start]), start == 0 || !isASCIILetter(line[start - 1])
    else { return nil }
    return schemesInText.lazy.compactMap { text(beginning: $0, in: line, at: start) }.first
  }

  /// Returns the address that begins with `www.` where GitHub and GitLab make a link of it: at the beginning, or
  /// behind a space, a bracket or a mark of emphasis.
  static func textWithoutScheme(in line: [Unicode.Scalar], at start: Int) -> String? {
    guard line[start] == "w",
      start == 0 || line[start - 1].properties.isWhitespace
        || "*_~(".unicodeScalars.contains(line[start - 1])
    else { return nil }
    return text(beginning: "www.", in: line, at: start)
  }

  /// Returns the address that begins with some small letters, in capitals too, and has a letter or a digit behind them.
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
