import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

@testable import PlanActions

/// The use of a board through actions only, as by a page in a browser: without a parser, a terminal
/// or printed text.
@Suite("A story told by actions")
struct StoryTests {
  @Test("Two make a board, edit apart, meet, decide, and take it back")
  func story() async throws {
    let hub = try await ScratchRepository(bare: true)
    let ada = try await Worker("Ada", of: hub, seed: 1)
    let made = try await ada.board().createBoard()
    #expect(made.creation == .made && made.notices.isEmpty)

    let id = try await ada.add("Fix login") { $0[.due] = "fri" }
    #expect(try ada.plan(id).due == CalendarDay("2026-11-27"))
    let moved = try await ada.board().move(MovePlans([id.text], to: "Doing"))
    #expect(moved.wording.column == "Doing" && moved.plans == [id])
    let shared = try await ada.board().sync()
    #expect(shared.result.createdOnRemote && shared.conflictCount == 0)
    let push = ["git", "push", "-u", "origin", "HEAD"]
    #expect(shared.notices.flatMap(\.hints).flatMap(\.commands) == [push])

    let ben = try await Worker("Ben", of: hub, seed: 2)
    let taken = try await ben.board().createBoard()
    #expect(taken.creation == .takenUp)
    _ = try await ada.edit(id) { $0.title = "Fix the login" }
    _ = try await ben.edit(id) { ($0.title, $0[.labels].added) = ("Fix sign-in", ["bug"]) }
    _ = try await ada.board().sync()
    let met = try await ben.board().sync()
    #expect(met.conflictCount == 1 && met.conflicts.map(\.id) == [id])
    #expect(try ben.plan(id).labels == ["bug"])

    let open = try ben.board().openConflict(id.text, field: nil)
    let adas = try #require(open.words.firstIndex { $0.contains("Fix the login") })
    let resolved = try await ben.board().resolve(open, by: .take(adas + 1))
    #expect(resolved.decided.map(\.field) == ["title"])
    #expect(try ben.plan(id).title == "Fix the login")
    #expect(try ben.plan(id).conflicts.isEmpty)
    _ = try await ben.board().sync()
    _ = try await ada.board().sync()
    #expect(try ada.board().store.localTip() == (try ben.board().store.localTip()))

    _ = try await ada.edit(id) { $0[.priority] = "high" }
    let undone = try await ada.board().undo()
    #expect(undone.notices.first?.message.text().hasPrefix("undid 'edit ") == true)
    #expect(try ada.plan(id).priority == nil)
    let redone = try await ada.board().redo()
    #expect(redone.change.didChange)
    #expect(try ada.plan(id).priority == .high)
  }

  @Test("Who decides about values that are others by now is told, and nothing is decided")
  func decidedMeanwhile() async throws {
    let (pair, id) = try await WorkerPair.withConflict()
    let seen = try pair.ben.board().openConflict(id.text, field: "title")
    _ = try await pair.ben.edit(id) { $0.title = "Third" }
    await #expect {
      _ = try await pair.ben.board().resolve(seen, by: .value("Fourth"))
    } throws: { ($0 as? Problem)?.code == .changedMeanwhile }
    #expect(try pair.ben.plan(id).title == "Third")
  }
}
