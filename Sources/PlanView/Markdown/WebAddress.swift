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

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
