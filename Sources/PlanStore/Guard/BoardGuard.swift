package import Git
import PlanModel

/// Judges what a push would make of a board, before anybody else gets it.
///
/// What counts is the board as it would be: who has mended by a further commit what an earlier one
/// broke may push both. Files that the push leaves as they are, are not judged.
package struct BoardGuard {
  private let store: BoardStore
  private let old: ObjectID?
  private let new: ObjectID
  private let committers: Committers?
  private var repository: Repository { store.repository }
  private var violations: [Violation] = []
  /// The plans that came to a column with a rule.
  private var steps: [PlanID] = []

  /// - Parameters:
  ///   - old: What the branch is at; nil if there is none yet.
  ///   - new: What it would be at.
  ///   - committers: Who may make commits; nil for everybody.
  private init(
    _ store: BoardStore, from old: ObjectID?, to new: ObjectID, committers: Committers?
  ) {
    (self.store, self.old, self.new, self.committers) = (store, old, new, committers)
  }

  /// Judges a push to one board.
  ///
  /// - Returns: What is wrong, by commits and then by files; nothing if it may pass.
  /// - Complexity: Linear in what differs; one plan in memory at a time.
  package static func violations(
    in store: BoardStore, from old: ObjectID?, to new: ObjectID, committers: Committers? = nil
  ) throws(StoreError) -> [Violation] {
    if old == new { return [] }
    var judge = BoardGuard(store, from: old, to: new, committers: committers)
    do throws(StoreError) {
      try HeadCheck.check(new, knowing: old, in: store.repository, board: store.name)
    } catch {
      guard error.isAboutHead else { throw error }
      return [Violation(.unusable(error))]
    }
    if let old, try !store.isAncestor(old, of: new) { return [Violation(.rewrites(old: old))] }
    try judge.judge()
    return judge.violations
  }

  private mutating func judge() throws(StoreError) {
    let before = try old.map { id throws(StoreError) in try store.snapshot(at: id) }
    let after = try store.snapshot(at: new)
    var pushed = try git { [old, new, repository] () throws(GitError) in
      try PushedCommits(from: old, to: new, in: repository)
    }
    try judgeCommitters(pushed)
    try judgeFiles(from: before, to: after)
    // The commits are looked through once for all that there is to tell of them.
    let wanted = Set(violations.compactMap(\.path)).union(steps.map(\.path))
    try git { () throws(GitError) in try pushed.find(wanted) }
    for index in violations.indices where violations[index].path != nil {
      violations[index].commit = try culprit(of: violations[index], pushed)
    }
    if let before { try judgeSteps(from: before, to: after, pushed) }
  }

  // MARK: - Commits

  private mutating func judgeCommitters(_ pushed: PushedCommits) throws(StoreError) {
    guard let committers else { return }
    for id in pushed.ids.reversed() {
      let commit = try git { [repository] () throws(GitError) in try repository.commit(id) }
      if committers.admit(commit.committer) { continue }
      guard commit.committer.email == NewBoard.machine(seconds: 0).email else {
        violations.append(Violation(.committer(commit.committer), commit: commit))
        continue
      }
      if try !isMadeByMachine(commit) { violations.append(Violation(.forged, commit: commit)) }
    }
  }

  /// Whether a commit in pmgit's own name is one that pmgit makes: the beginning of a board, or the
  /// merge of its parents, which has the same id wherever it is made.
  private func isMadeByMachine(_ commit: Commit) throws(StoreError) -> Bool {
    if NewBoard.commits.contains(commit.id.hex) { return true }
    guard commit.parents.count == 2 else { return false }
    return try store.mergeID(of: commit.parents[0], commit.parents[1]) == commit.id
  }

  // MARK: - Files

  private mutating func judgeFiles(
    from before: BoardSnapshot?, to after: BoardSnapshot
  ) throws(StoreError) {
    let differences = try git { [repository] () throws(GitError) in
      try repository.treeDifferences(from: before?.tree, to: after.tree)
    }
    for difference in differences {
      let path = String(decoding: difference.path, as: UTF8.self)
      if let file = OwnedFile(path: difference.path) {
        try judge(file, from: difference.old, to: difference.new, before, after)
      } else if path.hasPrefix("plans/"), difference.new != nil {
        violations.append(Violation(.misnamed, path: path))
      }
    }
  }

  private mutating func judge(
    _ file: OwnedFile, from old: TreeEntry?, to new: TreeEntry?,
    _ before: BoardSnapshot?, _ after: BoardSnapshot
  ) throws(StoreError) {
    guard let new else {
      violations.append(Violation(.removed, path: file.path))
      return
    }
    let document: PlanDocument
    switch try file.read(new, from: repository) {
    case .unreadable(let reason):
      violations.append(Violation(.unreadable(reason: reason), path: file.path))
      return
    case .document(let read): document = read
    }
    guard document.format <= PlanDocument.supportedFormat else {
      let reason = BoardSnapshot.tooNew(document.format)
      violations.append(Violation(.unreadable(reason: reason), path: file.path))
      return
    }
    let bytes = try git { [repository] () throws(GitError) in try repository.blob(new.id) }
    if bytes != PlanFile.bytes(of: document) {
      violations.append(Violation(.notCanonical, path: file.path))
    }
    guard case .plan(let id) = file else { return }
    let older = try version(of: id, old, at: before?.commit)
    if let older {
      for path in WrittenOnce.changed(from: older, to: document) {
        violations.append(Violation(.writtenOnce(path), path: file.path))
      }
    }
    // A board that comes here for the first time has its history behind it.
    guard let before else { return }
    if isForbidden(id, from: older, to: document, on: [before.board, after.board]) {
      steps.append(id)
    }
  }

  /// A version of a plan; where it can't be read, what it was before.
  private func version(
    of id: PlanID, _ entry: TreeEntry?, at commit: ObjectID?
  ) throws(StoreError) -> PlanDocument? {
    guard let entry, let commit else { return nil }
    if let document = try store.document(.plan(id), entry) { return document }
    return try store.lastReadable(id, at: commit, ofAnyFormat: true)
  }

  // MARK: - Columns

  /// Whether every one of some boards forbids a step.
  ///
  /// The rules that were there before the push and those that it brings: who lifts a rule and moves
  /// a plan may push both, and a rule that is new does not judge what was done before it.
  private func isForbidden(
    _ id: PlanID, from old: PlanDocument?, to new: PlanDocument, on boards: [Board]
  ) -> Bool {
    boards.allSatisfy { ColumnRule.violation(of: id, from: old, to: new, on: $0) != nil }
  }

  /// Judges the last step of each plan that came to a column with a rule: it may have come there by
  /// way of a column that the rule names.
  private mutating func judgeSteps(
    from before: BoardSnapshot, to after: BoardSnapshot, _ pushed: PushedCommits
  ) throws(StoreError) {
    for id in steps {
      guard let reached = try after.document(id) else { continue }
      var step = Step(starts: [try before.readableDocument(id)], reached: reached)
      if let last = try lastStep(of: id, to: reached, pushed) { step = last }
      // For a merge one parent from which the step is right will do.
      let isWrong = step.starts.allSatisfy {
        isForbidden(id, from: $0, to: step.reached, on: [before.board, after.board])
      }
      guard isWrong,
        let violation = ColumnRule.violation(
          of: id, from: step.starts[0], to: step.reached, on: after.board)
      else { continue }
      violations.append(Violation(.columnRule(violation), path: id.path, commit: step.commit))
    }
  }

  /// How a plan came to its column.
  private struct Step {
    /// The plan in each parent of the commit; nil where it was not there.
    let starts: [PlanDocument?]
    let reached: PlanDocument
    var commit: Commit?
  }

  /// The newest commit that brought a plan to the column where it is in the end; nil if the push has
  /// none, as where a merge went back to what the board was long before.
  private func lastStep(
    of id: PlanID, to final: PlanDocument, _ pushed: PushedCommits
  ) throws(StoreError) -> Step? {
    let state = final.value(at: .field("state"))
    for change in pushed[id.path] {
      guard let reached = try store.document(.plan(id), change.after),
        reached.value(at: .field("state")) == state
      else { continue }
      var starts: [PlanDocument?] = []
      for (parent, entry) in zip(change.commit.parents, change.before) {
        starts.append(try version(of: id, entry, at: parent))
      }
      if starts.contains(where: { $0?.value(at: .field("state")) == state }) { continue }
      return Step(starts: starts.isEmpty ? [nil] : starts, reached: reached, commit: change.commit)
    }
    return nil
  }

  // MARK: - Who did it

  /// The newest commit that did what is wrong with a file.
  private func culprit(
    of violation: Violation, _ pushed: PushedCommits
  ) throws(StoreError) -> Commit? {
    guard let path = violation.path else { return nil }
    let changes = pushed[path]
    guard case .writtenOnce(let field) = violation.kind, let id = violation.plan else {
      return changes.first?.commit
    }
    for change in changes {
      let after = try store.document(.plan(id), change.after)
      for (parent, entry) in zip(change.commit.parents, change.before) {
        let before = try version(of: id, entry, at: parent)
        if before?.value(at: field) != after?.value(at: field) { return change.commit }
      }
    }
    return changes.first?.commit
  }
}

extension StoreError {
  /// Whether it says that a head is no board that can be used.
  fileprivate var isAboutHead: Bool {
    switch self {
    case .unsafeHead, .formatTooNew, .unreadableBoard: true
    default: false
    }
  }
}
