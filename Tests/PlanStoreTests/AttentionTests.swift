import Foundation
import Git
import PlanIndex
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// The plans with conflicts and the unreadable files of a board. With the index, only changed files
/// are read again.
@Suite("What needs attention on a board")
struct AttentionTests {
  /// What the store finds, or what a reading of every plan finds.
  private struct Found: Equatable {
    let conflicted: [PlanID]
    let unreadable: [String]

    init(_ attention: PlansRead) {
      conflicted = attention.plans.map(\.id)
      unreadable = attention.unreadable.map { "\($0.path): \($0.reason)" }
    }

    init(reading snapshot: BoardSnapshot) throws {
      let files = try snapshot.plansFromFiles()
      let ids = files.compactMap {
        if case .plan(let packed) = $0.content { packed.plan.id } else { nil }
      }
      // The documents are read, because the index packs what it reads.
      let plans = try ids.map(snapshot.plan)
      conflicted = plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted }.map(\.id)
      unreadable = files.compactMap { file in
        if case .unreadable(let plan) = file.content { "\(plan.path): \(plan.reason)" } else { nil }
      }
    }
  }

  @Test(
    "It follows the board through whatever is written, forth and back", arguments: Seeds.each(12))
  func follows(seed: UInt64) async throws {
    let board = try await BoardFixture(seed: seed + 1)
    var random = SeededGenerator(seed: seed)
    let ids = planIDs(5)
    var commits = [try board.tip()]
    var kinds: Set<Int> = []
    for _ in 0..<30 {
      var document = PlanDocument(id: ExactString(ids[random.number(below: 5)].text))
      document.apply([.title("good"), .state("todo")], stamp: .none)
      let id = try #require(PlanID(document.id.text))
      var file = HostileFile(id.path, PlanFile.bytes(of: document))
      switch random.number(below: 6) {
      case 0:
        document[.field("title")] = ["a", "b"].map {
          StampedValue(stamp: Stamp(ExactString($0)), value: .string($0))
        }
        file = HostileFile(id.path, PlanFile.bytes(of: document))
      case 1: file = HostileFile(id.path, "{")
      case 2:
        let names = ["plans/e\u{301}", "plans/\u{e9}", "plans/kk/x", "x"]
        file = HostileFile(random.pick(names), "x")
      case 3: file = random.hostileFile(id, document)
      case 4: file = .removed(id.path)
      default: break
      }
      // Removing an absent file fails, and so does writing a file where a folder is.
      if let commit = try? board.repository.commitHostile([file]) { commits.append(commit) }
      if random.chance(15) {
        try await board.repository.git("update-ref", branch, random.pick(commits).hex)
      }
      if random.chance(30) { continue }
      let store = try board.store()
      let snapshot = try store.snapshot()
      let found = Found(try store.attention(in: snapshot))
      #expect(try found == Found(reading: snapshot))
      if !found.conflicted.isEmpty { kinds.insert(0) }
      if !found.unreadable.isEmpty { kinds.insert(1) }
    }
    #expect(kinds.contains(1), "\(commits.count) commits showed nothing")
  }

  @Test("Only what was changed is read again")
  func economy() async throws {
    let board = try await BoardFixture()
    let one = try await board.add("one")
    let store = try board.store()
    #expect(try Found(store.attention(in: store.snapshot())).unreadable == [])
    // A file can't be read without its object.
    let blob = try await board.repository.git("rev-parse", "pmgit/main:\(one.path)")
    try await board.add("two")
    try FileManager.default.removeItem(
      atPath: board.repository.path + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    let later = try board.store()
    #expect(try Found(later.attention(in: later.snapshot())).unreadable == [])
    #expect(throws: GitError.self) { try later.snapshot().plansFromFiles() }
  }
}
