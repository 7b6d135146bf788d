import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Undo when other people change the same field.
@Suite("Undo beside others")
struct UndoSharingTests {
  @Test("What others changed since stays, and an undo of which nothing is left passes over it")
  func others() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let short = id.text.prefix(4)
    try await pair.ada.edit(id) { ($0.title, $0[.labels].added) = ("Mine", ["bug"]) }
    try await pair.share()
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    let undone = try await pair.ada.undo()
    #expect(
      undone.words == [
        "undid 'edit \(short): title, +bug, Mine'", "kept title of \(short): Ben changed it since",
      ])
    #expect(undone.keptFields == ["title"] && undone.hints.isEmpty)
    #expect(try pair.ada.plan(id).title == "Theirs" && pair.ada.plan(id).labels.isEmpty)
    // Nothing is left of the creation, so the next undo passes over it.
    let spent = try await pair.ada.undo()
    #expect(
      spent.words == [
        "nothing was left to undo of 'add \(short): A plan'",
        "kept title of \(short): Ben changed it since",
      ])
    #expect(spent.hints == ["take back what you did before that with 'pmgit undo'"])
    #expect(try await refusal { try await pair.ada.undo() }.code == .nothingToUndo)
    // The other person can undo only their own change.
    try await pair.share()
    let theirs = try await pair.ben.undo().words
    #expect(theirs.first?.hasPrefix("undid 'edit \(short): title, T") == true, "\(theirs)")
    // Ada has undone the title 'Mine' as well, so the original one is shown.
    #expect(try pair.ben.plan(id).title == "A plan")
    #expect(try await refusal { try await pair.ben.undo() }.code == .nothingToUndo)
  }

  @Test("Undone in one clone, it is undone in all, whatever they did meanwhile")
  func shared() async throws {
    let (pair, id) = try await WorkerPair.withPlan { $0[.labels].added = ["bug"] }
    try await pair.ada.edit(id) { ($0.title, $0[.labels].removed) = ("Mine", ["bug"]) }
    try await pair.share()
    try await pair.ada.undo()
    _ = try await pair.ben.board().comment(CommentOnPlan(id.text, text: ["meanwhile"]))
    try await pair.share()
    for worker in [pair.ada, pair.ben] {
      let plan = try worker.plan(id)
      #expect(plan.title == "A plan" && plan.labels == ["bug"] && plan.conflicts.isEmpty)
      #expect(plan.comments.map(\.text) == [["meanwhile"]])
    }
  }

  @Test("An undo that goes back to nothing stands beside what was written apart")
  func absence() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.edit(id) { $0[.due] = "2026-12-01" }
    try await pair.share()
    try await pair.ada.undo()
    try await pair.ben.edit(id) { $0[.due] = "2026-12-24" }
    try await pair.share()
    let conflict = try #require(try pair.ada.conflicts().first?.conflict)
    #expect(conflict.field == "due")
    #expect(conflict.values.map(\.value) == [.string("2026-12-24"), .null])
  }

  @Test("A deletion that is undone here and decided for there waits again, and shows the plan")
  func deletion() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.delete(id)
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    try await pair.ada.undo()
    try await pair.ben.resolve(id, "deleted", by: .take(2))
    try await pair.share()
    for worker in [pair.ada, pair.ben] {
      #expect(try worker.content().map(\.title) == ["Theirs"])
      #expect(try worker.conflicts().map(\.conflict.field) == ["deleted"])
    }
  }

  @Test("What another restored is told so, and the next undo goes on")
  func restored() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Another")
    try await pair.ada.delete(id)
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    try await pair.ben.resolve(id, "deleted", by: .take(1))
    try await pair.share()
    let short = id.text.prefix(4)
    let undone = try await pair.ada.undo()
    #expect(
      undone.words == [
        "nothing was left to undo of 'delete \(short): A plan'",
        "kept \(short) as it is: Ben restored it since",
      ])
    #expect(undone.hints == ["take back what you did before that with 'pmgit undo'"])
    #expect(try await pair.ada.undo().words.first == "undid 'add \(other.text.prefix(4)): Another'")
  }

  @Test("What another has moved since is kept, with nothing said to be undone")
  func moved() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.move(id, to: "doing")
    try await pair.share()
    try await pair.ben.move(id, to: "done")
    try await pair.ben.move(id, to: "doing")
    try await pair.share()
    let before = try pair.ada.content()
    let words = try await pair.ada.undo().words
    #expect(words.first?.hasPrefix("nothing was left to undo of 'move ") == true, "\(words)")
    #expect(words.contains("kept state of \(id.text.prefix(4)): Ben changed it since"))
    #expect(try pair.ada.content() == before)
  }

  @Test("Resolved there to what was done here, an undo here is told to have nothing left")
  func resolved() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let other = try await pair.ada.add("Another")
    try await pair.ada.move(id, to: "doing")
    try await pair.ben.move(id, to: "done")
    try await pair.share()
    try await pair.ben.resolve(id, "state", by: .value("doing"))
    try await pair.share()
    let before = try pair.ada.content()
    let short = id.text.prefix(4)
    let undone = try await pair.ada.undo()
    #expect(
      undone.words == [
        "nothing was left to undo of 'move \(short): Todo → Doing, A plan'",
        "kept state of \(short): Ben changed it since",
      ])
    #expect(undone.hints == ["take back what you did before that with 'pmgit undo'"])
    #expect(try pair.ada.content() == before)
    #expect(try await pair.ada.undo().words.first == "undid 'add \(other.text.prefix(4)): Another'")
  }

  @Test("Where both wrote the same, undo says that nothing shows of it")
  func same() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let short = id.text.prefix(4)
    try await pair.ada.edit(id) { $0.title = "Same" }
    try await pair.ben.edit(id) { $0.title = "Same" }
    try await pair.share()
    let undone = try await pair.ada.undo()
    #expect(undone.words.first?.hasPrefix("nothing was left to undo of 'edit ") == true)
    #expect(undone.words.contains("kept title of \(short): Ben wrote the same"))
    #expect(undone.keptFields == ["title"] && undone.kept.map(\.reason) == [.same])
    #expect(try await pair.ada.redo().keptFields == ["title"])
    // The branch moves back over the undo, which nobody else has.
    try await pair.ada.undo()
    let redone = try await pair.ada.redo().words
    #expect(redone.first?.hasPrefix("nothing was left to redo of 'edit ") == true, "\(redone)")
    #expect(redone.contains { $0.hasPrefix("kept title of \(short): Ben ") }, "\(redone)")
    #expect(try pair.ada.plan(id).title == "Same")
  }

  @Test("What is kept is named by its words: a comment that one removed and edited apart")
  func namedByWords() async throws {
    let pair = try await WorkerPair()
    for worker in [pair.ada, pair.ben] { worker.become("ada") }
    let id = try await pair.ada.add("A plan") { $0[.labels].added = ["bug"] }
    _ = try await pair.ada.board().comment(CommentOnPlan(id.text, text: ["Hello there"]))
    try await pair.share()
    let change = { ChangeComment(id.text, comment: "1", $0) }
    _ = try await pair.ada.board().change(change(.delete))
    try await pair.ada.edit(id) { $0[.labels].removed = ["bug"] }
    try await pair.ben.edit(id) { $0[.labels].removed = ["bug"] }
    _ = try await pair.ben.board().change(change(.edit(["Hello you"])))
    try await pair.share()
    var words: [String] = []
    for _ in 0..<4 { words += try await pair.ada.undo().words }
    #expect(words.contains { $0.hasPrefix("kept comment 'Hello ") }, "\(words)")
    #expect(words.contains { $0.hasPrefix("kept label 'bug' of ") }, "\(words)")
    #expect(!words.contains { $0.contains("/") || $0.contains("gone") }, "\(words)")
  }
}
