import Foundation
import Git
import PlanIndex
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Boards with so many plans that they are read on all processors.
@Suite("Reading many files")
struct ManyFilesTests {
  /// Returns what reading the files one by one gives, as text.
  private static func oneByOne(_ snapshot: BoardSnapshot) throws -> [String] {
    try snapshot.repository.leaves(of: snapshot.tree, under: "plans").map { leaf in
      "\(try IndexChange(at: leaf.path, leaf.entry, from: snapshot.repository))"
    }
  }

  @Test("gives what reading them one by one gives, also those that are no plans")
  func equal() async throws {
    let board = try await BoardFixture()
    let ids = (0..<900).map { _ in PlanID.random(using: &board.random) }
    try await board.change { transaction in
      for id in ids { try transaction.create(id, [.title(id.text), .state("todo")]) }
    }
    let broken = ids.sorted()[777]
    try await board.repository.commitFiles([
      (broken.path, "{"), ("plans/zz/none", "x"), ("plans/aa/b/c", "y"),
    ])
    let snapshot = try board.store().snapshot()
    let read = try snapshot.plansFromFiles()
    let expected = try Self.oneByOne(snapshot)
    #expect(read.map { "\($0)" } == expected)
    // The last of these waves has 102 files.
    let files = try snapshot.repository.leaves(of: snapshot.tree, under: "plans")
      .map { BoardSnapshot.PlanEntry(path: $0.path, entry: $0.entry) }
    #expect(try snapshot.read(files, wave: 200, fewest: 150).map { "\($0)" } == expected)
    #expect(read.count == 902)
    #expect(read.count { if case .unreadable = $0.content { true } else { false } } == 3)

    // Objects in memory are known only to the repository that wrote them.
    let other = try board.store()
    other.repository.keepInMemory()
    let tree = try other.repository.writeTree(
      from: snapshot.tree, edits: [(broken.path, .put(try other.repository.writeBlob([0x7B])))])
    let commit = try other.repository.writeCommit(
      CommitDraft(
        tree: tree, parents: [snapshot.commit], author: board.author().author,
        committer: board.author().author, message: "in memory"))
    #expect(try other.snapshot(at: commit).plansFromFiles().count == 902)

    let blob = try await board.repository.git("rev-parse", "pmgit/main:\(broken.path)")
    try FileManager.default.removeItem(
      atPath: board.repository.path + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    #expect(throws: GitError.self) { try board.store().snapshot().plansFromFiles() }
  }
}
