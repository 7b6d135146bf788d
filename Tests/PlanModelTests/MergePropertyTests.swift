import PlanModel
import PmgitTestSupport
import Testing

/// Replicas of one plan that edit and pull from each other, with the answer that merging must give.
///
/// The answer is worked out from the history alone: the elements written in it that no later write
/// in it replaced. It knows neither merges nor bases.
private struct ReplicaSimulation {
  private struct Commit {
    let document: PlanDocument
    /// The commit itself and all before it, one bit each.
    let ancestors: UInt64
    let note: String
  }

  /// A write at one path: an element, or nil where the path was cleared.
  private struct Write {
    let path: ElementPath
    let element: Element?
    let commit: Int
    /// The commits that write the path having seen this write.
    var replacedIn: UInt64 = 0
  }

  /// Which bases a merge is given.
  enum Bases { case all, first }

  private static let paths: [ElementPath] = [
    .field("title"), .field("x-unknown"), .setMember(set: "labels", member: "bug"),
    .setMember(set: "labels", member: "e\u{301}"), .setMember(set: "labels", member: "\u{E9}"),
    .item(list: "checklist", item: "c1", member: "text"),
    .item(list: "checklist", item: "c1", member: "done"), .other("x-color"),
  ]

  private var random: SeededGenerator
  private let bases: Bases
  private var commits: [Commit] = []
  private var writes: [Write] = []
  /// The newest commit of every replica.
  private var heads: [Int]
  /// Merges that had several bases.
  private(set) var crissCrosses = 0
  /// Times that two commits with the same edits had their files compared.
  private(set) var comparisons = 0
  /// What was wrong first, with the history; nil while all is well.
  private(set) var violation: String?

  init(seed: UInt64, bases: Bases = .all) {
    random = SeededGenerator(seed: seed)
    self.bases = bases
    heads = Array(repeating: 0, count: 2 + Int.random(in: 0..<4, using: &random))
    commits = [Commit(document: PlanDocument(id: "p"), ancestors: 1, note: "0: root")]
  }

  /// Runs until the history has `length` commits, then brings all replicas to one state.
  mutating func run(length: Int) {
    while commits.count < length, violation == nil {
      let replica = random.number(below: heads.count)
      if random.chance(50) {
        edit(replica)
      } else {
        // Sometimes a stale fetch: a commit that its replica has left behind.
        let other = heads[random.number(below: heads.count)]
        pull(random.chance(80) ? other : random.number(below: commits.count), into: replica)
      }
    }
    settle()
  }

  // MARK: - Steps

  private mutating func edit(_ replica: Int) {
    let parent = commits[heads[replica]]
    let index = commits.count
    let stamp = Stamp(ExactString(random.chance(10) ? "" : "\(random.number(below: 9))-\(index)"))
    var document = parent.document
    var notes: [String] = []
    for path in Self.paths.shuffled(using: &random).prefix(1 + random.number(below: 3)) {
      let isSet = if case .setMember = path { true } else { false }
      // A value without a stamp is written once, as creating a plan does: its text is unique.
      let value =
        isSet
        ? JSONValue.bool(true)
        : stamp == .none
          ? .string("\(index)")
          : .number(random.number(below: 3))
      let clears = isSet && random.chance(50)
      if stamp == .none, isSet { continue }
      notes.append("\(path.fieldName)=\(clears ? "nothing" : CanonicalJSON.line(of: value))")
      document.apply([clears ? .clear(path) : .write(path, value)], stamp: stamp)
      record(path, clears ? nil : Element(stamp: stamp, value: value), on: parent, at: index)
    }
    commit(
      document, ancestors: parent.ancestors,
      note: "r\(replica) on \(heads[replica]) \(stamp.text): \(notes.joined(separator: " "))")
    heads[replica] = index
  }

  /// Notes a write, unless it writes what is there already.
  private mutating func record(
    _ path: ElementPath, _ element: Element?, on parent: Commit, at index: Int
  ) {
    let shown = liveWrites(in: parent.ancestors).map { writes[$0] }.filter { $0.path == path }
      .compactMap(\.element?.value)
    if let element, !shown.isEmpty, shown.allSatisfy({ $0 == element.value }) { return }
    for earlier in writes.indices
    where writes[earlier].path == path && parent.ancestors & (1 << writes[earlier].commit) != 0 {
      writes[earlier].replacedIn |= 1 << index
    }
    writes.append(Write(path: path, element: element, commit: index))
  }

  private mutating func pull(_ theirs: Int, into replica: Int) {
    let ours = heads[replica]
    let (a, b) = (commits[ours], commits[theirs])
    if a.ancestors & (1 << theirs) != 0 { return }
    if b.ancestors & (1 << ours) != 0 {
      heads[replica] = theirs
      return
    }
    let best = bestCommonAncestors(a, b)
    if best.count > 1 { crissCrosses += 1 }
    let known = (bases == .all ? best : [best[0]]).map { commits[$0].document }
    let merged = PlanMerge.merge(a.document, b.document, bases: known)
    if bases == .all, commits.count % 4 == 0 { checkLaws(a.document, b.document, known, merged) }
    heads[replica] = commits.count
    commit(
      merged, ancestors: a.ancestors | b.ancestors,
      note: "r\(replica) merges \(ours) and \(theirs), bases \(best)")
  }

  /// The common ancestors of both that are before no other common ancestor.
  private func bestCommonAncestors(_ a: Commit, _ b: Commit) -> [Int] {
    let common = a.ancestors & b.ancestors
    return commits.indices.filter { index in
      common & (1 << index) != 0
        && !commits.indices.contains {
          $0 != index && common & (1 << $0) != 0 && commits[$0].ancestors & (1 << index) != 0
        }
    }
  }

  /// All replicas pull from all, in an order of their own, until all have everything.
  private mutating func settle() {
    for _ in 0..<2 where violation == nil && commits.count < 64 - 2 * heads.count {
      for replica in heads.indices.shuffled(using: &random).prefix(2) {
        for other in heads.indices.shuffled(using: &random) where commits.count < 62 {
          pull(heads[other], into: replica)
        }
      }
    }
    let allWrites = writes.reduce(into: UInt64(0)) { $0 |= 1 << $1.commit }
    var files: [UInt64: [UInt8]] = [:]
    for commit in commits.suffix(4) {
      let file = PlanFile.bytes(of: commit.document)
      if let other = files.updateValue(file, forKey: commit.ancestors & allWrites) {
        comparisons += 1
        if other != file {
          fail("has the edits of another, and another file:\n\(text(file))\(text(other))")
        }
      }
    }
  }

  // MARK: - Checks

  private mutating func commit(_ document: PlanDocument, ancestors: UInt64, note: String) {
    let index = commits.count
    commits.append(
      Commit(
        document: document, ancestors: ancestors | (1 << index), note: "\(index): \(note)"))
    var expected = PlanDocument(id: "p")
    for write in liveWrites(in: ancestors | (1 << index)) {
      if let element = writes[write].element { expected[writes[write].path] += [element] }
    }
    if document != expected {
      fail(
        "is\n\(text(PlanFile.bytes(of: document)))but should be\n"
          + text(PlanFile.bytes(of: expected)))
    }
  }

  /// The writes in a history that no write in it replaced.
  private func liveWrites(in history: UInt64) -> [Int] {
    writes.indices.filter {
      history & (1 << writes[$0].commit) != 0 && history & writes[$0].replacedIn == 0
    }
  }

  private mutating func checkLaws(
    _ a: PlanDocument, _ b: PlanDocument, _ bases: [PlanDocument], _ merged: PlanDocument
  ) {
    if PlanMerge.merge(b, a, bases: bases) != merged { fail("is not symmetric") }
    if bases.count > 1, PlanMerge.merge(a, b, bases: bases.reversed()) != merged {
      fail("depends on the order of the bases")
    }
    if PlanMerge.merge(merged, a, bases: [a]) != merged { fail("changes when merged again") }
    if PlanMerge.merge(merged, merged, bases: [merged]) != merged { fail("is not idempotent") }
  }

  private mutating func fail(_ reason: String) {
    let history = commits.map(\.note).joined(separator: "\n")
    violation = violation ?? "the last commit \(reason)\n\(history)"
  }
}

@Suite("Merging in any history")
struct MergePropertyTests {
  @Test("Every commit holds what was written in its history and not replaced", arguments: 0..<20)
  func specification(batch: UInt64) {
    var comparisons = 0
    for seed in batch * 100..<(batch + 1) * 100 {
      var simulation = ReplicaSimulation(seed: seed)
      simulation.run(length: 10 + Int(seed % 40))
      if let violation = simulation.violation {
        Issue.record("seed \(seed): \(violation)")
        return
      }
      comparisons += simulation.comparisons
    }
    #expect(comparisons > 20)
  }

  @Test("With one base only, the same histories show a wrong merge: the check has teeth")
  func negativeControl() {
    var (wrong, crissCrossed, innocent) = (0, 0, 0)
    for seed in UInt64(0)..<100 {
      var right = ReplicaSimulation(seed: seed)
      right.run(length: 40)
      var simulation = ReplicaSimulation(seed: seed, bases: .first)
      simulation.run(length: 40)
      if right.crissCrosses > 0 { crissCrossed += 1 }
      if simulation.violation != nil { wrong += 1 }
      if simulation.violation != nil, right.crissCrosses == 0 { innocent += 1 }
    }
    #expect(crissCrossed > 75)
    #expect(2 * wrong > crissCrossed, "\(wrong) of \(crissCrossed) histories went wrong")
    #expect(innocent == 0)
  }
}
