import PlanActions
import PlanModel
import PmgitTestSupport
import Testing

/// A step of one person on a plan whose title is in conflict.
private enum Step: Int, CaseIterable {
  case edit, takeFirst, takeSecond, undo, redo
}

/// What a person undoes and redoes does not depend on whether they sync in between.
@Suite("Redo after a sync")
struct RedoSyncTests {
  @Test("A decision that was undone with the edit before it comes back")
  func decision() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    let ada = pair.ada
    try await ada.resolve(id, by: .take(1))
    try await ada.undo()
    try await ada.undo()
    try await ada.sync()
    try await ada.redo()
    let redone = try await ada.redo()
    #expect(redone.keptFields.isEmpty)
    #expect(try ada.plan(id).title == "Theirs" && ada.conflicts().isEmpty)
  }

  @Test("A redo of another change decides no conflict that two undos have left")
  func bystander() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let (ada, ben) = (pair.ada, pair.ben)
    try await ada.edit(id) { $0.title = "Ours" }
    try await ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    try await ada.undo()
    try await ben.undo()
    try await pair.share()
    let before = try ada.plan(id)
    #expect(!before.conflicts.isEmpty)
    try await ada.undo()
    try await ada.sync()
    try await ada.redo()
    let after = try ada.plan(id)
    #expect(after.conflicts == before.conflicts && after.title == before.title)
  }

  @Test(
    "Whatever is undone and redone, syncs of one person change nothing", arguments: Seeds.each(12))
  func syncs(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<8).map { _ in random.pick(Step.allCases) }
    let syncs = steps.map { _ in random.chance(40) }
    let quiet = try await Self.shown(after: steps, syncs: steps.map { _ in false })
    let synced = try await Self.shown(after: steps, syncs: syncs)
    #expect(quiet == synced, "seed \(seed): \(steps), syncs after \(syncs)")
  }

  @Test("As many changes can be redone as are counted before", arguments: Seeds.each(12))
  func counted(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let (pair, id) = try await WorkerPair.withPlan()
    let ada = pair.ada
    for number in 0..<8 {
      try await ada.edit(id) { $0.title = "Edit \(number)" }
      if random.chance(20) { try await ada.sync() }
    }
    for number in 0..<4 {
      if number > 0, random.chance(30) { try await ada.redo() }
      try await ada.undo(random.chance(30) ? 2 : 1)
      if random.chance(20) { try await ada.sync() }
    }
    let counted = try ada.board().redoableCount(20)
    var redone = 0
    while try ada.board().previewIfAny(.redo) != nil { redone += try await ada.redo().count }
    #expect(counted == redone && counted > 0, "seed \(seed): \(counted), \(redone)")
  }

  /// Returns the title and its candidates after each step.
  private static func shown(after steps: [Step], syncs: [Bool]) async throws -> [[String]] {
    let (pair, id) = try await WorkerPair.withConflict()
    let ada = pair.ada
    var shown: [[String]] = []
    for (number, step) in steps.enumerated() {
      do {
        switch step {
        case .edit: try await ada.edit(id) { $0.title = "Edit \(number)" }
        case .takeFirst: try await ada.resolve(id, by: .take(1))
        case .takeSecond: try await ada.resolve(id, by: .take(2))
        case .undo: try await ada.undo()
        case .redo: try await ada.redo()
        }
      } catch {
        let expected: Set<Problem.Code> = [.nothingToUndo, .nothingToRedo, .noConflict]
        guard expected.contains(Problem(error).code) else { throw error }
      }
      if syncs[number] { try await ada.sync() }
      let plan = try ada.plan(id)
      shown.append([plan.title] + plan.conflicts.flatMap { $0.values.compactMap(\.value.string) })
    }
    return shown
  }
}
