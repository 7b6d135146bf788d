@testable import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Two heads that are made by random damage to the same board. They are checked and merged.
private struct MutatedTrees {
  let seed: UInt64
  let scratch: ScratchRepository
  let repository: Repository
  let store: BoardStore
  private var random: SeededGenerator

  struct Outcome {
    var refused = 0
    var merged = 0
    var setAside = 0
    var mended = 0
  }

  init(seed: UInt64, in scratch: ScratchRepository) throws {
    (self.seed, self.scratch) = (seed, scratch)
    repository = try scratch.open()
    store = try BoardStore(at: scratch.path, environment: scratch.program.environment)
    random = SeededGenerator(seed: seed)
  }

  /// Makes and merges the heads, and returns the counts of what happened.
  mutating func run() async throws -> Outcome {
    var outcome = Outcome()
    let documents = planIDs(4).map { id in
      var document = PlanDocument(id: ExactString(id.text))
      document.apply([.title("good"), .state("todo"), .add("bug", to: .labels)], stamp: .none)
      document.apply(Edit.checklistItem("c1", text: "one", rank: "a0"), stamp: .none)
      return (id: id, document: document)
    }
    let start = try repository.commit(NewBoard.write(in: repository))
    let good = documents.map { HostileFile($0.id.path, PlanFile.bytes(of: $0.document)) }
    let base = try commit(tree: try tree(good, on: start.tree), on: start)
    var heads: [Commit] = []
    for _ in 0..<2 {
      var files: [HostileFile] = []
      for (id, document) in documents where random.chance(60) {
        files.append(random.hostileFile(id, document))
      }
      guard var tree = try? tree(files, on: base.tree) else { return outcome }
      if random.chance(25) { tree = try await broken(tree) }
      let head = try commit(tree: tree, on: base)
      try await checkDoctor(head, &outcome)
      guard try isSound(head) else {
        outcome.refused += 1
        return outcome
      }
      heads.append(head)
    }
    try checkMerge(heads[0], heads[1], base: base, &outcome)
    return outcome
  }

  private func tree(_ files: [HostileFile], on tree: ObjectID) throws -> ObjectID {
    try repository.writeTree(from: tree, edits: files.map { try $0.edit(in: repository) })
  }

  private func commit(tree: ObjectID, on parent: Commit) throws -> Commit {
    let draft = CommitDraft(
      tree: tree, parents: [parent.id], author: .eve, committer: .eve, message: "x\n")
    return try repository.commit(repository.writeCommit(draft))
  }

  /// Returns the tree with one random change to the entries of its root. The change usually makes
  /// the tree invalid.
  private mutating func broken(_ tree: ObjectID) async throws -> ObjectID {
    let entries = random.mutated(try await scratch.rawEntries(of: tree.hex))
    return try #require(ObjectID(hex: try await scratch.rawTree(entries)))
  }

  /// Whether a head is accepted. A refusal is the only error allowed.
  private func isSound(_ head: Commit) throws -> Bool {
    do {
      try store.check(head.id, except: nil)
      return true
    } catch {
      switch error {
      case StoreError.unsafeHead, StoreError.formatTooNew: return false
      default:
        Issue.record("PMGIT_SEED=\(seed): \(error)")
        return false
      }
    }
  }

  /// Checks that the doctor can examine the head. If the board is usable, repairs it, and checks
  /// that each repair removes one fixable finding.
  private func checkDoctor(_ head: Commit, _ outcome: inout Outcome) async throws {
    _ = try repository.updateReference(
      store.branch, to: head.id, expecting: try repository.reference(store.branch), reflog: "x",
      who: .eve)
    let now = Timestamp(seconds: Signature.eve.seconds)
    let found = try store.examine(at: now).findings
    let isUsable = found.allSatisfy { finding in
      switch finding {
      case .failure, .damaged: false
      default: true
      }
    }
    guard isUsable else { return }
    let author = ChangeIdentity(
      author: .eve, committer: .eve, stamp: Stamp("2026-11-20T09:00:00.000Z~aaaaa"))
    var generator = random
    let store = store
    var mended: [Finding] = []
    do {
      _ = try await store.change(by: author) { transaction in
        mended = try store.repair(found, in: &transaction, at: now, using: &generator)
        return CommitMessage(subject: "mend", plans: [])
      }
      outcome.mended += mended.count
      let left = try store.examine(at: now).findings
      // Findings without any readable version remain; all other fixable ones are gone.
      let fixable = left.count(where: \.isFixable)
      #expect(
        fixable == found.count(where: \.isFixable) - mended.count,
        "PMGIT_SEED=\(seed): found \(found), left \(left)")
    } catch {
      Issue.record("PMGIT_SEED=\(seed): \(error) for \(found)")
    }
  }

  private func leaves(_ tree: ObjectID) throws -> [TreeEntry] {
    try repository.leaves(of: tree).map { leaf in
      TreeEntry(name: leaf.path, mode: leaf.entry.mode, id: leaf.entry.id)
    }
  }

  private func checkMerge(
    _ a: Commit, _ b: Commit, base: Commit, _ outcome: inout Outcome
  ) throws {
    let one = try TreeMerge(store, heads: (a, b), bases: [base]).merge()
    let other = try TreeMerge(store, heads: (b, a), bases: [base]).merge()
    // Compared by content: a mode such as 100664 may stay as a stranger wrote it.
    #expect(
      try leaves(one.tree) == leaves(other.tree), "PMGIT_SEED=\(seed): depends on the order")
    let merged = try commit(tree: one.tree, on: base)
    let isSound = try isSound(merged)
    #expect(isSound, "PMGIT_SEED=\(seed): the merge of two sound heads is none")
    _ = try store.snapshot(at: merged.id).plans()
    (outcome.merged, outcome.setAside) = (1, one.quarantined.count)
    let kept = Set(try repository.leaves(of: one.tree).map(\.entry.id))
    let old = Set(try repository.leaves(of: base.tree).map(\.entry.id))
    for head in [a, b] {
      for leaf in try repository.leaves(of: head.tree)
      where leaf.entry.mode != .commit && !old.contains(leaf.entry.id) {
        guard let file = BoardFile(path: leaf.path),
          let document = try file.read(leaf.entry, from: repository).document
        else {
          let path = String(decoding: leaf.path, as: UTF8.self)
          #expect(kept.contains(leaf.entry.id), "PMGIT_SEED=\(seed): the bytes at \(path) are gone")
          continue
        }
        // What was readable stays readable, or is set aside unchanged.
        let now = try repository.treeEntry(at: file.path, in: one.tree)
        let isReadable = try store.document(file, now) != nil
        #expect(
          isReadable || kept.contains(leaf.entry.id),
          "PMGIT_SEED=\(seed): \(document.id) can't be read any more")
      }
    }
  }
}

@Suite("Boards that were broken at random")
struct MutatedTreeTests {
  @Test("are refused whole, or merged alike from both sides without losing a byte")
  func mutated() async throws {
    let scratch = try await ScratchRepository()
    var sum = MutatedTrees.Outcome()
    for seed in Seeds.replayed.map({ [$0] }) ?? Array(1...150) {
      var trees = try MutatedTrees(seed: seed, in: scratch)
      let outcome = try await trees.run()
      sum.refused += outcome.refused
      sum.merged += outcome.merged
      sum.setAside += outcome.setAside
      sum.mended += outcome.mended
    }
    guard Seeds.replayed == nil else { return }
    #expect(sum.refused > 20 && sum.merged > 50 && sum.setAside > 20, "\(sum)")
    #expect(sum.mended > 50, "\(sum)")
  }
}

@Suite("Boards that were broken at random, for long", .soak)
struct MutatedTreeSoak {
  @Test("are refused whole, or merged alike from both sides without losing a byte")
  func mutated() async throws {
    try await Soak.run("mutated trees") { seed in
      var trees = try MutatedTrees(seed: seed, in: try await ScratchRepository())
      _ = try await trees.run()
      return true
    }
  }
}
