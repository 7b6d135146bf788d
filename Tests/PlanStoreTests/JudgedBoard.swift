import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// A board that the guard judges in process: what a server has is `base`, and what would be pushed
/// is the branch.
///
/// 'done' takes plans from 'doing' only, and `plan` is in 'todo'.
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

  /// Commits files as no pmgit would, on what is there.
  @discardableResult
  func commit(_ files: HostileFile..., by author: Signature = .eve) throws -> ObjectID {
    try ada.repository.commitHostile(files, by: author)
  }

  /// The text of a plan's file on the branch.
  func text() throws -> String {
    String(decoding: PlanFile.bytes(of: try #require(try ada.document(plan))), as: UTF8.self)
  }

  /// Commits the plan with something else in the place of a part of its text.
  @discardableResult
  func replace(_ old: String, with new: String) throws -> ObjectID {
    let text = try text()
    try #require(text.contains(old), "\(text)")
    return try commit(HostileFile(plan.path, text.replacing(old, with: new)))
  }

  /// Judges a push of the branch, or of a commit.
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

  /// The one violation that a push of the branch makes.
  func violation(
    to new: ObjectID? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Violation {
    let found = try await violations(to: new)
    try #require(found.count == 1, "\(found)", sourceLocation: sourceLocation)
    return found[0]
  }

  /// Lets the board be changed by some people only.
  func allow(_ patterns: String...) async throws {
    for pattern in patterns {
      try await ada.repository.git("config", "--add", Committers.key, pattern)
    }
    try ada.noteCode()
  }
}
