import PlanTerminal
import PlanView

/// A progress line for a long reading of the board.
final class ReadingLine {
  private let terminal: Terminal
  private var line: Progress?

  init(on terminal: Terminal) { self.terminal = terminal }

  /// Shows the line, or removes it.
  ///
  /// - Parameter words: The text of the line; nil when the reading has ended.
  func show(_ words: String?) {
    guard let words else {
      line?.finish()
      line = nil
      return
    }
    if let line {
      line.update(SafeText(words))
    } else {
      line = Progress(SafeText(words), on: terminal)
    }
  }
}
