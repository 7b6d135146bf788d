import PlanView

/// Breaks messages into lines of a terminal, between words.
///
/// A text in quotes, such as `'pmgit sync'`, is not broken, so that a command can be copied from
/// one line. A word wider than a line is not moved to the next line. The terminal breaks it, and it
/// can still be copied as a whole.
package enum MessageText {
  /// Returns the lines of a message. The lines after the first are indented.
  ///
  /// - Parameter width: The width in cells; nil to return one line, if the message is not for a
  ///   terminal.
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

  /// Splits a message at spaces, but not within quotes that are closed. Spaces at the beginning are
  /// kept.
  private static func words(of message: String) -> [String] {
    let start = message.prefix { $0 == " " }
    var rest = message.dropFirst(start.count).split(
      separator: " ", omittingEmptySubsequences: false)[...]
    var words: [String] = []
    while let first = rest.first {
      var end = rest.startIndex
      if first.hasPrefix("'"), !isEnd(first.dropFirst()) {
        end = rest.dropFirst().firstIndex(where: isEnd) ?? end
      }
      words.append(rest[...end].joined(separator: " "))
      rest = rest[(end + 1)...]
    }
    return [start + (words.first ?? "")] + words.dropFirst()
  }

  /// Whether a word ends a text in quotes. Punctuation may follow the quote.
  private static func isEnd(_ word: Substring) -> Bool {
    guard let quote = word.lastIndex(of: "'") else { return false }
    return word[quote...].dropFirst().allSatisfy(\.isPunctuation)
  }
}

extension MessageText {
  /// Returns a pmgit command as the user can type it.
  ///
  /// - Parameter board: The board to name in the command; nil for the default board.
  static func command(_ words: String, naming board: String?) -> String {
    "pmgit " + words + (board.map { " --board \($0)" } ?? "")
  }
}
