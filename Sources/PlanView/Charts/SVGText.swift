/// Text and numbers in an SVG file.
enum SVGText {
  /// Escapes text for the content of an element or for a quoted attribute.
  ///
  /// Control characters are made visible as in a terminal, because XML 1.0 forbids most of them.
  /// U+FFFE and U+FFFF are replaced because XML forbids them too.
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

  /// Formats a length in pixels.
  static func length(_ value: Double) -> String { DecimalText.text(value, decimals: 1) }
}
