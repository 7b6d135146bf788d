import Foundation
import Git
import PlanIndex
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Tests with objects whose bytes do not match their ids, while the same process also reads another
/// board.
@Suite("A damaged object")
struct DamagedPastTests {
  /// Returns a board with two plans, and the tree of the commit that added the first plan. The file
  /// of this tree has the bytes of the tree before it.
  private func damaged() async throws -> (board: BoardFixture, tree: ObjectID) {
    let board = try await BoardFixture()
    var trees = [try board.store().snapshot().tree]
    for title in ["one", "two"] {
      try await board.add(title)
      trees.append(try board.store().snapshot().tree)
    }
    let paths = trees.map { tree in
      "\(board.repository.path)/.git/objects/\(tree.hex.prefix(2))/\(tree.hex.dropFirst(2))"
    }
    try FileManager.default.removeItem(atPath: paths[1])
    try FileManager.default.copyItem(atPath: paths[0], toPath: paths[1])
    return (board, trees[1])
  }

  /// Reads a board's past into a new index. Calls `body` at the first report of progress.
  ///
  /// - Returns: The number of files that each commit touched, newest commit first.
  private func past(
    of board: BoardFixture, meanwhile body: @escaping () throws -> Void = {}
  ) throws -> [Int] {
    let store = try board.store()
    store.index.remove()
    var outcome: Result<Void, any Error>?
    store.onReading = { progress in
      if progress != nil, outcome == nil { outcome = Result(catching: body) }
    }
    let past = try Past(of: store, from: board.tip())
    try #require(outcome).get()
    var touches: [Int] = []
    while let commit = try past.next() { touches.append(commit.touches.count) }
    return touches
  }

  @Test("in the past is read the same while another board is read")
  func besideAnother() async throws {
    let (board, _) = try await damaged()
    let other = try await BoardFixture(seed: 2)
    let alone = try past(of: board)
    #expect(alone.contains(0), "the damage shows: \(alone)")
    #expect(try past(of: board, meanwhile: { _ = try past(of: other) }) == alone)
  }

  @Test("is found while the past of another board is read")
  func foundMeanwhile() async throws {
    let (board, tree) = try await damaged()
    let other = try await BoardFixture(seed: 2)
    try await other.add("healthy")
    let repository = try board.repository.open()
    var code: GitError.Code?
    _ = try past(of: other) {
      do throws(GitError) {
        _ = try repository.treeEntries(tree)
      } catch {
        code = error.code
      }
    }
    #expect(code == .mismatch)
  }
}
