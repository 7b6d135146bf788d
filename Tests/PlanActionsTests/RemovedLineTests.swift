import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@Suite("A checklist line that one person removes while another one ticks it")
struct RemovedLineTests {
  /// Returns two clones with a plan whose line Ada removed and Ben ticked, and the plan's id.
  private func contested() async throws -> (pair: WorkerPair, id: PlanID) {
    let (pair, id) = try await WorkerPair.withPlan { $0.checklist = ["one", "two"] }
    _ = try await check(id, .remove, by: pair.ada)
    _ = try await check(id, .check, by: pair.ben)
    try await pair.share()
    return (pair, id)
  }

  private func check(
    _ id: PlanID, _ action: CheckLines.Action, by worker: Worker
  ) async throws -> PlanChanges {
    try await worker.board().check(CheckLines([id.text], lines: .named(["one"]), action: action))
  }

  private func marks(_ id: PlanID, _ worker: Worker) throws -> [Bool] {
    try worker.plan(id).checklist.map(\.wasRemoved)
  }

  @Test("The sync that merges names it, and later ones do not")
  func reported() async throws {
    let (pair, id) = try await WorkerPair.withPlan { $0.checklist = ["one", "two"] }
    _ = try await check(id, .remove, by: pair.ada)
    _ = try await check(id, .check, by: pair.ben)
    _ = try await pair.ada.board().sync()
    let merged = try await pair.ben.board().sync()
    let short = try pair.ben.board().board().shortID(id)
    #expect(
      merged.notices.map { $0.message.text() }
        == ["a line of '\(short)' was removed and changed meanwhile: one"])
    _ = try await pair.ada.board().sync()
    _ = try await pair.ada.board().edit(
      EditPlan(id.text, fields: FieldChanges(.priority, "high")))
    _ = try await pair.ada.board().sync()
    _ = try await pair.ben.board().edit(
      EditPlan(id.text, fields: FieldChanges(.estimate, "3")))
    #expect(try await pair.ben.board().sync().notices.isEmpty)
  }

  @Test("It stays, and both see that it was removed")
  func marked() async throws {
    let (pair, id) = try await contested()
    for worker in [pair.ada, pair.ben] {
      #expect(try worker.plan(id).checklist.map(\.text) == ["one", "two"])
      #expect(try marks(id, worker) == [true, false])
    }
  }

  @Test("Ticking, unticking or rewording it keeps it; a removal removes it")
  func decided() async throws {
    let (pair, id) = try await contested()
    let ticked = try await check(id, .check, by: pair.ada)
    #expect(ticked.notices.first?.message.text() == "kept 'one'; 1 of 2 is done")
    #expect(try marks(id, pair.ada) == [false, false])
    _ = try await pair.ada.board().undo()
    #expect(try marks(id, pair.ada) == [true, false])
    _ = try await pair.ada.board().change(
      ChangeLine(id.text, line: "one", text: "first", place: nil))
    #expect(try marks(id, pair.ada) == [false, false])
    _ = try await pair.ada.board().undo()
    _ = try await check(id, .remove, by: pair.ada)
    #expect(try pair.ada.plan(id).checklist.map(\.text) == ["two"])
    try await pair.share()
    #expect(try pair.ben.plan(id).checklist.map(\.text) == ["two"])
  }
}
