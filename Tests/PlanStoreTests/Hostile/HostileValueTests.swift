import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Plans from a remote that are readable, with values that pmgit never writes.
@Suite("Hostile values")
struct HostileValueTests {
  private let ids = planIDs(HostileValue.all.count)

  /// Returns a board on which a stranger has written the values, each into its own plan.
  private func board() async throws -> HostileBoard {
    let board = try await HostileBoard(with: ids)
    try board.hub.commitHostile(
      zip(ids, HostileValue.all).map { id, value in
        HostileFile(id.path, HostilePlan.text(id, value.members))
      })
    return board
  }

  private func file(_ id: PlanID, in hub: ScratchRepository) throws -> String {
    let repository = try hub.open()
    let tree = try repository.commit(try #require(try repository.reference(branch))).tree
    let entry = try #require(try repository.treeEntry(at: id.path, in: tree))
    return String(decoding: try repository.blob(entry.id), as: UTF8.self)
  }

  @Test("They are kept to the byte when another field of the plan was changed meanwhile")
  func merged() async throws {
    let board = try await board()
    try await board.ben.change { transaction in
      for id in ids { try transaction.edit(id, [.due(CalendarDay("2026-12-01"))]) }
    }
    _ = try await board.mergeApart()
    try await board.ben.sync()
    for (id, value) in zip(ids, HostileValue.all) {
      let text = try file(id, in: board.hub)
      #expect(text.contains(#""due": "2026-12-01""#), "\(value.name)")
      for part in value.verbatim {
        // Compared by bytes: to a String, composed and decomposed letters are equal.
        let isThere = Array(text.utf8).contains(Array(part.utf8))
        #expect(isThere, "\(value.name): no \(part.prefix(80)) in \(text.prefix(2000))")
      }
    }
    try await board.expectWorks()
    #expect(try board.ada.store().snapshot().plans().unreadable.map(\.reason) == [])
  }

  @Test("They are kept to the byte when the plan is changed afterwards")
  func edited() async throws {
    let board = try await board()
    try await board.ada.sync()
    try await board.ada.change { transaction in
      for id in ids { try transaction.edit(id, [.due(CalendarDay("2026-12-01"))]) }
    }
    try await board.ada.sync()
    for (id, value) in zip(ids, HostileValue.all) {
      let bytes = Array(try file(id, in: board.hub).utf8)
      for part in value.verbatim {
        let isThere = bytes.contains(Array(part.utf8))
        #expect(isThere, "\(value.name): no \(part.prefix(80))")
      }
    }
    try await board.expectWorks()
  }

  @Test("Whoever writes a value after one from the year 9999 has written the value that is shown")
  func farFuture() async throws {
    let id = PlanID.test("m7")
    let board = try await HostileBoard(with: [id])
    try board.hub.commitHostile([
      HostileFile(
        id.path,
        HostilePlan.text(
          id,
          #""fields":{"title":"Eve's"},"stamps":{"fields":{"title":"9999-12-31T23:59:59.999Z~z"}}"#)
      )
    ])
    try await board.ben.edit(id, .title("Ben's"))
    try await board.ben.sync()
    // The values are concurrent, so the one with the later stamp is shown and both are kept. An
    // edit resolves the conflict.
    #expect(try board.ben.plan(id).title == "Eve's")
    #expect(try board.ben.plan(id).conflicts.map(\.values.count) == [2])
    try await board.ben.edit(id, .title("decided"))
    #expect(try board.ben.plan(id).title == "decided")
    try await board.ben.sync()
    try await board.expectWorks()
    #expect(try board.ada.plan(id).title == "decided")
    #expect(try board.ada.plan(id).conflicts.isEmpty)
  }

  @Test("Next to a position of a million bytes a plan gets one of ordinary length")
  func longRank() {
    let ranks = ["a0", String(repeating: "z", count: 1_000_000), "../"]
    var random = SeededGenerator(seed: 1)
    for index in [1, 2] {
      let insertion = Rank.insertion(at: index, in: ranks, using: &random)
      for key in [insertion.key] + insertion.keys {
        let isOrdinary = Rank.isValid(key) && key.utf8.count <= Rank.longest
        #expect(isOrdinary, "at \(index): \(key.prefix(99))")
      }
    }
  }
}
