/// Text in HTML, SVG and other XML.
extension StringProtocol {
  /// The text with escapes for the content of an element or for a quoted attribute.
  ///
  /// Control characters are made visible as in a terminal, because XML 1.0 forbids most of them.
  /// U+FFFE and U+FFFF are replaced because XML forbids them too.
  package var markup: String { SafeText(self).string.markupEntities }

  /// The text with escapes only for what has a meaning in markup. It is for a text of several lines
  /// without other control characters.
  package var markupEntities: String {
    var text = ""
    for scalar in unicodeScalars {
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
