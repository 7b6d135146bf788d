import PlanModel
import PlanView

/// A command line as bash reports it, and the words in the form that bash expects.
///
/// bash splits words at `:` and `=`, so it gets only the part of a word after the last of these.
/// The words are quoted as a person would type them.
///
/// bash can't show descriptions. So if there are several words, a description is appended to each.
/// bash then inserts only the common beginning of the words, which does not reach the descriptions.
struct BashLine {
  let line: ShellQuotes.Line
  /// The part of the word at the cursor that bash replaces, without quotes.
  private let replaced: String
  /// Whether bash inserts one of several words, as `menu-complete` does.
  private let insertsAny: Bool
  private let width: Int

  /// Parses the arguments; nil if their number is wrong.
  ///
  /// - Parameter arguments: `COMP_TYPE`, `COLUMNS`, the replaced part, the line up to the cursor.
  init?(_ arguments: ArraySlice<String>) {
    let given = Array(arguments)
    guard given.count == 4 else { return nil }
    // The codes of '%' and '*'.
    insertsAny = ["37", "42"].contains(given[0])
    width = Int(given[1]) ?? 80
    line = ShellQuotes.split(given[3])
    // After an open quote bash omits the quote, and spaces belong to the word.
    let quote = line.open.map { String($0.rawValue) } ?? ""
    replaced = ShellQuotes.unquoted((given[2].hasPrefix(quote) ? "" : quote) + given[2])
  }

  /// Returns the lines for bash.
  ///
  /// - Parameter words: At least one word.
  func lines(_ words: [Completion]) -> [String] {
    let kept = line.current.hasSuffix(replaced) ? line.current.count - replaced.count : 0
    let prefix = line.current.prefix(kept).lowercased()
    let written = words.compactMap { word -> (text: String, word: Completion)? in
      guard word.text.lowercased().hasPrefix(prefix) else { return nil }
      let rest = String(word.text.dropFirst(kept))
      return ShellQuotes.quoted(rest, behind: line.open).map { ($0, word) }
    }
    guard written.count > 1, !insertsAny else {
      let goesOn = written.count == 1 && written[0].word.goesOn
      return [goesOn ? "open" : "words"] + written.map(\.text)
    }
    let widest = min(written.map { TextWidth.cells(of: $0.text) }.max() ?? 0, width / 2)
    return ["words"]
      + written.map { text, word in
        let room = width - widest - 3
        let meaning = room < 10 ? "" : word.shownMeaning(cells: min(room, 60))
        guard !meaning.isEmpty else { return text }
        let padding = max(0, widest - TextWidth.cells(of: text))
        return text + String(repeating: " ", count: padding + 2) + meaning
      } + separator(written.map(\.text))
  }

  /// Returns an extra word with a different first letter; empty if it is not needed.
  ///
  /// Without it, bash would replace a typed part of a title by the common beginning of the ids.
  private func separator(_ written: [String]) -> [String] {
    let typed = replaced.lowercased()
    let isReplacing = written.contains { !$0.lowercased().hasPrefix(typed) }
    let first = Set(written.map { $0.prefix(1) })
    return isReplacing && first.count == 1 ? [" "] : []
  }
}
