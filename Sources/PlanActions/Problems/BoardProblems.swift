import Git
import PlanModel
import PlanStore

/// Problems of boards that are missing or can't be read.
extension Problem {
  static func noRepository(_ path: String) -> Problem {
    Problem(
      code: .noRepository, message: "'\(path)' is not in a git repository",
      hints: ["run 'git init' to make one, or name one with \(pmgit: "-C", "DIR")"])
  }

  /// Returns the problem of a board that does not exist.
  ///
  /// - Parameter others: The boards that exist in the repository.
  static func noBoard(_ board: BoardName, remote: String?, others: [BoardName]) -> Problem {
    let command: Hint =
      board == .main ? "\(pmgit: "init")" : "\(pmgit: "init", "--board", board)"
    var hints = Hint.didYouMean(board.text, among: others.map(\.text))
    let isNear = !hints.isEmpty
    hints.append(
      remote.map { "run \(command) to create it, or to fetch it from '\($0)'" }
        ?? "run \(command) to create it")
    if !isNear, !others.isEmpty { hints.append("see the boards with \(pmgit: "config", "board")") }
    return Problem(code: .noBoard, message: "there is no board '\(board)' here", hints: hints)
  }

  static func noRemoteBoard(_ board: BoardName, _ remote: String) -> Problem {
    Problem(
      code: .noBoard, message: "neither this repository nor '\(remote)' has a board '\(board)'",
      hints: ["\(running: "init") to create it, then \(pmgit: "sync") to share it"])
  }

  /// Returns the problem of a board that did not exist at a past time.
  ///
  /// - Parameter time: The time in the form shown to people.
  static func noBoard(_ board: BoardName, at time: String) -> Problem {
    Problem(
      code: .noBoard, message: "there was no board '\(board)' yet at \(time)",
      hints: ["see when it began with 'git log --reverse pmgit/\(board)'"])
  }

  static func notInHistory(_ commit: ObjectID, of board: BoardName) -> Problem {
    Problem(
      code: .changedMeanwhile,
      message: "commit '\(commit.hex.prefix(7))' is not in the history of board '\(board)'",
      hints: ["look at the board as it is now, then make the change again"])
  }

  package static func badBoardName(_ name: String) -> Problem {
    .usage(
      "'\(name)' is not a name for a board",
      hints: ["use 1 to 63 of a-z, 0-9 and '-', beginning with a letter or a digit"])
  }

  static let noIdentity = Problem(
    code: .noIdentity,
    message: "git does not know who you are, and every change needs an author",
    hints: [
      "run 'git config --global user.name \"Your Name\"' and "
        + "'git config --global user.email you@example.com'"
    ])

  static func badSetting(_ key: String, _ value: String, expected: String) -> Problem {
    Problem(
      code: .badSetting,
      message: "'\(key)' is '\(value)' in git's configuration; it must be \(expected)",
      hints: ["correct it with 'git config \(key) VALUE'"])
  }

  /// Returns the problem of a branch that only points to the board.
  static func elsewhere(_ board: BoardName, at address: String) -> Problem {
    Problem(
      code: .elsewhere, message: "board '\(board)' is kept at '\(address.excerpt)'",
      hints: ["fetch it from there with \(pmgit: "sync")"])
  }

  /// Returns the problem of a home that is not used.
  static func refusedHome(
    of board: BoardName, at address: String, _ reason: HomeRefusal
  ) -> Problem {
    let problem = { (message: String, hint: Hint) in
      Problem(code: .elsewhere, message: message, hints: [hint])
    }
    let place = address.excerpt
    return switch reason {
    case .form:
      problem(
        "'\(place)' can't be the home of a board",
        "write it as https://HOST/PATH, as user@HOST:PATH, or relative to the code, as ../board.git"
      )
    case .notBeside:
      problem(
        "board '\(board)' is kept at '\(place)', on another host or in another folder than the code",
        "if you trust it, \(running: "config", "home", address)")
    case .noBoard:
      problem(
        "'\(place)' is named as the home of board '\(board)', and does not have it",
        "if it was lost there, \(running: "config", "home", address)")
    case .incomplete(let isMovedBack):
      problem(
        "board '\(board)' was moved to '\(place)' without changes that its home here has",
        "to take them along, \(running: "config", "home", isMovedBack ? "none" : address)")
    case .otherFile(let name):
      problem(
        "board '\(board)' has the file '\(name.excerpt)', which is not pmgit's, and '\(place)' has not",
        "remove it with git if nobody needs it there, or add it to that board first")
    case .chain:
      problem(
        "the home of board '\(board)' points on to '\(place)'",
        "if it moved there, run 'pmgit config home ADDRESS' in a clone that has the board")
    case .itself:
      problem(
        "board '\(board)' is shared with '\(place)' without a home",
        "if that is not the repository of the code, \(running: "config", "remote", "none")")
    }
  }

  /// Returns the problem of a board or plan that needs a newer pmgit.
  ///
  /// - Parameter subject: The board or the plan in words: `board 'main'` or `plan 'k7m2q9x4t1ab'`.
  static func formatTooNew(_ subject: String, _ found: Int) -> Problem {
    Problem(
      code: .formatTooNew,
      message: "\(subject) has format \(found); this pmgit reads up to "
        + "\(PlanDocument.supportedFormat)",
      hints: ["install a newer pmgit; nothing was changed"])
  }

  static func unreadableBoard(_ board: BoardName, _ reason: String) -> Problem {
    Problem(
      code: .unreadableBoard,
      message: "the settings of board '\(board)' can't be read: \(reason)",
      hints: [
        "see what happened with 'git log -p pmgit/\(board) -- board.json'",
        "then revert that commit with 'git revert' in a work tree of 'pmgit/\(board)'",
      ])
  }

  static func boardTooLarge(_ board: BoardName, bytes: Int) -> Problem {
    Problem(
      code: .tooLarge,
      message: "the settings of board '\(board)' would be \(bytes) bytes; at most "
        + "\(JSONReader.maximumSize) can be read back",
      hints: ["nothing was written; take fewer accounts, views or rules"])
  }

  /// Returns the problem of settings that were broken in this clone and must not be pushed.
  static func brokenSettings(
    of board: BoardName, _ reason: String, by origin: Commit?
  ) -> Problem {
    var problem = Problem(
      code: .unreadableBoard,
      message: "the settings of board '\(board)' can't be read, and are not sent: \(reason)",
      hints: [
        "restore the previous settings with \(pmgit: "restore", "board"), then "
          + "\(running: "sync") again; or correct 'board.json' and commit it"
      ])
    guard let origin = origin.map({ CommitSummary($0) }) else { return problem }
    let id = origin.id.abbreviated
    problem.detail = ["since commit \(id) by \(origin.by), \(origin.at): \(origin.subject)"]
    problem.hints.insert("see what happened with 'git show \(id)'", at: 0)
    return problem
  }

  static func unsafeHead(_ commit: ObjectID, _ path: String, _ reason: String) -> Problem {
    Problem(
      code: .unsafeHead,
      message: "commit '\(commit.abbreviated())' is refused"
        + (path.isEmpty ? ": \(reason)" : " for '\(path)': \(reason)"),
      hints: [
        "nothing here was changed",
        "see who made it with 'git log \(commit.abbreviated())'",
      ])
  }

  static let shallow = Problem(
    code: .shallow, message: "this clone is shallow, and the board's history ends too early",
    hints: ["run 'git fetch --unshallow'"])

  /// Returns the problem of a partial clone that lacks files of the board.
  ///
  /// - Parameter path: The missing path; empty for the top folder of the board.
  static func partialClone(lacking path: String) -> Problem {
    let missing = path.isEmpty ? "the files" : "'\(path)'"
    return Problem(
      code: .partialClone,
      message: "this clone was made with a filter, and lacks \(missing) of the board",
      hints: ["\(running: "sync") to fetch what the board needs"])
  }
}
