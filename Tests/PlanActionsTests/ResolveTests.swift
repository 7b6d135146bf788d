import PlanActions
import PlanModel
import PlanStore
import PlanView
import PmgitTestSupport
import Testing

/// Decisions about one conflict.
@Suite("Resolving a conflict")
struct ResolveTests {
  @Test("Two who decide apart and differently have a conflict again; alike, they have none")
  func twoDecisions() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    try await pair.ada.resolve(id, by: .take(1))
    try await pair.ben.resolve(id, by: .take(2))
    try await pair.share()
    #expect(try pair.ada.candidates() == ["\(id) title": [#"Ben: "Ours""#, #"Ada: "Theirs""#]])
    try await pair.ada.resolve(id, by: .value("Agreed"))
    try await pair.ben.resolve(id, by: .value("Agreed"))
    try await pair.share()
    for worker in [pair.ada, pair.ben] {
      #expect(try worker.conflicts().isEmpty)
      #expect(try worker.plan(id).title == "Agreed")
    }
  }

  @Test("A decision that is undone waits again, with the same value shown")
  func undone() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    let before = try pair.ada.candidates()
    #expect(before == ["\(id) title": [#"Ben: "Theirs""#, #"Ada: "Ours""#]])
    try await pair.ada.resolve(id, "title", by: .take(2))
    #expect(try pair.ada.conflicts().isEmpty && pair.ada.plan(id).title == "Ours")
    try await pair.ada.undo()
    #expect(try pair.ada.candidates() == before)
    try await pair.share()
    #expect(try pair.ben.candidates() == before)
    #expect(try pair.ben.plan(id).title == "Theirs")
  }

  @Test("A conflict that an undo reopens is between the same people as before, and the log says so")
  func reopened() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    let before = try pair.ada.candidates()
    try await pair.ada.resolve(id, by: .take(2))
    try await pair.ada.sync()
    try await pair.ada.undo()
    #expect(try pair.ada.candidates() == before)
    let entries = try pair.ada.board().history(ShowHistory(limit: 1)).entries
    let reopened = entries.flatMap(\.changes).filter(\.isReopened)
    #expect(reopened.map(\.path) == [.field("title")])
    try await pair.ada.redo()
    #expect(try pair.ada.conflicts().isEmpty)
  }

  @Test("A decision about a plan that a deletion hides is refused")
  func hidden() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    try await pair.ada.delete(id)
    let tip = try pair.ada.tip()
    let problem = try await refusal { try await pair.ada.resolve(id, "title", by: .take(1)) }
    #expect(problem.code == .deleted && problem.message.contains("is deleted"))
    #expect(try pair.ada.tip() == tip && pair.ada.plan(id).isDeleted)
  }

  @Test("A sync, the board and the merge's commit count the same conflicts")
  func count() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Another")
    try await pair.share()
    try await pair.ada.delete(id)
    try await pair.ada.move(other, to: "doing")
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.ben.move(other, to: "done")
    try await pair.ada.sync()
    #expect(try await pair.ben.sync().conflictCount == 2)
    #expect(try pair.ben.board().status().model.conflictCount == 2)
    #expect(try pair.ben.conflicts().map(\.conflict.values.count) == [2, 2])
    let message = try await pair.ben.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains(", 2 conflicts\n"), "\(message)")
  }

  // MARK: - Deletions

  /// Returns two clones with a plan that Ben changed and Ada deleted independently.
  ///
  /// - Parameter edits: Whether Ada also edits the plan before she deletes it.
  private func deletionConflict(
    edits: Bool = false
  ) async throws -> (pair: WorkerPair, id: PlanID) {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ben.edit(id) { $0[.owner] = "@me" }
    if edits { try await pair.ada.edit(id) { $0[.due] = "fri" } }
    try await pair.ada.delete(id)
    try await pair.ada.sync()
    #expect(try await pair.ben.sync().conflictCount == 1)
    try await pair.ada.sync()
    return (pair, id)
  }

  /// Returns the author of each value of all conflicts; nil for an unknown author.
  private func authors(_ worker: Worker) throws -> [String?] {
    let listed = try worker.board().conflicts()
    return listed.waiting().flatMap { waiting in
      waiting.conflict.values.map {
        listed.authors(waiting.subject.plan, waiting.conflict.path, $0)
      }
    }
  }

  @Test(
    "A deletion against an edit is counted and found as a conflict of those who wrote them",
    arguments: [false, true])
  func deletion(edits: Bool) async throws {
    let (pair, id) = try await deletionConflict(edits: edits)
    #expect(try pair.ada.board().status().model.conflictCount == 1)
    #expect(try pair.ada.board().find("has:conflict").plans.map(\.id) == [id])
    let conflict = try #require(try pair.ada.conflicts().first?.conflict)
    #expect(conflict.field == "deleted" && conflict.values.map(\.value.isNull) == [true, false])
    // The other side is the last other person who changed the plan: it counts as that person's
    // decision to keep it.
    #expect(try authors(pair.ada) == ["Ben <ben@example.org>", "Ada <ada@example.org>"])
    let open = try pair.ada.board().openConflict(id.text, field: nil)
    #expect(open.words == ["kept", "deleted by Ada"])
  }

  @Test("A restoration apart from the deletion is a value with its own author")
  func restoration() async throws {
    let (pair, id) = try await deletionConflict()
    try await pair.ada.restore(id)
    try await pair.ben.resolve(id, by: .take(2))
    try await pair.share()
    #expect(
      Set(try authors(pair.ada)) == ["Ada <ada@example.org>", "Ben <ben@example.org>"])
  }

  @Test("Deciding for the deletion deletes the plan as it is now; deciding against it keeps it")
  func decideOnDeletion() async throws {
    let (pair, id) = try await deletionConflict()
    try await pair.ada.resolve(id, by: .take(2))
    #expect(try pair.ada.plan(id).deletion?.holds == true)
    #expect(try pair.ada.content().isEmpty && pair.ada.conflicts().isEmpty)
    try await pair.ada.restore(id)
    #expect(try pair.ada.plan(id).deletion == nil)
    try await pair.ben.resolve(id, "deleted", by: .take(1))
    #expect(try pair.ben.conflicts().isEmpty)
    #expect(try pair.ben.plan(id).deletion == nil)
    #expect(try pair.ben.content().map(\.id) == [id])
  }
}
