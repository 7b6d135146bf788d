import Git
import PlanModel
import PlanStore
import PlanView

/// Problems of missing remotes, of remotes that refuse the board, and of concurrent writers.
extension Problem {
  static func noRemote(_ configured: String?, of candidates: [String]) -> Problem {
    let names = candidates.map { "'\($0)'" }.joined(separator: ", ")
    let isAlone = candidates.isEmpty
    return Problem(
      code: .noRemote,
      message: configured.map { "there is no remote '\($0)' here" }
        ?? (isAlone
          ? "this repository has no remote to share the board with"
          : "there are several remotes, and none is called 'origin'"),
      hints: [
        isAlone
          ? "add one with 'git remote add origin URL'"
          : "choose one of \(names) with \(pmgit: "config", "remote", "NAME")"
      ])
  }

  static func refused(
    by remote: String, _ reason: RefusalReason, _ messages: RemoteMessages
  ) -> Problem {
    if let report = GuardReport(lines: messages.lines) {
      return Problem(
        code: .refused, message: "the guard of '\(remote)' refused the board",
        hints: few(report.hints).map { Hint($0) }
          + ["your changes are safe here; when that is done, \(running: "sync") again"],
        detail: report.findings + (messages.omitted > 0 ? [more(messages.omitted)] : []))
    }
    return switch reason {
    case .branchInTheWay:
      refused(
        by: remote, "another branch of that name is in the way", messages,
        advice: "rename or delete it there; see 'git ls-remote --heads \(remote)'")
    case .declined(let reason):
      refused(
        by: remote, reason, messages,
        advice:
          "your changes are safe here; ask the administrator of '\(remote)' to allow "
          + "pushes to 'pmgit/*'")
    }
  }

  private static func refused(
    by remote: String, _ reason: String, _ messages: RemoteMessages, advice: Hint
  ) -> Problem {
    let lines = few(messages.lines, omitted: messages.omitted)
    return Problem(
      code: .refused, message: "'\(remote)' refused the board: \(reason)",
      hints: lines.map { "\(remote) says: \($0)" } + [advice])
  }

  /// Returns the first ten and the last ten lines, with the number of omitted lines between them.
  ///
  /// Each line is cut to 500 characters.
  ///
  /// - Parameter omitted: The number of lines that were already omitted in the middle.
  private static func few(_ lines: [String], omitted: Int = 0) -> [String] {
    let half = 10
    let shown = lines.map { $0.count > 500 ? "\($0.prefix(500))…" : $0 }
    let count = max(0, lines.count - 2 * half) + omitted
    guard count > 0 else { return shown }
    return shown.prefix(half) + [more(count)] + shown.dropFirst(half).suffix(half)
  }

  private static func more(_ count: Int) -> String { "(\(CountWords.words(count, "more line")))" }

  static func behind(_ remote: String, _ board: BoardName) -> Problem {
    Problem(
      code: .behind, message: "'\(remote)' has changes of board '\(board)' that are not here",
      hints: ["\(running: "sync") to bring both together"])
  }

  static func contention(_ board: BoardName, for time: Duration) -> Problem {
    Problem(
      code: .contention,
      message: "others were faster to change board '\(board)' each time, for \(seconds(time))",
      hints: ["run the same command again"], kind: .tryAgain)
  }

  static func contention(_ board: BoardName, with remote: String, for time: Duration) -> Problem {
    Problem(
      code: .contention,
      message: "others were faster to share board '\(board)' with '\(remote)' each time, for "
        + seconds(time),
      hints: [
        "your changes are safe here; run the same command again, or let it try for longer with "
          + "'git config pmgit.timeout SECONDS'"
      ], kind: .tryAgain)
  }

  private static func seconds(_ time: Duration) -> String {
    CountWords.words(Int(time.components.seconds), "second")
  }

  static func locked(_ remote: String, by lock: String) -> Problem {
    Problem(
      code: .locked, message: "'\(remote)' keeps the board's branch locked by '\(lock)'",
      hints: [
        "your changes are safe here; run the same command again",
        "if no git is running there, ask the administrator of '\(remote)' to remove that file",
      ], kind: .tryAgain)
  }

  static func busy(_ lock: String) -> Problem {
    Problem(
      code: .busy, message: "another pmgit is writing and holds '\(lock)'",
      hints: ["wait for it, or look for it with \(run: "fuser", lock)"], kind: .tryAgain)
  }

  /// Returns the problem of a lock file that may be in use, so that it was not removed.
  ///
  /// - Parameter program: The program that uses the lock; nil if it can't be determined.
  static func lockInUse(_ path: String, by program: String?) -> Problem {
    guard let program else {
      return Problem(
        code: .busy,
        message: "'\(path)' was not removed: it is unknown whether a program uses it",
        hints: [
          "if no git is running on any machine that uses this folder, remove it with "
            + "\(run: "rm", path)"
        ], kind: .tryAgain)
    }
    return Problem(
      code: .busy, message: "'\(path)' was not removed: \(program) is at work in this repository",
      hints: ["wait for it to end, then run the same command again"], kind: .tryAgain)
  }

  /// Returns the problem of a symbolic link in pmgit's own folder; pmgit never writes through one.
  package static func symbolicLink(_ path: String) -> Problem {
    Problem(
      code: .symbolicLink,
      message: "'\(path)' is a symbolic link, which pmgit does not follow there",
      hints: ["remove the link with \(run: "rm", path)"])
  }
}
