import PlanView

/// Messages in lines of a terminal, broken between words.
///
/// A command in quotes, as `'pmgit sync'`, is a word: in one line it can be copied. What is wider than a line is left
/// to the terminal to break, from where it is copied whole.
package enum MessageText {
  /// Returns the lines of a message, those behind the first one indented.
  ///
  /// - Parameter width: nil for a message that no terminal shows; it is one line.
  package static func lines(of message: String, widthInCells width: Int?) -> [String] {
    guard let width, TextWidth.cells(of: message) > width else { return [message] }
    var lines: [String] = []
    for word in words(of: message) {
      if let last = lines.last, TextWidth.cells(of: last) + 1 + TextWidth.cells(of: word) <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(lines.isEmpty ? word : indent + word)
      }
    }
    return lines
  }

  private static let indent = "  "

  /// Returns what stands between spaces, with commands in quotes whole and the spaces of the beginning kept.
  private static func words(of message: String) -> [String] {
    let start = message.prefix { $0 == " " }
    var words: [String] = []
    var isInCommand = false
    for word in message.dropFirst(start.count).split(
      separator: " ", omittingEmptySubsequences: false)
    {
      if isInCommand {
        words[words.count - 1] += " \(word)"
      } else {
        words.append(String(word))
        isInCommand = word.hasPrefix("'pmgit") || word.hasPrefix("'git")
      }
      if isInCommand, let quote = word.lastIndex(of: "'"),
        quote > word.startIndex, word[quote...].dropFirst().allSatisfy(\.isPunctuation)
      {
        isInCommand = false
      }
    }
    return [start + (words.first ?? "")] + words.dropFirst()
  }
}
