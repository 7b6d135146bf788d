/// Escapes text for iCalendar (RFC 5545).
package enum CalendarText {
  /// Returns a text with escapes, on one line. Control characters other than line breaks and tabs
  /// are left out.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",": escaped += ["\\", scalar]
      // Some readers treat Unicode's line and paragraph separators as line breaks too.
      case "\n", "\u{2028}", "\u{2029}": escaped += ["\\", "n"]
      case "\t": escaped.append(scalar)
      case _ where scalar.properties.generalCategory == .control: break
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
