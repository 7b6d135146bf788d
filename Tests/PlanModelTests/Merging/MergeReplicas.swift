import PlanModel
import PmgitTestSupport

/// Replicas of one plan that run the steps of a script. Each commit is checked when it is made.
struct MergeReplicas {
  /// The bases that a merge gets.
  enum Bases { case all, first }

  struct Commit {
    var document: PlanDocument
    /// The commit itself and its ancestors, one bit each.
    var ancestors: UInt128
    /// The changes in the commit's history.
    var changes: WriteHistory.Changes
  }

  let bases: Bases
  var commits = [Commit(document: PlanDocument(id: "p"), ancestors: 1, changes: 0)]
  /// The newest commit of every replica.
  var heads: [Int] {
    didSet {
      for replica in heads.indices where heads[replica] != oldValue[replica] {
        tips[replica].append(heads[replica])
      }
    }
  }
  /// The commits that each replica had, oldest first.
  private var tips: [[Int]]
  var history = WriteHistory()
  var changeCount = 0
  /// The paths where an old value was restored by hand. docs/merge.md promises nothing for these
  /// paths.
  var unpromised: Set<ElementPath> = []
  /// The paths where several replicas may have derived one element. Whether it stays may depend on
  /// the order of merges; what people wrote there does not.
  var derivedAlike: Set<ElementPath> = []
  var checks: MergeChecks
  var tally = MergeTally()
  private var notes = ["0: root"]
  /// The first failure, with the history; nil without failures.
  private(set) var failure: String?

  /// The maximum number of commits that `settle` makes.
  private var room: Int { 2 * heads.count }

  /// Runs some steps, then syncs all replicas to the same state.
  ///
  /// - Parameter thorough: Whether to make the slow checks after every commit.
  init(
    running steps: [MergeStep], replicas: Int, bases: Bases = .all, thorough: Bool = false
  ) {
    self.bases = bases
    checks = MergeChecks(thorough: thorough)
    heads = Array(repeating: 0, count: replicas)
    tips = Array(repeating: [0], count: replicas)
    for step in steps where failure == nil && commits.count + 2 + room < UInt128.bitWidth {
      run(step)
    }
    settle()
  }

  private mutating func run(_ step: MergeStep) {
    switch step {
    case .pull(let replica, let other):
      pull(heads[other], into: replica, because: "\(step)")
    case .pullOld(let replica, let other, let ago):
      // The index counts from the end, so that it is stable when a shrinker drops earlier steps.
      let old = tips[other][max(0, tips[other].count - 1 - ago)]
      pull(old, into: replica, because: "\(step)")
    case .cross(let one, let other):
      let (left, right) = (heads[one], heads[other])
      pull(right, into: one, because: "\(step)")
      pull(left, into: other, because: "\(step)")
    default: change(step)
    }
  }

  /// Syncs all replicas through a hub, as `pmgit sync` does. Checks that all have the same commit
  /// after two rounds.
  private mutating func settle() {
    var hub = 0
    for replica in Array(heads.indices) + Array(heads.indices) where failure == nil {
      pull(hub, into: replica, because: "r\(replica) syncs")
      hub = heads[replica]
    }
    if failure == nil, Set(heads).count > 1 { fail("two rounds of syncs end in \(heads)") }
  }

  // MARK: - Merging

  private mutating func pull(_ theirs: Int, into replica: Int, because reason: String) {
    guard failure == nil else { return }
    let ours = heads[replica]
    let (a, b) = (commits[ours], commits[theirs])
    if a.ancestors & (1 << UInt128(theirs)) != 0 { return }
    if b.ancestors & (1 << UInt128(ours)) != 0 {
      heads[replica] = theirs
      return
    }
    let best = bestCommonAncestors(a, b)
    tally.merges += 1
    if best.count > 1 { tally.crissCrosses += 1 }
    let known = (bases == .all ? best : [best[0]]).map { commits[$0].document }
    let merged = PlanMerge.merge(a.document, b.document, bases: known)
    if bases == .all, let law = checks.brokenLaw(a.document, b.document, known, merged) {
      fail("merging \(ours) and \(theirs) \(law)")
    }
    heads[replica] = commits.count
    commit(
      Commit(
        document: merged, ancestors: a.ancestors | b.ancestors, changes: a.changes | b.changes),
      note: "merges \(ours) and \(theirs), bases \(best) (\(reason))")
  }

  /// Returns the common ancestors of two commits that are not ancestors of other common ancestors.
  private func bestCommonAncestors(_ a: Commit, _ b: Commit) -> [Int] {
    var common = a.ancestors & b.ancestors
    var best: [Int] = []
    while common != 0 {
      // The newest one is not an ancestor of another; its own ancestors are dropped.
      let newest = UInt128.bitWidth - 1 - common.leadingZeroBitCount
      best.append(newest)
      common &= ~commits[newest].ancestors
    }
    return best.reversed()
  }

  // MARK: - Commits

  mutating func commit(_ commit: Commit, note: String) {
    let index = commits.count
    var commit = commit
    commit.ancestors |= 1 << UInt128(index)
    commits.append(commit)
    notes.append("\(index): \(note)")
    if let wrong = checks.wrong(commit, history, unpromised, derivedAlike, &tally) {
      fail("it \(wrong)")
    }
  }

  mutating func fail(_ reason: String) {
    guard failure == nil else { return }
    failure = "After the last commit, \(reason):\n\(notes.joined(separator: "\n"))"
  }
}
