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
  /// Returns the address of a page that begins at a place of a text; nil if none does.
  ///
  /// It ends before a space and before marks that no address has (`<`, `>`, `"`, `` ` ``, `\`). What ends a sentence
  /// does not belong to it, nor does a bracket that was opened before it, as in `(see https://example.com)`.
  static func text(in line: [Unicode.Scalar], at start: Int) -> String? {
    guard line[start] == "h" || line[start] == "H", start == 0 || !isWord(line[start - 1]) else {
      return nil
    }
    var address = line[start...].prefix { !$0.properties.isWhitespace && !ends.contains($0) }
    while let last = address.last, isPunctuation(last, behind: address.dropLast()) {
      address.removeLast()
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: address)
    let lowercased = String(text).lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix),
      address.dropFirst(scheme.count).first.map(isWord) ?? false
    else { return nil }
    return String(text)
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
