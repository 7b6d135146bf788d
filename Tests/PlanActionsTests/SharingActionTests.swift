import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// Claiming, sharing and undoing by two people, each with a clone.
@Suite("Actions of two people")
struct SharingActionTests {
  // MARK: - Claims and sharing

  @Test("A claim is on the remote at once, and another's is refused with whose it is")
  func take() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let taken = try await pair.ada.board().take(TakePlan(id.text))
    #expect(
      taken.acceptedBy == "origin" && !taken.notices.contains { $0.isWarning }
        && taken.plans == [id])
    let tip = try pair.ada.board().store.localTip()
    #expect(try pair.hub.open().reference("refs/heads/pmgit/main") == tip)
    // Ben has not synced since.
    let problem = try await refusal {
      _ = try await pair.ben.board().take(TakePlan(id.text))
    }
    #expect(problem.code == .taken)
    #expect(problem.message.hasPrefix("plan '\(id)' was taken by Ada"), "\(problem.message)")
    #expect(try pair.hub.open().reference("refs/heads/pmgit/main") == tip)
  }

  @Test("A taken plan stays in its column if no column of kind doing takes plans from there")
  func takeFromOtherColumn() async throws {
    let worker = try await Worker()
    for column in try worker.board().store.snapshot().board.columns where column.kind == .doing {
      try await worker.allow(column.id, onlyFrom: "done")
    }
    let id = try await worker.add("A plan")
    _ = try await worker.take(id)
    #expect(try worker.plan(id).owner != nil && worker.plan(id).state == "todo")
  }

  @Test("Without a remote a claim is made here; without it answering, none is")
  func takeAlone() async throws {
    let worker = try await Worker()
    let own = try await worker.add("A plan")
    worker.actor = "Ben"
    #expect(try await worker.take(own).acceptedBy == nil)
    #expect(try worker.plan(own).owner == "Ben")
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.repository.git("remote", "set-url", "origin", pair.hub.folder + "/none")
    let problem = try await refusal {
      _ = try await pair.ada.board().take(TakePlan(id.text))
    }
    #expect(problem.code == .noRemoteRepository)
    #expect(problem.hints.first == "the plan was not taken")
    #expect(try pair.ada.plan(id).owner == nil)
  }

  @Test("A sync reports conflicts and files that broke, and of these once")
  func sync() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Broken")
    try await pair.share()
    _ = try await pair.ada.edit(id) { $0.title = "Ada's" }
    _ = try await pair.ben.edit(id) { $0.title = "Ben's" }
    try pair.ada.repository.commitHostile([HostileFile(other.path, "{")])
    _ = try await pair.ada.board().sync()
    let synced = try await pair.ben.board().sync()
    #expect(synced.result.kind == .merged && synced.conflictCount == 1)
    #expect(synced.broken.map(\.id) == [other] && synced.broken.map(\.title) == ["Broken"])
    let again = try await pair.ben.board().sync()
    #expect(again.broken.isEmpty && again.knownCount == 1)
  }

  @Test("A sync reports a plan whose file somebody removed, with its title")
  func removed() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try pair.ada.repository.commitHostile([.removed(id.path)])
    _ = try await pair.ada.board().sync()
    let synced = try await pair.ben.board().sync()
    #expect(synced.removed.map(\.id) == [id] && synced.removed.map(\.title) == ["A plan"])
    #expect(try await pair.ben.board().sync().removed.isEmpty)
  }

  @Test("Without a remote there is nothing to share with")
  func syncRefused() async throws {
    let worker = try await Worker()
    let problem = try await refusal {
      _ = try await worker.board().sync()
    }
    #expect(problem.code == .noRemote)
  }

  // MARK: - Undo and redo

  @Test("What was shared is taken back by a commit, and comes back in both clones")
  func undoShared() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await pair.ada.edit(id) { ($0.title, $0[.due]) = ("Ada's", "2026-12-01") }
    try await pair.share()
    let tip = try #require(try pair.ada.board().store.localTip())
    let undone = try await pair.ada.board().undo()
    #expect(undone.way == .undo && undone.kept.isEmpty)
    #expect(try pair.ada.repository.open().commit(undone.change.after.commit).parents == [tip])
    try await pair.share()
    #expect(try pair.ben.plan(id).title == "A plan" && pair.ben.plan(id).due == nil)
    _ = try await pair.ada.board().redo()
    try await pair.share()
    #expect(try pair.ben.plan(id).due == CalendarDay("2026-12-01"))
    #expect(try pair.ben.plan(id).title == "Ada's")
  }

  @Test("What nobody has seen leaves nothing, and no conflict with what another does")
  func undoUnshared() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let tip = try pair.ada.board().store.localTip()
    _ = try await pair.ada.edit(id) { $0.title = "Ada's" }
    _ = try await pair.ada.board().undo()
    #expect(try pair.ada.board().store.localTip() == tip)
    _ = try await pair.ben.edit(id) { $0.title = "Ben's" }
    try await pair.share()
    #expect(try pair.ada.plan(id).title == "Ben's")
    #expect(try pair.ada.plan(id).conflicts.isEmpty)
  }

  @Test("Nobody undoes what another did, and each their own last change")
  func others() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let problem = try await refusal { _ = try await pair.ben.board().undo() }
    #expect(problem.code == .nothingToUndo)
    let bens = try await pair.ben.add("Ben's plan")
    try await pair.share()
    _ = try await pair.ada.board().undo()
    #expect(try pair.ada.plan(id).isDeleted && !pair.ada.plan(bens).isDeleted)
    let many = try await refusal { _ = try await pair.ben.board().undo(2) }
    #expect(many.code == .nothingToUndo && many.message == "only 1 change of yours can be undone")
    #expect(many.hints.flatMap(\.commands) == [["pmgit", "undo", "1"]])
  }

  @Test("Several changes go back together; after another change nothing can be redone")
  func several() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await pair.ada.edit(id) { $0[.due] = "2026-12-01" }
    _ = try await pair.ada.edit(id) { $0[.priority] = "high" }
    try await pair.share()
    _ = try await pair.ada.board().undo(2)
    #expect(try pair.ada.plan(id).due == nil && pair.ada.plan(id).priority == nil)
    _ = try await pair.ada.board().redo()
    #expect(try pair.ada.plan(id).priority == .high)
    let problem = try await refusal { _ = try await pair.ada.board().redo() }
    #expect(problem.code == .nothingToRedo)
  }

  @Test("A claim that is redone asks the remote, and does not take another's plan")
  func claim() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    _ = try await pair.ada.board().take(TakePlan(id.text))
    _ = try await pair.ada.board().undo()
    try await pair.share()
    _ = try await pair.ben.board().take(TakePlan(id.text))
    // Ada has not synced since.
    let redone = try await pair.ada.board().redo()
    #expect(redone.kept.map(\.path) == [.field("owner"), .field("rank"), .field("state")])
    #expect(redone.words.first?.hasPrefix("nothing was left to redo of 'take ") == true)
    #expect(redone.words.contains("kept owner of \(id.text.prefix(4)): Ben changed it since"))
    #expect(try pair.ada.plan(id).owner == "Ben <ben@example.org>")
    #expect(try pair.ada.plan(id).conflicts.isEmpty)
  }
}
