import Git
import PlanModel
package import PlanStore
import PlanView

extension Problem {
  /// Creates the problem for any error.
  ///
  /// An error of an unknown type is reported as a bug in pmgit.
  package init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as StoreError: self.init(error)
    case let error as GitError: self.init(error)
    case let error as GitProgramError: self.init(error)
    case let error as QueryError: self.init(error)
    case let error as DueDateError: self = .usage(error.message, hints: [Hint(error.hint)])
    case let error as InvalidValue:
      self = .usage("\(error.field) '\(error.value)' \(error.reason)", hints: [Hint(error.hint)])
    case let error as ImportError: self.init(error, .file(command: nil))
    default:
      self.init(
        code: .bug, message: "unexpected error: \(error)",
        hints: ["this is a bug in pmgit; please report it with the command that you ran"],
        kind: .bug)
    }
  }

  private init(_ error: QueryError) {
    self = .usage(error.message, hints: error.hints.map { Hint($0) })
    code = .badQuery
  }

  /// - Parameter name: Returns the name of a line; nil to show its number.
  init(
    _ error: ImportError, _ importHints: ImportHints, naming name: (Int) -> String? = { _ in nil }
  ) {
    let lines = error.problems.map { problem in
      name(problem.line).map { "\($0): \(problem.reason)" } ?? problem.words
    }
    if case .file = importHints, error.problems.map(\.line) == [0] {
      self.init(
        code: .badImport, message: lines[0],
        hints: ["nothing was imported; leave out '--close-missing', or give the whole list"])
    } else if lines.count == 1 {
      self.init(code: .badImport, message: lines[0], hints: [importHints.correction(of: 1)])
    } else {
      self.init(
        code: .badImport, message: "the import has \(CountWords.words(lines.count, "error"))",
        hints: [importHints.correction(of: lines.count)], detail: lines)
    }
    if error.problems.contains(where: \.isUnknownColumn) {
      hints.append(importHints.columns)
    }
  }

  /// Creates the problem of a wrong query, with a line of carets below the wrong word. A query with
  /// characters that must be escaped gets no carets.
  init(_ error: QueryError, in text: String) {
    self.init(error as any Error)
    let carets = max(1, error.range.count)
    let shown = SafeText(text).string
    // Escaping changes the length of the line, so carets would point at the wrong place.
    guard shown == text else { return }
    let indent = TextWidth.cells(of: String(text.prefix(error.range.lowerBound)))
    detail = [shown, String(repeating: " ", count: indent) + String(repeating: "^", count: carets)]
  }

  /// Creates the problem for an error of the store; each case calls the function that describes it.
  package init(_ error: StoreError) {
    switch error {
    case .remote(let remote, let error): self.init(error, of: remote)
    case .noRepository(let path): self = .noRepository(path)
    case .noBoard(let board, let remote, let others):
      self = .noBoard(board, remote: remote, others: others)
    case .noRemoteBoard(let board, let remote): self = .noRemoteBoard(board, remote)
    case .noBoardThen(let board, let time): self = .noBoard(board, at: time.description)
    case .invalidBoardName(let name): self = .badBoardName(name)
    case .noIdentity: self = .noIdentity
    case .invalidSetting(let key, let value, let expected):
      self = .badSetting(key, value, expected: expected)

    case .elsewhere(let board, let address): self = .elsewhere(board, at: address)
    case .refusedHome(let board, let address, let reason):
      self = .refusedHome(of: board, at: address, reason)
    case .formatTooNew(let board, let found): self = .formatTooNew("board '\(board)'", found)
    case .planFormatTooNew(let id, let found): self = .formatTooNew("plan '\(id)'", found)
    case .unreadableBoard(let board, let reason): self = .unreadableBoard(board, reason)
    case .brokenSettings(let board, let reason, let origin):
      self = .brokenSettings(of: board, reason, by: origin)
    case .unreadablePlan(let id, let reason): self = .unreadablePlan(id, reason)
    case .misplacedPlan(let id, let path): self = .misplacedPlan(id, at: path)
    case .nothingToRestore(let id): self = .nothingToRestore(id)
    case .unsafeHead(let commit, let path, let reason): self = .unsafeHead(commit, path, reason)
    case .shallow: self = .shallow
    case .partialClone(let path): self = .partialClone(lacking: path)

    case .unknownPlan(let typed, let inTitles): self = .unknownPlan(typed, inTitles: inTitles)
    case .notAnID(let typed, let aliases, let inTitles):
      self = .notAnID(typed, meaning: aliases, inTitles: inTitles)
    case .ambiguousPlan(let name): self = .ambiguous(name)
    case .noCommit(let typed): self = .noMoment(typed)
    case .notInHistory(let board, let commit): self = .notInHistory(commit, of: board)
    case .planExists(let id): self = .planExists(id)
    case .planTooLarge(let id, let bytes): self = .planTooLarge(id, bytes: bytes)
    case .boardTooLarge(let board, let bytes): self = .boardTooLarge(board, bytes: bytes)
    case .noFolder(let name): self = .noFolder(name)
    case .columnRule(let violation): self = .columnRule(violation)

    case .noRemote(let configured, let candidates): self = .noRemote(configured, of: candidates)
    case .refused(let remote, let reason, let messages):
      self = .refused(by: remote, reason, messages)
    case .behindRemote(let board, let remote): self = .behind(remote, board)

    case .contention(let board, nil, let time): self = .contention(board, for: time)
    case .contention(let board, let remote?, let time):
      self = .contention(board, with: remote, for: time)
    case .remoteLocked(let remote, let lock): self = .locked(remote, by: lock)
    case .busy(let lock): self = .busy(lock)
    case .lockInUse(let path, let program): self = .lockInUse(path, by: program)
    case .symbolicLink(let path): self = .symbolicLink(path)
    case .checkedOut(let board, let path, let obstacle):
      self.init(obstacle, in: path, board: board)
    }
  }
}
