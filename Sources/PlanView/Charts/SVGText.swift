/// Text and numbers in an SVG file.
enum SVGText {
  /// Returns data as the text of an element or of an attribute in quotes.
  ///
  /// Control characters are made visible as in a terminal: XML 1.0 forbids most of them. So it does two
  /// code points that are no characters.
  static func escaped(_ data: some StringProtocol) -> String {
    var text = ""
    for scalar in SafeText(data).string.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": text.unicodeScalars.append("\u{FFFD}")
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns a length in pixels.
  static func length(_ value: Double) -> String { DecimalText.text(value, decimals: 1) }
}
