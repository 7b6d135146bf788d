import PlanActions
import PlanModel
import PmgitTestSupport
import Testing

/// Cases of undo and redo by several people. A field shows its newest value that its author has not
/// undone.
@Suite("Undo of several people, case by case")
struct UndoCasesTests {
  /// Returns a board in one repository, with a plan 'T0' by a person who makes no other change.
  private func board() async throws -> (worker: Worker, id: PlanID) {
    let worker = try await Worker()
    worker.become("cleo")
    return (worker, try await worker.add("T0"))
  }

  /// Commits the tree of the board as one person, with a trailer that mentions a commit.
  ///
  /// - Parameter parent: The parent of the new commit.
  private func commit(
    _ trailer: String, of commit: String, by person: String, on parent: String = "pmgit/main",
    in worker: Worker
  ) async throws {
    let repository = worker.repository
    let made = try await repository.git(
      "-c", "user.name=\(person)", "-c", "user.email=\(person)@example.org", "commit-tree", "-p",
      parent, "-m", "x", "-m", "\(trailer): \(commit)", "pmgit/main^{tree}")
    try await repository.git("update-ref", "refs/heads/pmgit/main", made)
  }

  @Test("An undo goes below an edit of another person who has undone it")
  func below() async throws {
    let (worker, id) = try await board()
    // Each step is an edit of the title or, where there is none, an undo.
    for (person, title, shown) in [
      ("ben", "B1", "B1"), ("ada", "A2", "A2"), ("ada", nil, "B1"), ("ada", "A3", "A3"),
      ("ben", nil, "A3"), ("ada", nil, "T0"),
    ] as [(String, String?, String)] {
      worker.become(person)
      if let title {
        try await worker.edit(id) { $0.title = title }
      } else {
        try await worker.undo()
      }
      #expect(try worker.plan(id).title == shown, "\(title ?? "undo") by \(person)")
      #expect(try worker.conflicts().isEmpty)
    }
  }

  @Test("A redo apart from a newer value stands beside it, and each person undoes the own one")
  func redoInConflict() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.edit(id) { $0.title = "A1" }
    try await pair.ada.sync()
    try await pair.ada.undo()
    try await pair.share()
    try await pair.ada.redo()
    try await pair.ben.edit(id) { $0.title = "B2" }
    try await pair.share()
    #expect(try pair.ada.conflicts().map(\.conflict.field) == ["title"])
    try await pair.ada.undo()
    #expect(try pair.ada.conflicts().isEmpty)
    #expect(try pair.ada.plan(id).title == "B2")
    try await pair.ada.redo()
    #expect(try pair.ada.conflicts().map(\.conflict.field) == ["title"])
    try await pair.share()
    try await pair.ben.undo()
    #expect(try pair.ben.conflicts().isEmpty)
    #expect(try pair.ben.plan(id).title == "A1")
  }

  @Test("A trailer in a commit of another person changes nothing", arguments: ["Undoes", "Redoes"])
  func foreignTrailer(trailer: String) async throws {
    let (worker, id) = try await board()
    worker.become("ada")
    try await worker.edit(id) { $0.title = "A1" }
    if trailer == "Redoes" { try await worker.undo() }
    try await commit(trailer, of: worker.tip(), by: "ben", in: worker)
    if trailer == "Redoes" {
      #expect(try await refusal { try await worker.undo() }.code == .nothingToUndo)
      try await worker.redo()
      #expect(try worker.plan(id).title == "A1")
    }
    try await worker.undo()
    #expect(try worker.plan(id).title == "T0")
  }

  @Test(
    "A change with a trailer that does not count is a change like any other",
    arguments: ["Undoes", "Redoes"])
  func changeWithForeignTrailer(trailer: String) async throws {
    let (worker, id) = try await board()
    worker.become("ada")
    try await worker.edit(id) { $0.title = "A1" }
    if trailer == "Redoes" { try await worker.undo() }
    let named = try worker.tip()
    worker.become("ben")
    try await worker.edit(id) { $0.title = "B2" }
    try await commit(trailer, of: named, by: "ben", on: "pmgit/main^", in: worker)
    worker.become("ada")
    _ = try await trailer == "Redoes" ? worker.redo() : worker.undo()
    #expect(try worker.conflicts().isEmpty)
    #expect(try worker.plan(id).title == "B2")
    worker.become("ben")
    try await worker.undo()
    #expect(try worker.plan(id).title == (trailer == "Redoes" ? "A1" : "T0"))
  }

  @Test("A redo brings back the own change, whatever was undone and redone in other names since")
  func redoAfterOther() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let ada = pair.ada
    ada.actor = "bot"
    try await ada.edit(id) { $0.title = "Bot" }
    try await ada.sync()
    try await ada.undo()
    ada.actor = nil
    try await ada.edit(id) { $0[.due] = "2026-12-01" }
    try await ada.undo()
    ada.actor = "bot"
    try await ada.redo()
    ada.actor = nil
    try await ada.redo()
    #expect(try ada.plan(id).due == CalendarDay("2026-12-01"))
    #expect(try ada.plan(id).title == "Bot")
  }

  @Test("A change, undo and redo in another name keeps nobody from a redo")
  func redoAfterUndoOfOther() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    let ada = pair.ada
    try await ada.edit(id) { $0[.due] = "2026-12-01" }
    try await ada.undo()
    ada.actor = "bot"
    try await ada.edit(id) { $0.title = "Bot" }
    try await ada.undo()
    ada.actor = nil
    try await ada.redo()
    #expect(try ada.plan(id).due == CalendarDay("2026-12-01"))
    try await ada.undo()
    try await ada.redo()
    ada.actor = "bot"
    try await ada.edit(id) { $0.title = "Bot" }
    ada.actor = nil
    #expect(try await refusal { try await ada.redo() }.code == .nothingToRedo)
  }

  @Test("A deletion that is redone beside a newer edit of another person waits for a decision")
  func redoOfDeletion() async throws {
    let (worker, id) = try await board()
    worker.become("ada")
    try await worker.delete(id)
    try await worker.undo()
    worker.become("ben")
    try await worker.edit(id) { $0.title = "B2" }
    worker.become("ada")
    let redone = try await worker.redo()
    #expect(redone.words == ["redid 'delete \(id.text.prefix(4)): T0'"] && redone.kept.isEmpty)
    #expect(try worker.content().map(\.title) == ["B2"])
    #expect(try worker.conflicts().map(\.conflict.field) == ["deleted"])
  }

  @Test(
    "Below a file that was removed and put back by hand, an edit is undone where it still shows",
    arguments: ["A1", "T0", "B2"])
  func putBackByHand(title: String) async throws {
    let (worker, id) = try await board()
    let repository = worker.repository
    let old = try await repository.git("show", "pmgit/main:\(id.path)")
    worker.become("ada")
    try await worker.edit(id) { $0.title = "A1" }
    let new = try await repository.git("show", "pmgit/main:\(id.path)")
    try repository.commitHostile([.removed(id.path)])
    let text = title == "A1" ? new : old.replacing("\"T0\"", with: "\"\(title)\"")
    try repository.commitHostile([HostileFile(id.path, text + "\n")])
    let isShown = title == "A1"
    let undone = try await worker.undo().words
    #expect(undone.first?.hasPrefix(isShown ? "undid" : "nothing was left") == true, "\(undone)")
    #expect(try worker.plan(id).title == (isShown ? "T0" : title))
    let redone = try await worker.redo().words
    #expect(redone.first?.hasPrefix(isShown ? "redid" : "nothing was left") == true, "\(redone)")
    #expect(try worker.plan(id).title == title)
    #expect(try worker.conflicts().isEmpty)
  }

  @Test("A creation that another person deleted too does not come back, and a redo says so")
  func redoOfCreation() async throws {
    let (pair, id) = try await WorkerPair.withPlan()
    try await pair.ada.undo()
    try await pair.ben.delete(id)
    try await pair.share()
    let redone = try await pair.ada.redo()
    let short = id.text.prefix(4)
    #expect(
      redone.words == [
        "nothing was left to redo of 'add \(short): A plan'",
        "kept \(short) as it is: Ben deleted it since",
      ])
    #expect(redone.kept.map(\.reason) == [.deleted])
    #expect(try pair.ada.content().isEmpty)
    try await pair.share()
    #expect(try pair.ben.content().isEmpty)
  }
}
