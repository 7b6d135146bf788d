import Git
import PmgitTestSupport
import Testing

/// A bare repository with the guard, and two clones that share its board.
///
/// If there is a rule, 'done' accepts plans from 'review' only. `ids` are plans in 'todo', in
/// 'doing' and, if there is a rule, in 'review'.
struct GuardedBoard {
  let hub: ScratchRepository
  let ada: CommandRunner
  let ben: CommandRunner
  let ids: [String]

  /// Creates the repository and its clones. The first call prepares originals, and each call copies
  /// them.
  ///
  /// - Parameter hasRule: Whether 'done' has a rule.
  init(hasRule: Bool = true) async throws {
    let made = try await (hasRule ? Self.withRule : Self.withoutRule).value
    let pair = try SharedBoard(made.board)
    (hub, ada, ben, ids) = (pair.hub, pair.first, pair.second, made.ids)
    for pmgit in [ada, ben] {
      pmgit.environment["PATH"] = Binary.folder + ":" + (pmgit.environment["PATH"] ?? "")
    }
  }

  private static let withRule = MadeOnce { try await make(hasRule: true) }
  private static let withoutRule = MadeOnce { try await make(hasRule: false) }

  private static func make(
    hasRule: Bool
  ) async throws -> (board: SharedBoard.Copied, ids: [String]) {
    let pair = try await SharedBoard()
    for pmgit in [pair.first, pair.second] { pmgit.followMachine() }
    var ids: [String] = []
    for column in ["todo", "doing"] {
      ids.append(try await pair.first.add("A plan in \(column)", "--state", column))
    }
    if hasRule {
      try await pair.first(
        "column", "add", "review", "--title", "Review", "--kind", "doing")
      ids.append(try await pair.first.add("A plan in review", "--state", "review"))
      try await pair.first("column", "edit", "done", "--from", "review")
    }
    try await pair.syncBoth()
    // As who runs the server does.
    let result = try await Binary(repository: pair.hub).shell("pmgit hooks install --server")
    try #require(result.exitCode == 0, "\(result.messages)")
    return (SharedBoard.Copied(pair), ids)
  }

  /// The result of a script of git commands, with what the pusher's terminal shows.
  struct Push {
    let succeeded: Bool
    let messages: String
  }

  /// Runs a script in Ada's clone, with a PATH on which the server finds `pmgit`.
  @discardableResult
  func shell(
    _ script: String, adding variables: [String: String] = [:]
  ) async throws -> Push {
    let result = try await Binary(repository: ada.repository).shell(script, adding: variables)
    return Push(succeeded: result.exitCode == 0, messages: result.messages)
  }

  /// Pushes with plain git from Ada's clone.
  func push(_ arguments: String = "origin pmgit/main") async throws -> Push {
    try await shell("git push \(arguments)")
  }

  /// Commits files to Ada's board without pmgit.
  @discardableResult
  func commit(
    _ files: HostileFile..., message: String = "by hand", by author: Signature = .eve
  ) throws -> ObjectID {
    try ada.repository.commitHostile(files, message: message, by: author)
  }

  /// Returns the text of a plan's file on Ada's board.
  func text(of id: String) async throws -> String {
    try await ada.repository.git("show", "pmgit/main:\(path(of: id))") + "\n"
  }

  func path(of id: String) -> String { "plans/\(id.prefix(2))/\(id).json" }

  /// Commits a plan with a part of its text replaced.
  @discardableResult
  func replace(
    _ old: String, with new: String, in id: String, by author: Signature = .eve
  ) async throws -> ObjectID {
    let text = try await text(of: id)
    try #require(text.contains(old), "\(text)")
    return try commit(HostileFile(path(of: id), text.replacing(old, with: new)), by: author)
  }

  /// Returns the tip of the board in the guarded repository.
  func tip() async throws -> String { try await hub.git("rev-parse", "refs/heads/pmgit/main") }

  /// Checks that a push of the board is refused with these words, and that no reference was moved.
  @discardableResult
  func expectRefusal(
    of arguments: String = "origin pmgit/main", saying words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Push {
    let before = try await hub.git("for-each-ref")
    let push = try await push(arguments)
    #expect(!push.succeeded, "\(push.messages)", sourceLocation: sourceLocation)
    for word in words + ["pre-receive hook declined"] {
      #expect(
        push.messages.contains(word), "'\(word)' is not in:\n\(push.messages)",
        sourceLocation: sourceLocation)
    }
    #expect(try await hub.git("for-each-ref") == before, sourceLocation: sourceLocation)
    return push
  }

  /// Checks that a push of the board passes, and that the guard prints nothing.
  func expectPass(
    of arguments: String = "origin pmgit/main", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let push = try await push(arguments)
    #expect(push.succeeded, "\(push.messages)", sourceLocation: sourceLocation)
    #expect(!push.messages.contains("remote:"), "\(push.messages)", sourceLocation: sourceLocation)
  }

  /// Restricts changes of the board to two people.
  func allowCommitters() async throws {
    try await hub.git("config", "--add", "pmgit.guard.committer", "one@example.org")
    try await hub.git("config", "--add", "pmgit.guard.committer", "two@*.org")
  }
}
