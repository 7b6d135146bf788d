import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// How a merge searches for the last readable version of a file that was removed or broken by hand.
@Suite("The search below common ancestors")
struct CrissCrossSearchTests {
  private static let path = "plans/k7/k70000000000.json"

  private struct Board {
    let store: BoardStore
    /// Three versions of the plan, and a file that can't be read.
    let blobs: [ObjectID]
    var repository: Repository { store.repository }

    init(_ fixture: BoardFixture) throws {
      let store = try fixture.store()
      self.store = store
      let texts = ["a", "b", "c"].map {
        #"{"fields":{"state":"todo","title":"\#($0)"},"format":1,"id":"k70000000000"}"#
      }
      blobs = try (texts + ["{"]).map { try store.repository.writeBlob(Array("\($0)\n".utf8)) }
    }

    /// - Parameter plan: The index of the version in `blobs`; nil for a commit without the file.
    func commit(_ parents: [Commit], plan: Int?) throws -> Commit {
      let edits = plan.map { [(CrissCrossSearchTests.path, TreeEdit.put(blobs[$0]))] } ?? []
      // History walks visit the newest commits first.
      let time = (parents.map(\.committer.seconds).max() ?? BoardFixture.start) + 1
      let who = Signature(name: "Eve", email: "", seconds: time, offsetMinutes: 0)
      let draft = CommitDraft(
        tree: try repository.writeTree(from: nil, edits: edits), parents: parents.map(\.id),
        author: who, committer: who, message: "x\n")
      return try repository.commit(try repository.writeCommit(draft))
    }
  }

  @Test("A plan that one ancestor never had is searched in no version of the other's history")
  func plain() async throws {
    let fixture = try await BoardFixture()
    let board = try Board(fixture)
    var root = try board.commit([], plan: nil)
    for _ in 0..<30 { root = try board.commit([root], plan: nil) }
    // One ancestor creates the plan, the other does not, and both sides merge both.
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
    var last = try board.commit([root], plan: 0)
    for _ in 0..<5 { last = try board.commit([last], plan: nil) }
    var bases = [try board.commit([root], plan: 1), last]
    if isFirst { bases.reverse() }
    let heads = (a: try board.commit(bases, plan: 0), b: try board.commit(bases, plan: 2))
    let result = try TreeMerge(board.store, heads: heads, bases: bases).merge()
    #expect(result.searchBudget.commits < SearchBudget().commits)
    // Version 0 is an ancestor's; the other side has replaced it.
    let entry = try #require(try board.repository.treeEntry(at: Self.path, in: result.tree))
    let file = try #require(BoardFile(path: Self.path))
    let merged = try file.read(entry.id, entry.mode, from: board.store.repository).document
    #expect(merged?[.field("title")].map(\.value) == [.string("c")])
  }

  @Test("A file that one side has broken as their ancestor has it is searched in no history")
  func broken() async throws {
    let fixture = try await BoardFixture()
    let board = try Board(fixture)
    let base = try board.commit([try board.commit([], plan: 0)], plan: 3)
    let heads = (a: try board.commit([base], plan: 3), b: try board.commit([base], plan: 1))
    let result = try TreeMerge(board.store, heads: heads, bases: [base]).merge()
    #expect(result.searchBudget.commits == SearchBudget().commits)
    #expect(try board.repository.treeEntry(at: Self.path, in: result.tree)?.id == board.blobs[1])
  }
}
