import PlanActions
import PlanTerminal
import PlanView

/// The stable exit codes of pmgit. 64, 70 and 75 are from `sysexits.h`; 130 is what shells report
/// after Ctrl-C.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case usage = 64
  case bug = 70
  /// Contention or the network: the same command may work later.
  case tryAgain = 75
  case interrupted = 130
}

/// Ends a command with an exit code that its printed findings explain. The command did its work, so
/// no other problem is reported.
struct Verdict: Error {
  let exit: ExitStatus
}

extension Problem {
  var exit: ExitStatus {
    switch kind {
    case .failed: .failed
    case .usage: .usage
    case .tryAgain: .tryAgain
    case .interrupted: .interrupted
    case .bug: .bug
    }
  }

  /// The largest number of detail lines that are shown.
  private static let mostDetail = 20

  /// Returns the problem in words, safe for a terminal.
  ///
  /// - Parameters:
  ///   - board: The board to name in the commands of hints; nil for the default board.
  ///   - width: The width of the terminal; nil if the text is not shown on a terminal.
  func text(
    as lead: String = "pmgit: ", naming board: String? = nil, widthInCells width: Int? = nil
  ) -> String {
    var lines = MessageText.lines(of: lead + SafeText(message).string, widthInCells: width)
    // Carets are below a word of the line before them.
    lines += detail.prefix(Self.mostDetail).map { "  \(SafeText($0).string)" }
    if detail.count > Self.mostDetail {
      lines.append("  and \(detail.count - Self.mostDetail) more; '--json' lists them all")
    }
    lines += hints.flatMap {
      MessageText.lines(of: "hint: \(SafeText($0.text(naming: board)).string)", widthInCells: width)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
