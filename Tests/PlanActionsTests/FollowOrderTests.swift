import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// A sequence of commits must change plans in the same way, whether hooks record each commit, one
/// `follow` records all of them, or a separate `follow` records each.
@Suite("Commits that are followed together")
struct FollowOrderTests {
  @Test(
    "Commits end where the hooks put plans, followed together or one by one",
    arguments: Seeds.each(12))
  func sameAsHooks(seed: UInt64) async throws {
    var draws = SeededGenerator(seed: seed)
    let story = try await CommitStory(&draws)
    let hooks = try await story.outcome { board, commit in
      _ = try await board().record([CodeCommit(commit)])
    }
    let oneByOne = try await story.outcome { board, commit in
      _ = try await board().follow([commit.hex])
    }
    #expect(oneByOne == hooks, "seed \(seed): \(story.messages)")
    let together = try await story.together()
    #expect(together == hooks, "seed \(seed): \(story.messages)")
  }

  @Test("Each step heeds the rules of the columns, and is a commit of its own")
  func rules() async throws {
    let worker = try await Worker()
    let id = try await worker.add("Fix login")
    var rule = ColumnChanges()
    rule.from = ["doing"]
    _ = try await worker.board().changeColumn("done", rule)
    let repository = worker.repository
    try await repository.git("commit", "--allow-empty", "-q", "-m", "root")
    let root = try await repository.git("rev-parse", "HEAD")
    for word in ["Starts", "Closes"] {
      try await repository.git("commit", "--allow-empty", "-q", "-m", "\(word)\n\n\(word): \(id)")
    }
    let followed = try await worker.board().follow(["\(root)..HEAD"])
    #expect(followed.recorded?.entries.map(\.state) == ["doing", "done"])
    #expect(try worker.plan(id).state == "done")
    _ = try await worker.board().undo()
    #expect(try worker.plan(id).state == "doing")
  }
}

/// A board with plans, and commits of the code about them that were made without hooks.
private final class CommitStory {
  private let worker: Worker
  private var ids: [PlanID] = []
  private var commits: [ObjectID] = []
  private(set) var messages: [String] = []
  private let root: String
  private let start: ObjectID

  init(_ draws: inout SeededGenerator) async throws {
    worker = try await Worker()
    for title in ["Fix login", "Draw the icon"] { ids.append(try await worker.add(title)) }
    if draws.chance(40) {
      var rule = ColumnChanges()
      rule.from = ["doing"]
      _ = try await worker.board().changeColumn("done", rule)
    }
    start = try worker.board().store.tip()
    try await worker.repository.git("commit", "--allow-empty", "-q", "-m", "root")
    root = try await worker.repository.git("rev-parse", "HEAD")
    for number in 1...(2 + draws.number(below: 6)) { try await commit(number, &draws) }
  }

  private func commit(_ number: Int, _ draws: inout SeededGenerator) async throws {
    let (repository, folder) = (worker.repository, worker.repository.path)
    let (id, word) = (draws.pick(ids), draws.pick(["Plan", "Starts", "Closes"]))
    var message = "change \(number)\n\n\(word): \(id)"
    switch draws.number(below: 10) {
    case 0...2 where !commits.isEmpty:
      message = "Revert \(number)\n\nThis reverts commit \(draws.pick(commits).hex)."
    case 3: message += "\nCloses: \(draws.pick(ids))"
    case 4 where !commits.isEmpty:
      messages.append("copy")
      _ = try await repository.program.run(
        ["cherry-pick", "--allow-empty", draws.pick(commits).hex], in: folder)
      return try await note()
    default: break
    }
    messages.append(message)
    _ = try await repository.program.run(
      ["commit", "--allow-empty", "-q", "-m", message], in: folder)
    try await note()
  }

  private func note() async throws {
    commits.append(
      try #require(ObjectID(hex: try await worker.repository.git("rev-parse", "HEAD"))))
  }

  // MARK: - Outcomes

  func outcome(
    of record: (() throws -> Workspace, ObjectID) async throws -> Void
  ) async throws -> [String] {
    try await begin()
    for commit in commits { try await record({ try self.worker.board() }, commit) }
    return try plans()
  }

  func together() async throws -> [String] {
    try await begin()
    _ = try await worker.board().follow(["\(root)..HEAD"])
    return try plans()
  }

  /// Resets the board to its state before any commit was recorded.
  private func begin() async throws {
    _ = try await worker.repository.git("update-ref", "refs/heads/pmgit/main", start.hex)
  }

  private func plans() throws -> [String] {
    let plans = try ids.map { try worker.plan($0) }
    return try plans.map { "\($0.state) \($0.commits.map(\.id).sorted())" }
      + ["todo", "doing", "done"].map { "\(try worker.titles(in: $0))" }
  }
}
