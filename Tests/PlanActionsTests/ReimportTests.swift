import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Testing

@testable import PlanActions

@Suite("Importing from another tracker again")
struct ReimportTests {
  static let alias = "github:o/r#12"
  static let id = PlanID.imported(as: alias)

  static func line(_ members: String, _ alias: String = alias) -> String {
    #"{"aliases":["\#(alias)"],"created":{"at":"2026-10-01T00:00:00Z","by":"Kim"},\#(members)}"#
  }

  static let first = line(
    #""title":"Fix","state":"todo","labels":["bug"],"checklist":[{"text":"one"}],"#
      + #""comments":[{"text":"Hi","by":"Kim","at":"2026-10-02T00:00:00Z"}]"#)

  @discardableResult
  private func take(
    _ lines: String..., by worker: Worker, closing: Bool = false, atMost most: Int? = nil
  ) async throws -> PlansImported {
    var options = ImportOptions()
    (options.closesMissing, options.mostSurprises) = (closing, most)
    return try await worker.board().importPlans(
      ImportInput(Array(lines.joined(separator: "\n").utf8)), options)
  }

  @Test("Two clones that import one file have one plan, and nothing to decide")
  func onePlan() async throws {
    let pair = try await WorkerPair()
    for worker in [pair.ada, pair.ben] { try await take(Self.first, by: worker) }
    try await pair.share()
    let plans = try pair.ada.board().store.snapshot().plans().plans
    #expect(plans.map(\.id) == [Self.id])
    #expect(plans[0].checklist.count == 1 && plans[0].comments.count == 1)
    #expect(plans[0].conflicts.isEmpty)
    let tip = try pair.ada.tip()
    for worker in [pair.ada, pair.ben] {
      #expect(try await !take(Self.first, by: worker).didChange)
      #expect(try worker.tip() == tip)
    }
  }

  @Test("An edit here stays, one of the tracker is taken, and both are a conflict to decide")
  func bothSides() async throws {
    let worker = try await Worker()
    try await take(Self.first, by: worker)
    try await worker.edit(Self.id) { $0.title = "Mine" }
    try await worker.move(Self.id, to: "doing")
    let labelled = Self.first.replacing(#"["bug"]"#, with: #"["ui"]"#)
    let kept = try await take(labelled, by: worker)
    #expect(kept.kept == 2 && kept.conflicts == 0 && kept.updated == 1)
    var plan = try worker.plan(Self.id)
    #expect(plan.title == "Mine" && plan.state == "doing" && plan.labels == ["ui"])
    let theirs = labelled.replacing(#""Fix""#, with: #""Theirs""#)
    #expect(try await take(theirs, by: worker).conflicts == 1)
    let candidates = try worker.candidates().values.flatMap(\.self)
    #expect(Set(candidates.map { $0.split(separator: " ").last }) == [#""Mine""#, #""Theirs""#])
    #expect(try await !take(theirs, by: worker).didChange)
    let conflict = try worker.plan(Self.id).conflicts[0]
    let mine = try #require(conflict.values.firstIndex { $0.value == .string("Mine") })
    try await worker.resolve(Self.id, by: .take(mine + 1))
    #expect(try await !take(theirs, by: worker).didChange)
    plan = try worker.plan(Self.id)
    #expect(plan.title == "Mine" && plan.conflicts.isEmpty && plan.state == "doing")
  }

  @Test("One undo takes back the values of an import, and what the board remembers of it")
  func undone() async throws {
    let worker = try await Worker()
    try await take(Self.first, by: worker)
    try await worker.repository.git("update-ref", "refs/remotes/origin/pmgit/main", "pmgit/main")
    let other = Self.first.replacing(#""Fix""#, with: #""Other""#)
    try await take(other, by: worker)
    let done = try worker.content()
    try await worker.undo()
    #expect(try worker.plan(Self.id).title == "Fix")
    // The tracker's change is new again.
    try await take(other, by: worker)
    #expect(try worker.content() == done)
    try await worker.undo()
    #expect(try await !take(Self.first, by: worker).didChange)
  }

  @Test("Neither history nor comparisons tell what the board remembers")
  func history() async throws {
    let worker = try await Worker()
    try await take(Self.first, by: worker)
    try await worker.edit(Self.id) { $0.title = "Both" }
    let before = try worker.tip()
    let noted = try await take(
      Self.first.replacing(#""Fix""#, with: #""Both""#), by: worker)
    #expect(noted.didChange && noted.noted == 1 && noted.updated == 0 && noted.unchanged == 1)
    let store = try worker.board().store
    let entries = try store.snapshot().history()
    #expect(entries.count == 2)
    #expect(entries.flatMap(\.changes).allSatisfy { !$0.path.isOfOrigin })
    let found = try worker.board().compare(from: before)
    #expect(found.differences.isEmpty)
  }

  @Test("Open plans that the file lacks are finished on request, those of its source alone")
  func closing() async throws {
    let worker = try await Worker()
    let others = ["github:o/r#13", "github:o/other#1", "jira:APP-1"]
    let lines = others.map { Self.line(#""title":"T","state":"todo""#, $0) }
    try await take([Self.first] + lines, by: worker)
    let own = try await worker.add("Mine")
    #expect(try await !take(Self.first, by: worker).didChange)
    let refused = try await refusal {
      try await take(Self.first, by: worker, closing: true, atMost: 0)
    }
    #expect(refused.code == .tooManyChanges, "\(refused)")
    let done = try await take(Self.first, by: worker, closing: true, atMost: 1)
    #expect(done.closed == [PlanID.imported(as: others[0])])
    let states = try worker.board().store.snapshot().plans().plans
    #expect(states.filter { $0.state == "done" }.map(\.id) == done.closed)
    #expect(try worker.plan(own).state == "todo")
    #expect(try await !take(Self.first, by: worker, closing: true).didChange)
    // It is in the file again, and open.
    try await take(Self.first, lines[0], by: worker)
    #expect(try worker.plan(done.closed[0]).state == "todo")
    let unknown = try await refusal {
      try await take(#"{"title":"T"}"#, by: worker, closing: true)
    }
    #expect(unknown.code == .badImport)
  }

  @discardableResult
  private func take(_ lines: [String], by worker: Worker) async throws -> PlansImported {
    try await take(lines.joined(separator: "\n"), by: worker)
  }

  @Test("A plan that the tracker lacks and that was moved here is in conflict about its column")
  func closingMoved() async throws {
    let worker = try await Worker()
    let other = Self.line(#""title":"T","state":"todo""#, "github:o/r#13")
    try await take(Self.first, other, by: worker)
    try await worker.move(Self.id, to: "doing")
    let done = try await take(other, by: worker, closing: true)
    #expect(done.closed.isEmpty && done.conflicts == 1)
  }

  @Test("A dry run says what would happen to each plan, and moves no branch")
  func dryRun() async throws {
    let worker = try await Worker()
    try await take(Self.first, by: worker)
    try await worker.edit(Self.id) { $0.title = "Mine" }
    try await worker.move(Self.id, to: "doing")
    let tip = try worker.tip()
    let board = try worker.board()
    board.participant.isDryRun = true
    let line = Self.first.replacing(#""Fix""#, with: #""Theirs""#)
      .replacing(#"["bug"]"#, with: #"["ui"]"#)
    let new = Self.line(#""title":"New""#, "github:o/r#13")
    let found = try await board.importPlans(Array("\(line)\n\(new)".utf8))
    #expect(try worker.tip() == tip)
    #expect(found.dryRun.map(\.outcome) == [.changed, .added])
    let plan = found.dryRun[0]
    #expect(plan.conflicts.map(\.path.fieldName) == ["title"])
    #expect(plan.kept.map(\.path.fieldName) == ["state"])
    #expect(plan.changes.map(\.path.fieldName) == ["title", "labels/bug", "labels/ui"])
  }

  @Test("An export brings what the board remembers to another board")
  func exported() async throws {
    let worker = try await Worker()
    try await take(Self.first, by: worker)
    try await worker.edit(Self.id) { $0.title = "Mine" }
    let board = try worker.board()
    let exported = PlanJSON.object(
      try board.store.snapshot().plan(Self.id), board: try board.board().board,
      today: CalendarDay(dayNumber: 20_000))
    let other = try await Worker()
    _ = try await other.board().importPlans(Array(CanonicalJSON.line(of: .object(exported)).utf8))
    #expect(try await !take(Self.first, by: other).didChange)
    #expect(try other.plan(Self.id).title == "Mine")
  }

  @Test("A plan that was imported before, and has lost its alias here, is meant by its line")
  func lostAlias() async throws {
    let worker = try await Worker()
    try await take(Self.first, by: worker)
    try await worker.edit(Self.id) { $0[.aliases].removed = [Self.alias] }
    #expect(try await !take(Self.first, by: worker).didChange)
    #expect(try worker.plan(Self.id).aliases.isEmpty)
  }

  @Test("A derived id that another plan has is refused")
  func takenID() async throws {
    let worker = try await Worker()
    try await take(#"{"id":"\#(Self.id)","title":"Another"}"#, by: worker)
    let refused = try await refusal { try await take(Self.first, by: worker) }
    #expect(refused.code == .badImport)
    #expect(refused.message.contains("which another plan has"), "\(refused)")
  }
}
