import PlanModel
import PlanView

/// What bash says of a command line, and the words as it takes them.
///
/// bash splits words at `:` and `=` and shows no meanings. So it is given the part of a word behind the
/// last such place, written as a person would type it; and where several remain, each with its
/// meaning behind it: what they begin with alike, which is all that bash inserts then, is shorter than
/// any of the words.
struct BashLine {
  let line: ShellQuotes.Line
  /// The part of the word that bash puts its choice in place of.
  private let replaced: String
  /// Whether bash inserts one of several words, as for `menu-complete`.
  private let insertsAny: Bool
  private let width: Int

  /// - Parameter arguments: `COMP_TYPE`, `COLUMNS`, the replaced part, the line up to the cursor.
  init?(_ arguments: ArraySlice<String>) {
    let given = Array(arguments)
    guard given.count == 4 else { return nil }
    // The codes of '%' and '*'.
    insertsAny = ["37", "42"].contains(given[0])
    width = Int(given[1]) ?? 80
    line = ShellQuotes.split(given[3])
    // Behind an open quote bash leaves the quote out, and spaces are a part of the word.
    let quote = line.open.map { String($0.rawValue) } ?? ""
    replaced = ShellQuotes.unquoted((given[2].hasPrefix(quote) ? "" : quote) + given[2])
  }

  /// - Parameter words: At least one.
  func lines(_ words: [Completion]) -> [String] {
    let kept = line.current.hasSuffix(replaced) ? line.current.count - replaced.count : 0
    let prefix = line.current.prefix(kept).lowercased()
    let written = words.compactMap { word -> (text: String, word: Completion)? in
      guard word.text.lowercased().hasPrefix(prefix) else { return nil }
      let rest = String(word.text.dropFirst(kept))
      return ShellQuotes.quoted(rest, behind: line.open).map { ($0, word) }
    }
    guard written.count > 1, !insertsAny else {
      let goesOn = written.count == 1 && words[0].goesOn
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

  /// Returns a word that differs from the first letter on, if bash would put what the others begin with
  /// in place of a typed text that does not begin so: a part of titles, in place of which ids come.
  private func separator(_ written: [String]) -> [String] {
    let typed = replaced.lowercased()
    let isReplacing = written.contains { !$0.lowercased().hasPrefix(typed) }
    let first = Set(written.map { $0.prefix(1) })
    return isReplacing && first.count == 1 ? [" "] : []
  }
}
