import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A board that the guard judges in this process. `base` is the server's commit, and the branch has
/// the commits that are pushed.
///
/// The column 'done' accepts only plans from 'doing', and `plan` is in 'todo'.
struct JudgedBoard {
  let ada: BoardFixture
  let base: ObjectID
  let plan: PlanID

  init() async throws {
    ada = try await BoardFixture()
    plan = try await ada.add("A plan")
    try await ada.change { transaction in
      transaction.editBoard([
        .write(PlanList.columns.path("done", "from"), .strings(["doing"]))
      ])
    }
    base = try ada.tip()
  }

  /// Commits files that pmgit would not write, on top of the branch.
  @discardableResult
  func commit(_ files: HostileFile..., by author: Signature = .eve) throws -> ObjectID {
    try ada.repository.commitHostile(files, by: author)
  }

  /// Returns the text of the plan's file on the branch.
  func text() throws -> String {
    String(decoding: PlanFile.bytes(of: try #require(try ada.document(plan))), as: UTF8.self)
  }

  /// Commits the plan with a part of its text replaced.
  @discardableResult
  func replace(_ old: String, with new: String) throws -> ObjectID {
    let text = try text()
    try #require(text.contains(old), "\(text)")
    return try commit(HostileFile(plan.path, text.replacing(old, with: new)))
  }

  /// Returns the violations in a push of the branch, or of the commit `new`.
  func violations(
    to new: ObjectID? = nil, now: Int64 = BoardFixture.start + 3600
  ) async throws -> [Violation] {
    let new = try new ?? ada.tip()
    let line = "\(base.hex) \(new.hex) refs/heads/pmgit/main"
    let store = try ada.store()
    return try await store.violations(
      of: try #require(PushedReference(line: line)), committers: store.allowedCommitters(),
      now: Timestamp(seconds: now))
  }

  /// Returns the violation in a push of the branch, or of the commit `new`. There must be exactly
  /// one.
  func violation(
    to new: ObjectID? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Violation {
    let found = try await violations(to: new)
    try #require(found.count == 1, "\(found)", sourceLocation: sourceLocation)
    return found[0]
  }

  /// Allows only committers who match these patterns to change the board.
  func allow(_ patterns: String...) async throws {
    for pattern in patterns {
      try await ada.repository.git("config", "--add", Committers.key, pattern)
    }
    try ada.noteCode()
  }
}
