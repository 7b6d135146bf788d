import PlanModel
import PlanView

/// Whether a word can be offered to a shell.
///
/// A terminal must show it unchanged, and no command must take it for an option.
func isOffered(_ word: String) -> Bool {
  !word.isEmpty && word.first != "-" && SafeText(word).string == word
}

extension Completion {
  /// Returns the description in one line of at most `cells` cells, safe for a terminal.
  func shownMeaning(cells: Int) -> String {
    let text = SafeText(about).string
    guard TextWidth.cells(of: text) > cells else { return text }
    var (shown, width) = ("", 0)
    for character in text {
      width += TextWidth.cells(of: character)
      if width >= cells { break }
      shown.append(character)
    }
    return shown + "…"
  }
}
