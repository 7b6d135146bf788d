/// Data as plain text in Markdown.
package enum MarkdownText {
  /// Returns a text that CommonMark and GitHub show as it is, in a heading or in an item of a list.
  ///
  /// Every mark that could begin a link, emphasis, code, HTML or a list of its own gets a backslash; a
  /// control character is made visible as in a terminal.
  package static func escaped(_ data: some StringProtocol) -> String {
    var text = ""
    var isAtStart = true
    for character in SafeText(data).string {
      if marks.contains(character) || isAtStart && marksAtStart.contains(character) {
        text.append("\\")
      }
      text.append(character)
      // A number with a dot behind it begins a list.
      isAtStart = isAtStart && (character.isWhitespace || character.isNumber)
    }
    return text
  }

  private static let marks: Set<Character> = [
    "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "#", "$",
  ]
  private static let marksAtStart: Set<Character> = ["-", "+", "=", ".", ")"]
}
