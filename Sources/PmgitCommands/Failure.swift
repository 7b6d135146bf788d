import ArgumentParser
import Git
import PlanModel
import PlanStore
import PlanView

/// A failure as a person and a script meet it: what failed, what to do next, and the exit code.
///
/// In git's words: lowercase, the subject in single quotes, no full stop.
struct Failure: Error {
  /// Stable, for programs: `no-board`, `unknown-plan`.
  var code: String
  var message: String
  /// Each a sentence whose command works as typed.
  var hints: [String] = []
  var exit: ExitStatus = .failed
  /// Lines that show where, such as a query with a caret below its bad word.
  var detail: [String] = []
}

/// The exit codes that pmgit promises; those beyond 1 are from `sysexits.h`.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case usage = 64
  case bug = 70
  /// Contention or the network: the same command may work later.
  case tryAgain = 75
  case interrupted = 130
}

/// The exit code of a command that did its work and has said all there is to say: what it found is
/// the reason for the code, not a failure of its own.
struct Verdict: Error {
  let exit: ExitStatus
}

extension Failure {
  /// The most lines of detail that a person is shown.
  private static let mostDetail = 20

  /// The failure in words, safe for a terminal.
  var text: String { text(as: "pmgit: ") }

  func text(as lead: String) -> String {
    var lines = [lead + SafeText(message).string]
    lines += detail.prefix(Self.mostDetail).map { "  \(SafeText($0).string)" }
    if detail.count > Self.mostDetail {
      lines.append("  and \(detail.count - Self.mostDetail) more; '--json' lists them all")
    }
    lines += hints.map { "hint: \(SafeText($0).string)" }
    return lines.map { $0 + "\n" }.joined()
  }

  static func usage(_ message: String, hints: [String] = []) -> Failure {
    Failure(code: "usage", message: message, hints: hints, exit: .usage)
  }

  /// The failure that any error amounts to.
  ///
  /// An error that nothing below explains is a bug in pmgit, and says so.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error)
    case let error as GitProgramError: self.init(error)
    case let error as QueryError: self.init(query: error)
    case let error as DueDateError: self = .usage(error.message, hints: [error.hint])
    case let error as InvalidValue:
      self = .usage("\(error.field) '\(error.value)' \(error.reason)", hints: [error.hint])
    case let error as ImportError:
      self.init(
        code: "bad-import",
        message: "the import has \(CountText.words(error.problems.count, "error"))",
        hints: ["nothing was imported; mend them and import again"],
        detail: error.problems.map { "line \($0.line): \($0.reason)" })
      if error.problems.count == 1 {
        (message, detail) = (detail[0], [])
        hints = ["nothing was imported; mend that line and import again"]
      }
    default:
      self.init(
        code: "bug", message: "unexpected error: \(error)",
        hints: ["this is a bug in pmgit; please report it with the command that you ran"],
        exit: .bug)
    }
  }

  private init(query error: QueryError) {
    self = .usage(error.message, hints: error.hints)
    code = "bad-query"
  }
}
