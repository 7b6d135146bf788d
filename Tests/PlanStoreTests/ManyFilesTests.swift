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
      let file = BoardSnapshot.PlanEntry(leaf.path, leaf.entry)
      return "\(try IndexChange(of: file, from: snapshot.repository))"
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
    let waves = try snapshot.read(snapshot.planFiles(), wave: 200, fewest: 150)
    #expect(waves.map { "\($0)" } == expected)
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

  @Test("of one commit gives the changes that the history of each plan has")
  func history() async throws {
    let board = try await BoardFixture()
    let ids = (0..<600).map { _ in PlanID.random(using: &board.random) }.sorted()
    try await board.change { transaction in
      for id in ids { try transaction.create(id, [.title(id.text), .state("todo")]) }
    }
    // The plan that was broken before has changed since its last readable version.
    try await board.repository.commitFiles([(ids[577].path, "{")])
    try await board.repository.commitFiles(
      ids.map { id in
        var document = PlanDocument(id: ExactString(id.text))
        document.apply([.title("new"), .state("todo")], stamp: .none)
        return (id.path, String(decoding: PlanFile.bytes(of: document), as: UTF8.self))
      })
    let snapshot = try board.store().snapshot()
    let history = try snapshot.history()
    #expect(history.compactMap(\.plan) == ids + ids)
    for id in [ids[0], ids[577], ids[599]] {
      let own = try snapshot.history(of: .plan(id))
      #expect(own.map(\.isCreation) == [false, true])
      #expect(own[0].changes.contains { $0.old == .string(id.text) })
      #expect(history.filter { $0.plan == id }.map(\.changes) == own.map(\.changes))
    }

    var part = HistoryPart()
    part.mostPlans = 7
    let few = try snapshot.history(part: part)
    let first = Array(ids.prefix(7))
    #expect(few.compactMap(\.plan) == first + first)
    #expect(few.map(\.others) == [0, 0, 0, 0, 0, 0, 593, 0, 0, 0, 0, 0, 0, 593])
  }
}
