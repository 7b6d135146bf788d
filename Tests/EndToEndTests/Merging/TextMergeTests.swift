import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Synchronization
import Testing

@testable import PlanStore

/// Plans that two people changed, merged as on a hosting service: by git's merge of lines, without
/// the driver.
private struct TextMerge {
  /// git's merge of one plan, compared with pmgit's.
  struct Outcome {
    let id: PlanID
    let base: PlanDocument
    let ours: PlanDocument
    let theirs: PlanDocument
    let bytes: [UInt8]
    let isConflict: Bool

    var formula: PlanDocument { PlanMerge.merge(ours, theirs, bases: [base]) }

    /// The three versions and git's merge, for the report of a failure.
    var description: String {
      let texts = [base, ours, theirs].map {
        String(decoding: PlanFile.bytes(of: $0), as: UTF8.self)
      }
      return (texts + [String(decoding: bytes, as: UTF8.self)]).joined(separator: "----\n")
    }
  }

  let fixture: BoardFixture
  private(set) var outcomes: [Outcome] = []
  /// The merge commit with git's tree, including conflict markers.
  private(set) var commit: ObjectID

  /// Creates random plans with changes on two sides, and merges all of them in one merge by git.
  init(plans: Int, seed: UInt64) async throws {
    fixture = try await BoardFixture()
    let scratch = fixture.repository
    let repository = try scratch.open()
    var draw = RandomPlanEdits(seed: seed)
    var drawn: [(id: PlanID, sides: [PlanDocument])] = []
    for _ in 0..<plans {
      let id = PlanID.random(using: &draw.random)
      let base = draw.plan(id)
      drawn.append((id, [base, draw.work(on: base), draw.work(on: base)]))
    }
    var commits = [try fixture.tip()]
    for side in 0..<3 {
      let edits = try drawn.map { id, sides in
        (
          path: id.path,
          edit: TreeEdit.put(try repository.writeBlob(PlanFile.bytes(of: sides[side])))
        )
      }
      let parent = side == 0 ? commits[0] : commits[1]
      let tree = try repository.writeTree(from: repository.commit(parent).tree, edits: edits)
      commits.append(try repository.commit(tree, parents: [parent]))
    }
    let (tree, conflicts) = try await Self.mergeTree(commits[2], commits[3], in: scratch)
    commit = try repository.commit(tree, parents: [commits[2], commits[3]])
    for (id, sides) in drawn {
      guard let entry = try repository.treeEntry(at: id.path, in: tree) else { continue }
      outcomes.append(
        Outcome(
          id: id, base: sides[0], ours: sides[1], theirs: sides[2],
          bytes: try repository.blob(entry.id), isConflict: conflicts.contains(id.path)))
    }
  }

  /// Merges two commits with `git merge-tree`. Returns the tree, and the paths with conflicts.
  private static func mergeTree(
    _ ours: ObjectID, _ theirs: ObjectID, in scratch: ScratchRepository
  ) async throws -> (tree: ObjectID, conflicts: Set<String>) {
    let result = try await Binary(repository: scratch).shell(
      "git merge-tree --write-tree --name-only --no-messages \(ours) \(theirs)")
    try #require(result.exitCode <= 1, "\(result.messages)")
    let lines = result.output.split(separator: "\n").map(String.init)
    let tree = try #require(lines.first.flatMap { ObjectID(hex: $0) })
    return (tree, Set(lines.dropFirst()))
  }
}

extension Repository {
  /// Stores a commit; author and message do not matter.
  fileprivate func commit(_ tree: ObjectID, parents: [ObjectID]) throws -> ObjectID {
    let who = Signature(name: "Ada", email: "ada@example.org", seconds: 0, offsetMinutes: 0)
    return try writeCommit(
      CommitDraft(tree: tree, parents: parents, author: who, committer: who, message: "x\n"))
  }
}

/// Merges random plans with git, and returns the number of results of each kind.
///
/// Checks that each readable result equals the result of pmgit's merge. For an unreadable result,
/// checks that `lastReadable` returns the result of pmgit's merge.
private func check(seed: UInt64, plans: Int) async throws -> [String: Int] {
  let merge = try await TextMerge(plans: plans, seed: seed)
  #expect(merge.outcomes.count == plans)
  let store = try merge.fixture.store()
  var counts: [String: Int] = [:]
  for outcome in merge.outcomes {
    let context = "PMGIT_SEED=\(seed), plan \(outcome.id)\n\(outcome.description)"
    if let read = BoardFile.plan(outcome.id).read(outcome.bytes).document {
      counts["clean and right", default: 0] += 1
      #expect(!outcome.isConflict, "markers were read as a plan: \(context)")
      #expect(read == outcome.formula, "\(context)")
      continue
    }
    counts[outcome.isConflict ? "conflict" : "clean and unreadable", default: 0] += 1
    let mended = try store.lastReadable(outcome.id, at: merge.commit)
    #expect(mended == outcome.formula, "not mended by 'restore': \(context)")
  }
  return counts
}

@Suite("Plans that git merges by lines")
struct TextMergeTests {
  /// git may report a clean merge and leave the same key twice, if both sides added the same
  /// section at different places. pmgit refuses to read such a file.
  @Test(
    "are what the formula gives, or can't be read and 'restore' makes them so",
    arguments: Seeds.each(1))
  func textMerge(seed: UInt64) async throws {
    let counts = try await check(seed: seed, plans: 300)
    #expect(counts["clean and right", default: 0] > 50, "\(counts)")
    #expect(counts["conflict", default: 0] > 50, "\(counts)")
  }
}

@Suite("Plans that git merges by lines, for long", .soak)
struct TextMergeSoak {
  @Test("are what the formula gives, or can't be read and 'restore' makes them so")
  func textMerge() async throws {
    let total = Mutex<[String: Int]>([:])
    try await Soak.run("plans merged by lines") { seed in
      let counts = try await check(seed: seed, plans: 500)
      total.withLock { $0.merge(counts, uniquingKeysWith: +) }
      return true
    }
    print("plans merged by lines: \(total.withLock(\.self))")
  }
}
