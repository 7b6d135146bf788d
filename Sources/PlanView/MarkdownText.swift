/// Data as plain text in Markdown.
package enum MarkdownText {
  /// Returns a text that CommonMark and GitHub show as it is, in a heading or in an item of a list.
  ///
  /// Every mark that could begin a link, emphasis, code, HTML or a list of its own gets a backslash; a
  /// control character is made visible as in a terminal.
  package static func escaped(_ data: some StringProtocol) -> String {
    var text = ""
    var isAtStart = true
    // One by one: a mark with an accent on it is another character, and yet a mark.
    for scalar in SafeText(data).string.unicodeScalars {
      if marks.contains(scalar) || isAtStart && marksAtStart.contains(scalar) {
        text.append("\\")
      }
      text.unicodeScalars.append(scalar)
      // A number with a dot behind it begins a list.
      let isNumber = scalar.properties.numericType != nil
      isAtStart = isAtStart && (scalar.properties.isWhitespace || isNumber)
    }
    return text
  }

  private static let marks: Set<Unicode.Scalar> = [
    "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "#", "$",
  ]
  private static let marksAtStart: Set<Unicode.Scalar> = ["-", "+", "=", ".", ")"]
}
