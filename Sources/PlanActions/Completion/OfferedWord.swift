import PlanModel
import PlanView

/// Returns whether a shell may be offered a word: a terminal shows it as it is, and no command takes it
/// for an option.
func isOffered(_ word: String) -> Bool {
  !word.isEmpty && word.first != "-" && SafeText(word).string == word
}

extension Completion {
  /// The meaning as one line of at most so many cells, safe for a terminal.
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
