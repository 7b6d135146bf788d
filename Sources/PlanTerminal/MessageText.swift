import PlanView

/// Messages in lines of a terminal, broken between words.
///
/// What stands in quotes, as `'pmgit sync'`, is a word: in one line a command can be copied. A word that is wider
/// than a line stays where it is, and the terminal breaks it; from there it is copied whole.
package enum MessageText {
  /// Returns the lines of a message, those behind the first one indented.
  ///
  /// - Parameter width: nil for a message that no terminal shows; it is one line.
  package static func lines(of message: String, widthInCells width: Int?) -> [String] {
    guard let width, TextWidth.cells(of: message) > width else { return [message] }
    var lines: [String] = []
    for word in words(of: message) {
      let cells = TextWidth.cells(of: word)
      let fitsNowhere = indent.utf8.count + cells > width
      if let last = lines.last, fitsNowhere || TextWidth.cells(of: last) + 1 + cells <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(lines.isEmpty ? word : indent + word)
      }
    }
    return lines
  }

  private static let indent = "  "

  /// Returns what stands between spaces, with what is in quotes whole and the spaces of the beginning kept.
  private static func words(of message: String) -> [String] {
    let start = message.prefix { $0 == " " }
    var words: [String] = []
    var isInQuotes = false
    for word in message.dropFirst(start.count).split(
      separator: " ", omittingEmptySubsequences: false)
    {
      if isInQuotes {
        words[words.count - 1] += " \(word)"
      } else {
        words.append(String(word))
        isInQuotes = word.hasPrefix("'")
      }
      if isInQuotes, let quote = word.lastIndex(of: "'"),
        quote > word.startIndex, word[quote...].dropFirst().allSatisfy(\.isPunctuation)
      {
        isInQuotes = false
      }
    }
    return [start + (words.first ?? "")] + words.dropFirst()
  }
}
