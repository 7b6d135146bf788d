/// Text in HTML, SVG and other XML.
package enum MarkupText {
  /// Escapes text for the content of an element or for a quoted attribute.
  ///
  /// Control characters are made visible as in a terminal, because XML 1.0 forbids most of them.
  /// U+FFFE and U+FFFF are replaced because XML forbids them too.
  package static func escaped(_ data: some StringProtocol) -> String {
    entities(SafeText(data).string)
  }

  /// Escapes only what has a meaning in markup, for a text of several lines without other control
  /// characters.
  package static func entities(_ data: String) -> String {
    var text = ""
    for scalar in data.unicodeScalars {
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
}
