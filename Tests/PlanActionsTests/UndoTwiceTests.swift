import PlanActions
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// One person who undoes in two clones, or after a sync.
@Suite("Undo of one person in two clones")
struct UndoTwiceTests {
  /// Returns two clones of one person.
  private func clones() async throws -> WorkerPair {
    let pair = try await WorkerPair()
    for worker in [pair.ada, pair.ben] { worker.become("ada") }
    return pair
  }

  /// Undoes the last change in each clone, before either has the other's undo, and then syncs both.
  private func undoInBoth(_ pair: WorkerPair) async throws {
    for worker in [pair.ada, pair.ben] { try await worker.undo() }
    try await pair.share()
  }

  @Test(
    "What a person undid in two clones comes back by one redo, and is reported once",
    arguments: [false, true])
  func twice(isCreation: Bool) async throws {
    let pair = try await clones()
    let id = try await pair.ada.add("A plan")
    if !isCreation { try await pair.ada.edit(id) { $0.title = "Changed" } }
    try await pair.share()
    let before = try pair.ada.content()
    let subject = try await pair.ada.subject()
    try await undoInBoth(pair)
    #expect(try pair.ada.content() != before)
    #expect(try await pair.ada.redo().words == ["redid '\(subject)'"])
    #expect(try await pair.ada.subject() == "redo \(subject)")
    #expect(try pair.ada.content() == before)
    #expect(try await refusal { try await pair.ada.redo() }.code == .nothingToRedo)
  }

  @Test("A field that was changed after undos in two clones is reported once by a redo")
  func changedAfterTwo() async throws {
    let pair = try await clones()
    let id = try await pair.ada.add("A plan")
    try await pair.ada.edit(id) { ($0.title, $0[.due]) = ("Changed", "2026-12-01") }
    try await pair.share()
    try await undoInBoth(pair)
    pair.ben.become("ben")
    try await pair.ben.edit(id) { $0.title = "Theirs" }
    try await pair.share()
    let redone = try await pair.ada.redo()
    #expect(redone.words.first?.hasPrefix("redid 'edit ") == true, "\(redone.words)")
    let short = id.text.prefix(4)
    #expect(redone.words.dropFirst() == ["kept title of \(short): ben changed it since"])
    #expect(redone.keptFields == ["title"])
    #expect(try pair.ada.plan(id).due == CalendarDay("2026-12-01"))
    #expect(try pair.ada.plan(id).title == "Theirs")
  }

  @Test("After a redo, changes are undone one at a time again", arguments: [true, false])
  func oneAtATime(isShared: Bool) async throws {
    let worker = try await WorkerPair().ada
    for title in ["A", "B", "C"] { try await worker.add(title) }
    if isShared { try await worker.sync() }
    try await worker.undo(2)
    if isShared { try await worker.sync() }
    try await worker.redo()
    try await worker.undo()
    #expect(try worker.titles(in: "todo") == ["A", "B"])
  }
}
