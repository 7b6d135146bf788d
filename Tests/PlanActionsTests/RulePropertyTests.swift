import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Random rules and random changes of a board.
private struct RuleScript {
  private(set) var random: SeededGenerator
  private static let columns = ["todo", "doing", "review", "done"]
  private static let labels = ["a", "b", "c"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func rule() -> String {
    let triggers = [
      "add", "done", "reopen", "assign", "owner", "label \(random.pick(Self.labels))",
      "move to \(random.pick(Self.columns))", "move from \(random.pick(Self.columns))",
    ]
    let conditions = ["#a", "-#b", "no:owner", "is:open", "state:doing,review", "owner:@me"]
    let condition = random.chance(30) ? " if \(random.pick(conditions))" : ""
    let actions = (0...random.number(below: 3)).map { _ in
      random.pick([
        "move \(random.pick(Self.columns))", "label +\(random.pick(Self.labels))",
        "label -\(random.pick(Self.labels))", "label none", "owner @me", "owner none",
        "assign +@me", "assign none", "due +3d", "due none", "priority high",
      ])
    }
    return "on \(random.pick(triggers))\(condition): \(actions.joined(separator: "; "))"
  }

  /// Returns a change of one plan, or a new plan.
  mutating func change(of plans: [PlanID]) -> @Sendable (Workspace) async throws -> PlanChanges {
    var fields = FieldChanges()
    guard let id = plans.isEmpty || random.chance(25) ? nil : random.pick(plans) else {
      if random.chance(50) { fields[.labels] = .init(added: [random.pick(Self.labels)]) }
      let request = AddPlan(title: "Plan", fields: fields)
      return { try await $0.add(request) }
    }
    switch random.number(below: 5) {
    case 0: fields[.labels] = .init(added: [random.pick(Self.labels)])
    case 1: fields[.owner] = random.pick(["@me", "none", "Ben <ben@example.org>"])
    case 2: fields[.assignees] = .init(added: ["Ben <ben@example.org>"])
    default:
      let move = MovePlans([id.text], to: random.pick(Self.columns))
      return { try await $0.move(move) }
    }
    let edit = EditPlan(id.text, fields: fields)
    return { try await $0.edit(edit) }
  }

  mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }
}

@Suite("Rules on random boards")
struct RulePropertyTests {
  @Test(
    "Every chain ends, a dry run says what happens then, and an undo takes back all of it",
    arguments: Seeds.each(12))
  func chains(seed: UInt64) async throws {
    var script = RuleScript(seed: seed)
    let worker = try await Worker()
    _ = try await worker.board().addColumn("review", ColumnChanges())
    if script.chance(50) {
      var changes = ColumnChanges()
      changes.from = ["review"]
      _ = try await worker.board().changeColumn("done", changes)
    }
    _ = try await worker.board().addRule("added", "on add: label +c")
    for number in 0..<5 { _ = try await worker.board().addRule("r\(number)", script.rule()) }
    var (plans, acted): ([PlanID], Int) = ([], 0)
    for step in 0..<25 {
      let change = script.change(of: plans)
      let before = try worker.tip()
      let shown = try Self.shown(on: worker)
      // Both draw the same id for a new plan.
      let numbers = SeededGenerator(seed: seed &+ UInt64(step) << 32)
      let board = try worker.board(drawing: numbers, at: worker.seconds + 1)
      board.participant.isDryRun = true
      let note = Comment(rawValue: "PMGIT_SEED=\(seed), step \(step)")
      let dryRun: PlanChanges
      do {
        dryRun = try await change(board)
      } catch {
        // The rule of a column forbids the move itself, in a dry run or not.
        #expect(Problem(error).code == .columnRule, note)
        continue
      }
      #expect(try worker.tip() == before, note)
      let real = try worker.board(drawing: numbers, at: worker.seconds + 1)
      let made = try await change(real)
      worker.seconds += 1
      #expect(made.rules == dryRun.rules, note)
      #expect(
        try made.plans.map { try made.after.plan($0).labels }
          == dryRun.plans.map { try dryRun.after.plan($0).labels }, note)
      #expect(Set(made.rules.map { [$0.rule, $0.plan.text] }).count == made.rules.count, note)
      acted += made.rules.count
      plans = Array(Set(plans + made.plans)).sorted()
      guard try worker.tip() != before, script.chance(40) else { continue }
      let after = try Self.shown(on: worker)
      _ = try await worker.board().undo()
      #expect(try Self.shown(on: worker) == shown, note)
      _ = try await worker.board().redo()
      #expect(try Self.shown(on: worker) == after, note)
    }
    #expect(acted > 0)
  }

  /// Returns what the plans show, without when they were changed.
  private static func shown(on worker: Worker) throws -> [String] {
    let snapshot = try worker.board().store.snapshot()
    let plans = try snapshot.plans().plans.filter { !$0.isDeleted }
    return plans.sorted { $0.id < $1.id }.map { plan in
      var object = PlanJSON.object(plan, board: snapshot.board, today: CalendarDay(dayNumber: 0))
      for key: ExactString in ["updated", "moved"] { object[key] = .null }
      return CanonicalJSON.line(of: .object(object))
    }
  }

  @Test("Clones that share converge, and a merge runs no rule", arguments: Seeds.each(6))
  func merges(seed: UInt64) async throws {
    var script = RuleScript(seed: seed)
    let pair = try await WorkerPair()
    _ = try await pair.ada.board().addColumn("review", ColumnChanges())
    var (adas, bens): ([PlanID], [PlanID]) = ([], [])
    for number in 0..<4 {
      adas.append(try await pair.ada.add("Ada \(number)"))
      bens.append(try await pair.ada.add("Ben \(number)"))
    }
    try await pair.share()
    // Ben does not have the rules yet, and they would act on whatever he does.
    for (number, trigger) in ["move to doing", "move to done", "label a", "owner"].enumerated() {
      _ = try await pair.ada.board().addRule("r\(number)", "on \(trigger): label +ran")
    }
    for _ in 0..<8 {
      let own = script.change(of: adas)
      adas += try await own(pair.ada.board()).plans
      let other = script.change(of: bens)
      bens += try await other(pair.ben.board()).plans
    }
    let before = try Set(adas).sorted().map { try pair.ada.plan($0) }
    for worker in [pair.ada, pair.ben, pair.ada, pair.ben] { try await worker.sync() }
    let note = Comment(rawValue: "PMGIT_SEED=\(seed)")
    #expect(try pair.ada.tip() == pair.ben.tip(), note)
    #expect(try bens.allSatisfy { try !pair.ada.plan($0).labels.contains("ran") }, note)
    #expect(try Set(adas).sorted().map { try pair.ada.plan($0) } == before, note)
    let merges = try await pair.ada.repository.git("log", "--merges", "--format=%B", "pmgit/main")
    #expect(!merges.isEmpty && !merges.contains("Rule:"), note)
  }
}
