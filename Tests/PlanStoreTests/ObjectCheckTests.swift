import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// A history of random changes, stored as loose objects.
private struct RandomHistory {
  let scratch: ScratchRepository
  private(set) var commits: [ObjectID] = []
  private var random: SeededGenerator

  private static let paths = [
    PlanID.test("k7").path, PlanID.test("k7m2").path, PlanID.test("zz").path, "board.json",
    ".gitattributes", "plans/k7", "plans/readme", "docs/a b/\u{e9}", "docs/x", "x",
  ]

  init(seed: UInt64, in scratch: ScratchRepository) throws {
    (self.scratch, random) = (scratch, SeededGenerator(seed: seed))
    let repository = try scratch.open()
    for number in 0..<25 {
      var parents = commits.isEmpty ? [] : [commits[commits.count - 1]]
      if random.chance(20), let other = commits.randomElement(using: &random) { parents = [other] }
      if random.chance(20), let other = commits.randomElement(using: &random) { parents += [other] }
      var tree = try parents.first.map { try repository.commit($0).tree }
      for _ in 0...random.number(below: 3) {
        // A change that would replace a folder by a file, or the reverse, fails and is skipped.
        if let next = try? change(tree, in: repository) { tree = next }
      }
      let draft = CommitDraft(
        tree: tree ?? .emptyTree, parents: parents, author: .eve, committer: .eve,
        message: "\(number)\n")
      commits.append(try repository.writeCommit(draft))
    }
  }

  private mutating func change(
    _ tree: ObjectID?, in repository: Repository
  ) throws -> ObjectID {
    let path = random.pick(Self.paths)
    if random.chance(15), let tree {
      return try repository.writeTree(from: tree, edits: [(path, .remove)])
    }
    // Stores a folder at a second path as well.
    if random.chance(15), let tree, let folder = try repository.treeEntry(at: "plans", in: tree) {
      return try repository.writeTree(
        from: tree, edits: [("docs/copy", .put(folder.id, folder.mode))])
    }
    let blob = try repository.writeBlob(Array("\(random.number(below: 12))".utf8))
    let mode: FileMode = random.pick([.blob, .blob, .blob, .executable, .link])
    return try repository.writeTree(from: tree, edits: [(path, .put(blob, mode))])
  }

  /// Removes up to three objects, or replaces them by the bytes of others. Returns their number.
  mutating func damage() throws -> Int {
    let folder = scratch.path + "/.git/objects/"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.utf8.count == 41 }.sorted()
    let count = random.number(below: 4)
    for _ in 0..<count {
      let (lost, other) = (random.pick(files), random.pick(files))
      let bytes = FileManager.default.contents(atPath: folder + other)
      try? FileManager.default.removeItem(atPath: folder + lost)
      if random.chance(50), let bytes { try bytes.write(to: URL(filePath: folder + lost)) }
    }
    return count
  }
}

/// The check of all objects of a history, compared with a simple check that visits every entry of
/// every folder.
@Suite("The check of objects")
struct ObjectCheckTests {
  @Test("Whatever is damaged, the plainest check says the same", arguments: Seeds.each(60))
  func oracle(seed: UInt64) async throws {
    let scratch = try await ScratchRepository()
    var history = try RandomHistory(seed: seed, in: scratch)
    _ = try history.damage()
    // This repository has read no object before the damage.
    let repository = try scratch.open()
    var check = try ObjectCheck(repository)
    var slow = SlowObjectCheck(try scratch.open())
    for head in [history.commits[12], history.commits[24], history.commits[23]] {
      let (found, expected) = (check.damage(of: head), slow.damage(of: head))
      #expect(found?.object == expected?.object)
      #expect(found?.commit == expected?.commit)
      #expect(found?.path == expected?.path)
      #expect(found?.reason == expected?.reason)
    }
    #expect(check.commitCount == slow.commitCount)
    #expect(check.plans == slow.plans)
    let whole = check.wholeCommits(among: history.commits)
    for commit in history.commits {
      #expect(whole.contains(commit) == (slow.damage(of: commit) == nil))
    }
  }

  @Test("Random histories are damaged, and some are not")
  func oracleIsUsed() async throws {
    var counts: [Bool: Int] = [:]
    for seed in Seeds.each(20) {
      let scratch = try await ScratchRepository()
      var history = try RandomHistory(seed: seed, in: scratch)
      _ = try history.damage()
      var check = try ObjectCheck(try scratch.open())
      counts[check.damage(of: history.commits[24]) == nil, default: 0] += 1
    }
    #expect(Seeds.replayed != nil || counts.count == 2, "\(counts)")
  }

  @Test("What git has to judge is not left out", arguments: [false, true])
  func unsound(isRefused: Bool) async throws {
    let board = try await BoardFixture()
    let line = isRefused ? String(repeating: "x", count: 4000) : "x"
    let path = "docs/.gitattributes"
    try board.repository.commitHostile([HostileFile(path, line + " text\n")])
    try await board.add("later")
    let store = try board.store()
    let examination = try store.examine(at: Timestamp(seconds: board.seconds))
    #expect(examination.unusual.count == (isRefused ? 1 : 0))
    let finding = await store.examineSoundness(of: examination)
    guard isRefused else {
      #expect(finding == nil)
      return
    }
    guard case .unsound(let violation)? = finding else {
      Issue.record("\(String(describing: finding))")
      return
    }
    #expect(violation.path == path)
  }

  @Test("A signed commit and a name of other letters are given to git, and are no finding")
  func unusual() async throws {
    let board = try await BoardFixture()
    try board.repository.commitHostile([HostileFile("docs/a b", "x")])
    let tree = try await board.repository.git("rev-parse", "pmgit/main^{tree}")
    let signed = try await board.repository.rawObject(
      "commit",
      Array(
        """
        tree \(tree)
        parent \(try board.tip())
        author A <a@x> 1795165200 +0000
        committer A <a@x> 1795165200 +0000
        gpgsig x

        signed

        """.utf8))
    try await board.repository.git("update-ref", branch, signed)
    let store = try board.store()
    let examination = try store.examine(at: Timestamp(seconds: board.seconds))
    // Only the signed commit and the folder are unusual.
    #expect(examination.unusual.count == 2)
    #expect(await store.examineSoundness(of: examination) == nil)
  }

  @Test("The number of commits that were looked at is reported on the way")
  func progress() async throws {
    let board = try await BoardFixture()
    let repository = try board.repository.open()
    var tip = try repository.commit(board.tip())
    for number in 0..<1100 {
      let draft = CommitDraft(
        tree: tip.tree, parents: [tip.id], author: .eve, committer: .eve, message: "\(number)\n")
      tip = try repository.commit(repository.writeCommit(draft))
    }
    try await board.repository.git("update-ref", branch, tip.id.hex)
    var reported: [Int] = []
    let examination = try board.store().examine(at: Timestamp(seconds: board.seconds)) {
      reported.append($0)
    }
    #expect(examination.commits == 1102)
    #expect(reported == [500, 1000])
  }
}
