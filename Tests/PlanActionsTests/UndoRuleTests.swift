import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Undo of moves on boards whose columns take plans only from certain other columns.
@Suite("Undo and rules of columns")
struct UndoRuleTests {
  @Test(
    "A rule is not in the way of taking back a step that nobody else knows",
    arguments: [true, false])
  func ownStep(isAlone: Bool) async throws {
    let ada = try await WorkerPair().ada
    if isAlone { try await ada.repository.git("remote", "remove", "origin") }
    let id = try await ada.add("A plan")
    try await ada.move(id, to: "doing")
    try await ada.allow("doing", onlyFrom: "todo")
    if !isAlone { try await ada.sync() }
    try await ada.move(id, to: "done")
    let undone = try await ada.undo()
    #expect(undone.words.first?.hasPrefix("undid 'move ") == true && undone.kept.isEmpty)
    #expect(try ada.plan(id).state == "doing")
  }

  @Test("Nor where others' changes came in between, so that a commit takes it back")
  func ownStepBelowMerge() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.move(id, to: "doing")
    try await pair.ada.allow("doing", onlyFrom: "todo")
    try await pair.share()
    try await pair.ada.move(id, to: "done")
    try await pair.ben.add("Another")
    try await pair.ben.sync()
    try await pair.ada.sync(.pull)
    let tip = try pair.ada.tip()
    #expect(try await pair.ada.undo().words.first?.hasPrefix("undid 'move ") == true)
    #expect(try await pair.ada.repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try pair.ada.plan(id).state == "doing")
  }

  @Test("A shared step that a rule does not let go back is reported, and the next undo goes on")
  func sharedStep() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.move(id, to: "doing")
    try await pair.ada.allow("doing", onlyFrom: "todo")
    try await pair.ada.edit(id) { $0.title = "Changed" }
    try await pair.ada.move(id, to: "done")
    try await pair.share()
    let undone = try await pair.ada.undo()
    #expect(undone.words.first?.hasPrefix("nothing was left to undo of 'move ") == true)
    #expect(
      undone.words.contains(
        "kept state of \(id.text.prefix(4)): 'doing' takes plans only from 'todo'"),
      "\(undone.words)")
    #expect(undone.kept.first { $0.path == .field("state") }?.reason.code == "rule")
    #expect(try await pair.ada.undo().words.first?.hasPrefix("undid 'edit ") == true)
    #expect(try pair.ada.plan(id).state == "done")
  }
}
