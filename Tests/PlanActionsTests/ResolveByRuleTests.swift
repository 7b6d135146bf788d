import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Several conflicts decided at once by a rule.
@Suite("Resolving by a rule")
struct ResolveByRuleTests {
  /// Returns two clones with two plans. The first has conflicts of title and due date, the second
  /// one of title. Ben wrote the newer titles, Ada the newer due date.
  private func conflicts() async throws -> (pair: WorkerPair, first: PlanID, second: PlanID) {
    let (pair, first) = try await WorkerPair.withPlan()
    let second = try await pair.ada.add("Another")
    try await pair.share()
    try await pair.ben.edit(first) { $0[.due] = "2026-12-02" }
    for id in [first, second] { try await pair.ada.edit(id) { $0.title = "Ours" } }
    try await pair.ada.edit(first) { $0[.due] = "2026-12-01" }
    for id in [first, second] { try await pair.ben.edit(id) { $0.title = "Theirs" } }
    try await pair.share()
    return (pair, first, second)
  }

  /// Returns the title and the due date of the first plan, and the title of the second.
  private func values(_ worker: Worker, _ first: PlanID, _ second: PlanID) throws -> [String?] {
    let plan = try worker.plan(first)
    return [plan.title, plan.due?.description, try worker.plan(second).title]
  }

  /// Returns a text for each entry: the plan, the field, and the chosen value or the reason against
  /// one.
  private func words(_ entries: [ConflictsResolved.Entry]) -> Set<String> {
    Set(
      entries.map {
        "\($0.subject.plan?.text ?? "board") \($0.field): \($0.reason?.rawValue ?? $0.words)"
      })
  }

  private func resolve(
    _ names: [String]?, field: String? = nil, by rule: ConflictRule, in worker: Worker
  ) async throws -> ConflictsResolved {
    try await worker.board().resolve(names, field: field, by: rule)
  }

  @Test(
    "All are decided for one's own values, for the other's, or for the newest, in one commit",
    arguments: [
      (ConflictRule.mine, ["Ours", "2026-12-01", "Ours"]),
      (.theirs, ["Theirs", "2026-12-02", "Theirs"]),
      (.newest, ["Theirs", "2026-12-01", "Theirs"]),
    ])
  func all(rule: ConflictRule, expected: [String]) async throws {
    let (pair, first, second) = try await conflicts()
    let before = try pair.ada.candidates()
    #expect(before.count == 3)
    let tip = try pair.ada.tip()
    let resolved = try await resolve(nil, by: rule, in: pair.ada)
    #expect(
      words(resolved.decided) == [
        "\(first) title: \(expected[0])", "\(first) due: \(expected[1])",
        "\(second) title: \(expected[2])",
      ])
    #expect(resolved.left.isEmpty && Set(resolved.changes.plans) == [first, second])
    #expect(try values(pair.ada, first, second) == expected)
    #expect(try pair.ada.conflicts().isEmpty)
    #expect(try await pair.ada.repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await pair.ada.subject() == "resolve 3 conflicts: \(rule.rawValue)")
    // The message has the titles after the decisions.
    let message = try await pair.ada.repository.git("log", "-1", "--format=%B", "pmgit/main")
    let other = expected[0] == "Ours" ? "Theirs" : "Ours"
    #expect(message.contains(", \(expected[0])\n") && !message.contains(", \(other)\n"))
    try await pair.ada.undo()
    #expect(try pair.ada.candidates() == before)
  }

  @Test("Only the plans, or the field, that are named are decided")
  func named() async throws {
    let (pair, first, second) = try await conflicts()
    let both = [first.text, second.text]
    let title = try await resolve([first.text], field: "title", by: .mine, in: pair.ada)
    #expect(words(title.decided) == ["\(first) title: Ours"] && title.shown.missing.plans.isEmpty)
    #expect(try values(pair.ada, first, second) == ["Ours", "2026-12-01", "Theirs"])
    #expect(try pair.ada.candidates().count == 2)
    _ = try await resolve(both, by: .theirs, in: pair.ada)
    #expect(try values(pair.ada, first, second) == ["Ours", "2026-12-02", "Theirs"])
    #expect(try pair.ada.conflicts().isEmpty)
    let tip = try pair.ada.tip()
    let problem = try await refusal { _ = try await resolve(both, by: .newest, in: pair.ada) }
    #expect(problem.code == .noConflict && problem.message.contains("'\(first)' has no conflict"))
    let none = try await resolve(nil, by: .newest, in: pair.ada)
    #expect(none.decided.isEmpty && none.left.isEmpty && !none.changes.didChange)
    #expect(try pair.ada.tip() == tip)
  }

  @Test("What a rule does not decide is left and named; if it decides nothing, that is an error")
  func left() async throws {
    let (pair, first, second) = try await conflicts()
    // The values of the second plan's title now differ again.
    try await pair.ben.resolve(second, by: .value("Third"))
    try await pair.ada.resolve(second, by: .value("Fourth"))
    try await pair.share()
    pair.ben.actor = "Cleo <cleo@example.org>"
    let none = try await refusal { _ = try await resolve(nil, by: .mine, in: pair.ben) }
    #expect(none.code == .undecided && none.message == "--mine decides none of 3 conflicts")
    #expect(none.detail.contains("\(first.text.prefix(4)) title: none of the values is yours"))
    let several = try await refusal {
      _ = try await resolve([first.text], by: .theirs, in: pair.ben)
    }
    #expect(several.code == .undecided)
    #expect(several.detail.allSatisfy { $0.hasSuffix("several people wrote the other values") })
    #expect(several.detail.count == 2)

    try await pair.ben.edit(second) { $0.title = "Mine" }
    try await pair.ada.edit(second) { $0.title = "Not mine" }
    try await pair.share()
    let some = try await resolve(nil, by: .mine, in: pair.ben)
    #expect(words(some.decided) == ["\(second) title: Mine"])
    #expect(
      words(some.left) == ["\(first) title: none-is-mine", "\(first) due: none-is-mine"])
    #expect(try pair.ben.candidates().count == 2)
  }

  @Test("A deletion is decided last, so that it holds for what the others decide")
  func deletion() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.edit(id) { $0.title = "Ours" }
    try await pair.ada.delete(id)
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    #expect(Set(try pair.ada.conflicts().map(\.conflict.field)) == ["deleted", "title"])
    let scope = [id.text]
    _ = try await resolve(scope, by: .mine, in: pair.ada)
    #expect(try pair.ada.plan(id).deletion?.holds == true)
    #expect(try pair.ada.plan(id).title == "Ours" && pair.ada.content().isEmpty)
    try await pair.ada.undo()
    _ = try await resolve(scope, by: .theirs, in: pair.ada)
    #expect(try pair.ada.content().map(\.title) == ["Theirs"])
    #expect(try pair.ada.conflicts().isEmpty)
  }

  @Test("Conflicts of the board's own settings are decided with the others")
  func settings() async throws {
    let pair = try await WorkerPair()
    _ = try await pair.ada.board().setTitle("Ours")
    _ = try await pair.ben.board().setTitle("Theirs")
    try await pair.share()
    #expect(try pair.ada.conflicts().map(\.subject) == [.board])
    let resolved = try await resolve(nil, by: .mine, in: pair.ada)
    #expect(words(resolved.decided) == ["board title: Ours"])
    #expect(try pair.ada.board().store.snapshot().board.title == "Ours")
    #expect(try pair.ada.conflicts().isEmpty)
  }

  @Test("A dry run gives the values, and moves nothing")
  func dryRun() async throws {
    let (pair, first, second) = try await conflicts()
    let tip = try pair.ada.tip()
    let board = try pair.ada.board()
    board.participant.isDryRun = true
    let resolved = try await board.resolve(nil, by: .newest)
    #expect(
      words(resolved.decided) == [
        "\(first) title: Theirs", "\(first) due: 2026-12-01", "\(second) title: Theirs",
      ])
    let open = try board.openConflict(second.text, field: nil)
    #expect(try await board.resolve(open, by: .take(2)).isDryRun)
    #expect(try pair.ada.tip() == tip && pair.ada.candidates().count == 3)
  }

  @Test("A plan that can't be read is named, as its conflicts are not decided")
  func unreadable() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    try await pair.ada.repository.commitToBoard("{\n", at: "plans/zz/zzzzzzzzzzzz.json")
    let resolved = try await resolve(nil, by: .newest, in: pair.ada)
    #expect(resolved.shown.missing.plans.map(\.path) == ["plans/zz/zzzzzzzzzzzz.json"])
    #expect(words(resolved.decided) == ["\(id) title: Theirs"])
  }
}
