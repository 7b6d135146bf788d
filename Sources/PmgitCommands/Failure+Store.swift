import Git
import PlanModel
import PlanStore
import PlanView

extension Failure {
  /// Words every way in which a board can refuse.
  init(_ error: StoreError) {
    switch error {
    case .git(let error): self.init(error)
    case .program(let error): self.init(error)
    case .remote(let remote, let error):
      self.init(error)
      if case .failed(_, _, let text, let kind?) = error {
        explain(kind, of: remote)
        if kind == .locked, let lock = Self.lockFile(in: text) { explainLock(lock) }
      }
    case .noRepository(let path):
      self.init(
        code: "no-repository", message: "'\(path)' is not in a git repository",
        hints: ["run 'git init' to make one, or name one with 'pmgit -C DIR'"])
    case .noBoard(let board, let remote):
      var hints = ["run 'pmgit init' to create it"]
      if let remote {
        hints = ["run 'pmgit init' to create it, or to take up the one that '\(remote)' has"]
      }
      if board != .main { hints[0] += " (with '--board \(board)')" }
      self.init(code: "no-board", message: "there is no board '\(board)' here", hints: hints)
    case .formatTooNew(let board, let found):
      self.init(
        code: "format-too-new",
        message: "board '\(board)' has format \(found); this pmgit reads up to "
          + "\(PlanDocument.supportedFormat)",
        hints: ["install a newer pmgit; nothing was changed"])
    case .planFormatTooNew(let id, let found):
      self.init(
        code: "format-too-new",
        message: "plan '\(id)' has format \(found); this pmgit reads up to "
          + "\(PlanDocument.supportedFormat)",
        hints: ["install a newer pmgit; nothing was changed"])
    case .unreadableBoard(let board, let reason):
      self.init(
        code: "unreadable-board",
        message: "the settings of board '\(board)' can't be read: \(reason)",
        hints: [
          "see what happened with 'git log -p pmgit/\(board) -- board.json'",
          "then take that commit back with 'git revert' in a work tree of 'pmgit/\(board)'",
        ])
    case .brokenSettings(let board, let reason, let origin):
      self.init(brokenSettings: reason, of: board, by: origin)
    case .unreadablePlan(let id, let reason):
      self.init(
        code: "unreadable-plan", message: "plan '\(id)' can't be read: \(reason)",
        hints: [
          "see its history with 'git log -p --all -- :/\(id.path)'",
          "take its last readable version with 'pmgit restore \(id)'",
        ])
    case .planTooLarge(let id, let bytes):
      self.init(
        code: "plan-too-large",
        message: "plan '\(id)' would be \(bytes) bytes; at most \(JSONReader.maximumSize) can be "
          + "read back",
        hints: ["move long texts into files of the project and name them in the plan"])
    case .unknownPlan(let typed):
      self.init(
        code: "unknown-plan", message: "no plan's id begins with '\(typed.excerpt)'",
        hints: ["see the ids with 'pmgit list'"])
    case .misplacedPlan(let id, let path):
      self.init(
        code: "misplaced-plan",
        message: "the file of plan '\(id)' was renamed to '\(path)'",
        hints: ["put it back in its place with 'pmgit restore \(id)'"])
    case .nothingToRestore(let id):
      self.init(
        code: "nothing-to-restore",
        message: "no version of plan '\(id)' in the board's history can be read",
        hints: ["see who wrote it with 'git log --all -- :/\(id.path)'"])
    case .ambiguousPlan(let typed, let candidates, let count):
      self.init(
        code: "ambiguous-plan", message: "several plans' ids begin with '\(typed.excerpt)'",
        hints: candidates.map { "\($0.id)  \($0.title)" })
      if count > candidates.count { hints.append("and \(count - candidates.count) more") }
    case .ambiguousAlias(let alias, let candidates, let count):
      self.init(
        code: "ambiguous-plan", message: "several plans have the alias '\(alias.excerpt)'",
        hints: candidates.map { "\($0.id)  \($0.title)" })
      if count > candidates.count { hints.append("and \(count - candidates.count) more") }
    case .planExists(let id):
      self.init(
        code: "plan-exists", message: "there is a plan '\(id)' already",
        hints: ["run the command again"])
    case .columnRule(let violation): self.init(violation)
    case .notAnID(let typed):
      self.init(
        code: "unknown-plan", message: "'\(typed.excerpt)' is not the beginning of a plan's id",
        hints: [
          "an id is letters and digits, a letter first, like k7m2; see them with 'pmgit list'"
        ])
    case .noCommit(let typed):
      self = .usage(
        "'\(typed)' is neither a moment nor a commit of a board",
        hints: ["moments are \(PastMoment.forms)", "see the commits with 'pmgit log'"])
    case .noBoardThen(let board, let time):
      self.init(
        code: "no-board", message: "there was no board '\(board)' yet at \(time)",
        hints: ["see when it began with 'git log --reverse pmgit/\(board)'"])
    case .noIdentity:
      self.init(
        code: "no-identity",
        message: "git does not know who you are, and every change carries a name",
        hints: [
          "run 'git config --global user.name \"Your Name\"' and "
            + "'git config --global user.email you@example.com'"
        ])
    case .noRemote(let configured, let candidates):
      let names = candidates.map { "'\($0)'" }.joined(separator: ", ")
      self.init(
        code: "no-remote",
        message: configured.map { "there is no remote '\($0)' here" }
          ?? (candidates.isEmpty
            ? "this repository has no remote to share the board with"
            : "there are several remotes, and none is called 'origin'"),
        hints: [
          candidates.isEmpty
            ? "add one with 'git remote add origin URL'"
            : "choose one of \(names) with 'pmgit config remote NAME'"
        ])
    case .noRemoteBoard(let board, let remote):
      self.init(
        code: "no-board", message: "neither this repository nor '\(remote)' has a board '\(board)'",
        hints: ["run 'pmgit init' to create it, then 'pmgit sync' to share it"])
    case .refused(let remote, _, let messages) where messages.contains { $0.hasPrefix("pmgit: ") }:
      self.init(refusalOf: remote, messages)
    case .refused(let remote, let reason, let messages):
      self.init(
        code: "refused", message: "'\(remote)' refused the board: \(reason)",
        hints: messages.map { "\(remote) says: \($0)" } + [
          reason == PushOutcome.branchInTheWay
            ? "rename or delete it there; see 'git ls-remote --heads \(remote)'"
            : "your changes are safe here; ask who runs '\(remote)' to allow pushes to 'pmgit/*'"
        ])
    case .contention(let board, nil, let time):
      self.init(
        code: "contention",
        message: "others were faster to change board '\(board)' each time, for "
          + CountText.words(Int(time.components.seconds), "second"),
        hints: ["run the same command again"], exit: .tryAgain)
    case .contention(let board, let remote?, let time):
      self.init(
        code: "contention",
        message: "others were faster to share board '\(board)' with '\(remote)' each time, for "
          + CountText.words(Int(time.components.seconds), "second"),
        hints: [
          "your changes are safe here; run the same command again, or let it try for longer with "
            + "'git config pmgit.timeout SECONDS'"
        ], exit: .tryAgain)
    case .remoteLocked(let remote, let lock):
      self.init(
        code: "locked", message: "'\(remote)' keeps the board's branch locked by '\(lock)'",
        hints: [
          "your changes are safe here; run the same command again",
          "if no git is running there, ask who runs '\(remote)' to remove that file",
        ], exit: .tryAgain)
    case .busy(let lock):
      self.init(
        code: "busy", message: "another pmgit is writing and holds '\(lock)'",
        hints: ["wait for it, or look for it with '\(ShellWord.command(["fuser", lock]))'"],
        exit: .tryAgain)
    case .symbolicLink(let path): self = .symbolicLink(path)
    case .lockInUse(let path, let program?):
      self.init(
        code: "busy", message: "'\(path)' stays: \(program) is at work in this repository",
        hints: ["wait for it to end, then run the same command again"], exit: .tryAgain)
    case .lockInUse(let path, nil):
      self.init(
        code: "busy",
        message: "'\(path)' stays: it can't be seen here whether a program uses it",
        hints: [
          "if no git is running on any machine that uses this folder, remove it with "
            + "'\(ShellWord.command(["rm", path]))'"
        ], exit: .tryAgain)
    case .behindRemote(let board, let remote):
      self.init(
        code: "behind", message: "'\(remote)' has changes of board '\(board)' that are not here",
        hints: ["run 'pmgit sync' to bring both together"])
    case .unsafeHead(let commit, let path, let reason):
      self.init(
        code: "unsafe-head",
        message: "commit '\(commit.abbreviated())' is refused"
          + (path.isEmpty ? ": \(reason)" : " for '\(path)': \(reason)"),
        hints: [
          "nothing here was changed",
          "see who made it with 'git log \(commit.abbreviated())'",
        ])
    case .checkedOut(let board, let path, let obstacle):
      self.init(obstacle, in: path, board: board)
    case .invalidBoardName(let name):
      self = .usage(
        "'\(name)' is no name for a board",
        hints: ["use 1 to 63 of a-z, 0-9 and '-', beginning with a letter or a digit"])
    case .shallow:
      self.init(
        code: "shallow", message: "this clone is shallow, and the board's history ends too early",
        hints: ["run 'git fetch --unshallow'"])
    case .partialClone(let path):
      self.init(
        code: "partial-clone",
        message: "this clone was made with a filter, and lacks '\(path)' of the board",
        hints: ["run 'pmgit sync' to fetch what the board needs"])
    case .invalidSetting(let key, let value, let expected):
      self.init(
        code: "bad-setting",
        message: "'\(key)' is '\(value)' in git's configuration; "
          + "it must be \(expected)",
        hints: ["mend it with 'git config \(key) VALUE'"])
    }
  }

  /// A link in pmgit's own folder, through which nothing is written.
  static func symbolicLink(_ path: String) -> Failure {
    Failure(
      code: "symbolic-link", message: "'\(path)' is a symbolic link, and pmgit follows none there",
      hints: ["remove the link with '\(ShellWord.command(["rm", path]))'"])
  }

  /// What libgit2 refused.
  private init(_ error: GitError) {
    self.init(code: "git", message: "\(error)")
    if error.code == .locked {
      code = "locked"
      message = message.hasSuffix(": ") ? String(message.dropLast(2)) : message
      hints = ["if no git is running here, remove it with 'pmgit doctor --unlock'"]
      exit = .tryAgain
    } else if error.code == .owner {
      code = "foreign-owner"
      message = "the repository belongs to somebody else, and git does not trust it"
      hints = ["run 'git status' there: git names the command that says you trust it"]
    } else {
      explainRepository(error)
      explainDisk()
      if error.isAfterMove {
        hints.insert("the change is on the board, but may be lost if the power goes", at: 0)
      }
    }
  }

  /// What came of running the user's git.
  init(_ error: GitProgramError) {
    switch error {
    case .notFound(let name):
      self.init(
        code: "no-git", message: "there is no program '\(name)' on the PATH",
        hints: ["install git; it is needed to share, to sign, and to find your editor"])
    case .timedOut(let command, let duration):
      self.init(
        code: "timeout",
        message: "'\(command)' gave no answer in \(duration.components.seconds) seconds",
        hints: [
          "your changes are safe here; try again, or wait longer with "
            + "'git config pmgit.timeout SECONDS'"
        ], exit: .tryAgain)
    case .cancelled(let command):
      self.init(
        code: "interrupted", message: "'\(command)' was interrupted", exit: .interrupted)
    case .notRun(let command, let reason):
      self.init(code: "git", message: "'\(command)' could not be run: \(reason)")
    case .failed(let command, let exitCode, let text, let kind):
      self.init(
        code: "git", message: "'\(command)' failed with exit code \(exitCode)",
        detail: Self.lastLines(of: text))
      if kind == nil || kind == .unknown { explainDisk() }
    case .unreadable(let command, let output):
      self.init(
        code: "git", message: "the answer of '\(command)' can't be read",
        detail: Self.lastLines(of: output))
    case .invalidArgument(let reason):
      self.init(code: "git", message: "git was not run: \(reason)")
    }
  }

  /// The end of what a program wrote: enough to see why it failed.
  private static func lastLines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).suffix(8).map(String.init)
  }
}

extension Failure {
  /// Settings that were broken here, which the remote must not get.
  fileprivate init(brokenSettings reason: String, of board: BoardName, by origin: FileOrigin?) {
    let option = board == .main ? "" : " --board \(board)"
    self.init(
      code: "unreadable-board",
      message: "the settings of board '\(board)' can't be read, and are not sent: \(reason)",
      hints: [
        "take those from before with 'pmgit restore board\(option)', then run "
          + "'pmgit sync\(option)' again; or mend 'board.json' and commit it"
      ])
    guard let origin else { return }
    detail = [
      "it is like that since commit \(origin.commit.abbreviated()) by \(origin.by), "
        + "\(origin.at): \(origin.subject)"
    ]
    hints.insert("see what happened with 'git show \(origin.commit.abbreviated())'", at: 0)
  }

  /// A refusal by pmgit's own guard there, in whose words the way out stands.
  fileprivate init(refusalOf remote: String, _ messages: [String]) {
    let lead = "hint: "
    let hints = messages.filter { $0.hasPrefix(lead) }.map { String($0.dropFirst(lead.count)) }
    self.init(
      code: "refused", message: "the guard of '\(remote)' refused the board",
      hints: hints + ["your changes are safe here; when that is done, run 'pmgit sync' again"],
      detail: messages.filter { !$0.hasPrefix(lead) })
  }

  /// A step that the board's columns do not allow.
  fileprivate init(_ violation: ColumnRule.Violation) {
    let column = violation.allowed[0]
    let allowed = violation.allowed.map { "'\($0)'" }.joined(separator: " or ")
    self.init(
      code: "column-rule",
      message: violation.from.map {
        "plan '\(violation.plan)' can't go from '\($0)' to '\(violation.to)'"
      } ?? "a new plan can't begin in '\(violation.to)'",
      hints: ["'\(violation.to)' takes plans only from \(allowed); see 'pmgit config'"])
    hints.append(
      violation.from == nil
        ? "put it into another column first"
        : "move it there first with 'pmgit move \(violation.plan) \(column)'")
  }
}
