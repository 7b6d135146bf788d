import Git
import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// The undo of a change that a page shows, although the person made others since.
@Suite("Undo of the very change")
struct UndoExactlyTests {
  private func refused(_ worker: Worker, of basis: String) async throws -> Problem {
    try await refusal { _ = try await worker.board().undo(basis: basis) }
  }

  private func tip(_ worker: Worker) throws -> String { try worker.board().store.tip().hex }

  @Test("Changes of other plans since stay, shared or not", arguments: [false, true])
  func others(isShared: Bool) async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Other")
    try await pair.ada.edit(id) { $0.title = "Changed" }
    let seen = try tip(pair.ada)
    try await pair.ada.edit(other) { $0[.priority] = "high" }
    if isShared { try await pair.share() }
    let undone = try await pair.ada.board().undo(basis: seen)
    #expect(undone.count == 1 && undone.plans == [id] && undone.kept.isEmpty)
    #expect(try pair.ada.plan(id).title == "A plan")
    #expect(try pair.ada.plan(other).priority == .high)
    // The next undo is of the change that stayed; the two come back one after the other.
    try await pair.ada.undo()
    #expect(try pair.ada.plan(other).priority == nil)
    for _ in 1...2 { try await pair.ada.redo() }
    #expect(try pair.ada.plan(other).priority == .high)
    #expect(try pair.ada.plan(id).title == "Changed")
  }

  @Test("A later change of the same plan is in the way, and is named")
  func obstacle() async throws {
    let worker = try await Worker()
    let id = try await worker.add("A plan")
    try await worker.edit(id) { $0.title = "Changed" }
    let seen = try tip(worker)
    _ = try await worker.add("Other")
    try await worker.edit(id) { $0[.priority] = "high" }
    let problem = try await refused(worker, of: seen)
    #expect(problem.code == .changedMeanwhile)
    #expect(problem.message.contains(try await worker.subject()))
    #expect(problem.hints.first?.text().contains("pmgit undo 3") == true)
    #expect(try worker.plan(id).title == "Changed")
    // Without that change it is possible.
    try await worker.undo()
    _ = try await worker.board().undo(basis: seen)
    #expect(try worker.plan(id).title == "A plan")
    #expect(try await refused(worker, of: seen).message == "this change is no longer there to undo")
  }

  @Test("Any one of several changes is undone as if it were the last", arguments: 1...20)
  func random(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let worker = try await Worker()
    var ids: [PlanID] = []
    for number in 1...4 { ids.append(try await worker.add("Plan \(number)")) }
    var changes: [(id: PlanID, seen: String, before: String)] = []
    for number in 1...6 {
      let id = ids.randomElement(using: &random)!
      let before = try worker.plan(id).title
      try await worker.edit(id) { $0.title = "Title \(number)" }
      changes.append((id, try tip(worker), before))
    }
    let index = changes.indices.randomElement(using: &random)!
    let change = changes[index]
    let titles = try ids.map { try worker.plan($0).title }
    if changes[(index + 1)...].contains(where: { $0.id == change.id }) {
      #expect(try await refused(worker, of: change.seen).code == .changedMeanwhile)
      #expect(try ids.map { try worker.plan($0).title } == titles)
    } else {
      _ = try await worker.board().undo(basis: change.seen)
      let expected = zip(ids, titles).map { $0 == change.id ? change.before : $1 }
      #expect(try ids.map { try worker.plan($0).title } == expected)
    }
  }
}
