import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// What a merge with several common ancestors searches for files that were removed by hand.
@Suite("The search below several common ancestors")
struct CrissCrossSearchTests {
  private static let path = "plans/k7/k70000000000.json"

  private struct Board {
    let store: BoardStore
    let blobs: [ObjectID]
    var repository: Repository { store.repository.git }

    init(_ fixture: BoardFixture) throws {
      let store = try fixture.store()
      self.store = store
      blobs = try ["a", "b", "c"].map {
        let text =
          #"{"fields":{"state":"todo","title":"\#($0)"},"format":1,"id":"k70000000000"}"# + "\n"
        return try store.repository.writeBlob(Array(text.utf8))
      }
    }

    /// - Parameter plan: The number of the plan's file; nil for no file.
    func commit(_ parents: [Commit], plan: Int?) throws -> Commit {
      let edits = plan.map { [(CrissCrossSearchTests.path, TreeEdit.put(blobs[$0]))] } ?? []
      let draft = CommitDraft(
        tree: try repository.writeTree(from: nil, edits: edits), parents: parents.map(\.id),
        author: .eve, committer: .eve, message: "x\n")
      return try repository.commit(try repository.writeCommit(draft))
    }
  }

  @Test("A plan that one ancestor never had is searched in no version of the other's history")
  func plain() async throws {
    let fixture = try await BoardFixture()
    let board = try Board(fixture)
    var root = try board.commit([], plan: nil)
    for _ in 0..<30 { root = try board.commit([root], plan: nil) }
    // The one ancestor makes the plan, and both sides merge both.
    let bases = [
      try board.commit([root], plan: 0),
      try board.commit([try board.commit([root], plan: nil)], plan: nil),
    ]
    let heads = (a: try board.commit(bases, plan: 1), b: try board.commit(bases, plan: 2))
    let result = try TreeMerge(board.store, heads: heads, bases: bases).merge()
    #expect(result.searchBudget.commits == SearchBudget().commits)
    #expect(result.merged.count == 1)
  }

  @Test("A plan that was removed below one ancestor is found there", arguments: [false, true])
  func removed(isFirst: Bool) async throws {
    let fixture = try await BoardFixture()
    let board = try Board(fixture)
    let root = try board.commit([], plan: nil)
    let made = try board.commit([root], plan: 0)
    var bases = [try board.commit([root], plan: 1), try board.commit([made], plan: nil)]
    if isFirst { bases.reverse() }
    let heads = (a: try board.commit(bases, plan: 0), b: try board.commit(bases, plan: 2))
    let result = try TreeMerge(board.store, heads: heads, bases: bases).merge()
    #expect(result.searchBudget.commits < SearchBudget().commits)
    // Version 0 is that of an ancestor, which the other side has replaced.
    let entry = try #require(try board.repository.treeEntry(at: Self.path, in: result.tree))
    let file = try #require(BoardFile(path: Self.path))
    let merged = try file.read(entry.id, entry.mode, from: board.store.repository).document
    #expect(merged?[.field("title")].map(\.value) == [.string("c")])
  }
}
