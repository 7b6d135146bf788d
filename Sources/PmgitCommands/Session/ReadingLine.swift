import PlanTerminal
import PlanView

/// The line that tells how far a long reading of the board is.
final class ReadingLine {
  private let terminal: Terminal
  private var line: Progress?

  init(on terminal: Terminal) { self.terminal = terminal }

  /// - Parameter words: nil when it is over.
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
