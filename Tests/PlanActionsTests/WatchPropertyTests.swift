import Git
import PlanActions
import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Testing

@Suite("Watch, any changes")
struct WatchPropertyTests {
  private static let branch = "refs/heads/pmgit/main"

  /// A reported change, or one of the history, in a form that can be compared.
  private struct Line: Hashable, CustomStringConvertible {
    let commit: String
    let plan: PlanID?
    let fields: [String]

    init(_ change: WatchedChange) {
      commit = change.entry.commit.hex
      plan = change.entry.plan
      if case .reset(let old, let new) = change.event {
        fields = [old.hex, new.hex]
      } else {
        fields = change.entry.changes.map(\.path.fieldName)
      }
    }

    init(_ commit: ObjectID, _ plan: PlanID?, _ fields: [String]) {
      (self.commit, self.plan, self.fields) = (commit.hex, plan, fields)
    }

    var description: String { "\(commit.prefix(7)) \(plan?.text ?? "board") \(fields)" }
  }

  @Test(
    "The lines are the history's changes, after each reset what differs", arguments: Seeds.each(6))
  func property(seed: UInt64) async throws {
    let worker = try await Worker()
    let git = worker.repository
    var random = SeededGenerator(seed: seed)
    var request = WatchBoard()
    request.isPolling = seed % 3 == 2
    if request.isPolling { request.period = .milliseconds(10) }
    let watching = try await Watching.start(request, in: git)
    var expected: [Line] = []
    var tips = [try worker.board().store.tip()]
    for number in 0..<16 {
      let store = try worker.board().store
      let before = try store.tip()
      let plans = try store.snapshot().plans().plans.filter { !$0.isDeleted }
      switch random.number(below: 8) {
      case 0, 1: try await worker.add("plan \(number)")
      case 2, 3:
        guard !plans.isEmpty else { continue }
        try await worker.move(random.pick(plans).id, to: random.pick(["todo", "doing", "done"]))
      case 4:
        guard !plans.isEmpty else { continue }
        try await worker.edit(random.pick(plans).id) { $0.title = "title \(number)" }
      case 5: try await git.git("gc", "--quiet")
      case 6: try await git.git("pack-refs", "--all", "--prune")
      default:
        let to = random.pick(tips)
        if random.chance(50) { try await git.git("update-ref", "-d", Self.branch) }
        try await git.git("update-ref", Self.branch, to.hex)
      }
      let after = try worker.board().store.tip()
      tips.append(after)
      expected += try Self.lines(from: before, to: after, in: worker.board().store)
      #expect(try await watching.has(expected.count), "seed \(seed), step \(number)")
    }
    // A later change shows that nothing else was reported.
    let tip = try worker.board().store.tip()
    try await worker.add("last")
    expected += try Self.lines(
      from: tip, to: worker.board().store.tip(), in: worker.board().store)
    #expect(try await watching.has(expected.count))
    try await watching.stop()
    #expect(watching.changes.map { Line($0) } == expected, "seed \(seed)")
  }

  /// Returns what the histories of two commits say, without the code under test. Both are on one
  /// line, or start from the older one's.
  private static func lines(
    from old: ObjectID, to new: ObjectID, in store: BoardStore
  ) throws -> [Line] {
    if old == new { return [] }
    let before = try store.snapshot(at: old).history().map(\.commit)
    let all = try store.snapshot(at: new).history()
    let added = all.filter { !before.contains($0.commit) }.reversed()
      .map { Line($0.commit, $0.plan, $0.changes.map(\.path.fieldName)) }
    let after = all.map(\.commit)
    guard before.contains(where: { !after.contains($0) }) else { return added }
    // The newest commit that both have; the first board if there is none.
    let base = try before.first(where: after.contains) ?? Self.first(of: new, in: store)
    let differences = try store.differences(from: old, to: base).plans
      .filter { !$0.changes.isEmpty }
      .map { Line(base, $0.plan, $0.changes.map(\.path.fieldName)) }
    return [Line(base, nil, [old.hex, base.hex])] + differences + added
  }

  /// Returns the commit with which the board began.
  private static func first(of tip: ObjectID, in store: BoardStore) throws -> ObjectID {
    var commit = try store.repository.commit(tip)
    while let parent = commit.parents.first, try !store.snapshot(at: commit.id).history().isEmpty {
      commit = try store.repository.commit(parent)
    }
    return commit.id
  }
}
