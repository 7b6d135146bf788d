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
  /// The values of plans that name a column with a rule and were not there before.
  private var arrivals: [Arrival] = []
  /// What may be spent on finding what plans were before they were broken or removed.
  private var budget = SearchBudget()
  private var documents = RecentDocuments()

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
    let before = try old.map { id throws(StoreError) in try Past(of: id, in: store) }
    let after = try store.snapshot(at: new)
    var pushed = try git { [old, new, repository] () throws(GitError) in
      try PushedCommits(from: old, to: new, in: repository)
    }
    try judgeCommitters(pushed)
    try judgeFiles(from: before, to: after)
    // The commits are looked through once for all that there is to tell of them.
    var wanted = Set(violations.prefix(Self.mostExplained).compactMap(\.path))
    wanted.formUnion(arrivals.map(\.id.path))
    wanted.insert(OwnedFile.board.path)
    try git { () throws(GitError) in try pushed.find(wanted) }
    try nameCulprits(pushed)
    if let before { try judgeSteps(from: before, to: after.board, pushed) }
  }

  /// For how many violations the commit is looked for.
  private static let mostExplained = 100

  /// What the branch is at.
  private struct Past {
    let commit: ObjectID
    let tree: ObjectID
    /// The board, if its settings can be read: those that can't must be mended by a push.
    let boards: [Board]

    init(of commit: ObjectID, in store: BoardStore) throws(StoreError) {
      self.commit = commit
      tree = try git { () throws(GitError) in try store.repository.commit(commit).tree }
      do {
        boards = [try store.snapshot(at: commit).board]
      } catch {
        guard error.isAboutHead else { throw error }
        boards = []
      }
    }
  }

  // MARK: - Commits

  private mutating func judgeCommitters(_ pushed: PushedCommits) throws(StoreError) {
    guard let committers else { return }
    // Who made a board that comes here for the first time is history; who brings it is not.
    let ids = old == nil ? [new] : pushed.ids.reversed()
    for id in ids {
      let commit = try git { [repository] () throws(GitError) in try repository.commit(id) }
      if committers.admit(commit.committer) { continue }
      guard commit.committer.email == NewBoard.machine(seconds: 0).email else {
        violations.append(Violation(.committer(commit.committer), commit: commit))
        continue
      }
      if try !isMadeByMachine(commit) { violations.append(Violation(.forged, commit: commit)) }
    }
  }

  /// Whether a commit in pmgit's own name holds what pmgit makes: the beginning of a board, or the
  /// merge of its parents, which is the same wherever it is made.
  private func isMadeByMachine(_ commit: Commit) throws(StoreError) -> Bool {
    if NewBoard.commits.contains(commit.id.hex) { return true }
    guard commit.parents.count == 2 else { return false }
    return try store.mergedTree(of: commit.parents[0], commit.parents[1]) == commit.tree
  }

  // MARK: - Files

  private mutating func judgeFiles(
    from before: Past?, to after: BoardSnapshot
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
    _ before: Past?, _ after: BoardSnapshot
  ) throws(StoreError) {
    guard let new else {
      violations.append(Violation(.removed, path: file.path))
      return
    }
    let check = try FileCheck(file.read(new, from: repository), at: file.path) {
      () throws(StoreError) in
      try git { [repository] () throws(GitError) in try repository.blob(new.id) }
    }
    violations += check.violations
    guard let document = check.document else { return }
    guard case .plan(let id) = file else { return }
    let older = try version(of: id, old, at: before?.commit)
    // Whatever it was before it was broken, if that can't be found it is not judged.
    if old != nil, older == nil { return }
    if let older {
      for path in WrittenOnce.changed(from: older, to: document) {
        violations.append(Violation(.writtenOnce(path), path: file.path))
      }
    }
    // A board that comes here for the first time has its history behind it.
    guard let before else { return }
    // What waits for a decision was a step too: to decide for it later is none.
    for version in document[.field("state")] {
      let arrival = Arrival(id: id, state: version.value, older: older)
      if isForbidden(arrival, from: older, on: before.boards + [after.board]) {
        arrivals.append(arrival)
      }
    }
  }

  /// A version of a plan; where it can't be read, what it was before.
  private mutating func version(
    of id: PlanID, _ entry: TreeEntry?, at commit: ObjectID?
  ) throws(StoreError) -> PlanDocument? {
    guard let entry, let commit else { return nil }
    if let document = try documents.document(.plan(id), entry, store) { return document }
    return try store.lastReadable(id, at: commit, ofAnyFormat: true, budget: &budget)
  }

  // MARK: - Columns

  /// A column that a push brings a plan to, shown or waiting for a decision.
  private struct Arrival {
    let id: PlanID
    let state: JSONValue
    /// The plan where the branch is.
    let older: PlanDocument?
  }

  /// Whether every one of some boards forbids a plan to come to a column.
  private func isForbidden(
    _ arrival: Arrival, from old: PlanDocument?, on boards: [Board]
  ) -> Bool {
    boards.allSatisfy {
      ColumnRule.violation(of: arrival.id, from: old, to: arrival.state, on: $0) != nil
    }
  }

  /// Judges the last step of each plan that came to a column with a rule: it may have come there by
  /// way of a column that the rule names.
  ///
  /// The rules before the push count, and those that it brings, be it for a part of its commits: who
  /// lifts a rule, moves plans and sets it again may push all three. Rules that a commit does not know,
  /// because it builds on an older board, count.
  private mutating func judgeSteps(
    from before: Past, to after: Board, _ pushed: PushedCommits
  ) throws(StoreError) {
    let newSettings = Set(pushed[OwnedFile.board.path].compactMap(\.after?.id))
    for arrival in arrivals {
      let step = try lastStep(of: arrival, pushed) ?? Step(starts: [arrival.older])
      var boards = before.boards + [after]
      if let parent = step.commit?.parents.first, let entry = try settings(at: parent),
        newSettings.contains(entry.id),
        let document = try documents.document(.board, entry, store)
      {
        boards.append(Board(document))
      }
      // For a merge one parent from which the step is right will do.
      guard step.starts.allSatisfy({ isForbidden(arrival, from: $0, on: boards) }),
        let wrong = ColumnRule.violation(
          of: arrival.id, from: step.starts[0], to: arrival.state, on: after),
        try !returns(arrival, before, wrong)
      else { continue }
      violations.append(Violation(.columnRule(wrong), path: arrival.id.path, commit: step.commit))
    }
  }

  private func settings(at commit: ObjectID) throws(StoreError) -> TreeEntry? {
    try git { [repository] () throws(GitError) in
      try repository.treeEntry(at: OwnedFile.board.path, in: try repository.commit(commit).tree)
    }
  }

  /// Whether a plan that looks new was in its column when somebody removed its file.
  private mutating func returns(
    _ arrival: Arrival, _ before: Past, _ step: ColumnRule.Violation
  ) throws(StoreError) -> Bool {
    guard step.from == nil, arrival.older == nil else { return false }
    return try store.lastReadable(
      arrival.id, at: before.commit, ofAnyFormat: true, budget: &budget
    ).holds(arrival.state)
  }

  /// How a plan came to its column.
  private struct Step {
    /// The plan in each parent of the commit; nil where it was not there.
    let starts: [PlanDocument?]
    var commit: Commit?
  }

  /// The newest commit that brought a plan to a column; nil if the push has none, as where a merge
  /// went back to what the board was long before.
  private mutating func lastStep(
    of arrival: Arrival, _ pushed: PushedCommits
  ) throws(StoreError) -> Step? {
    for change in pushed[arrival.id.path] {
      let reached = try documents.document(.plan(arrival.id), change.after, store)
      guard reached.holds(arrival.state) else { continue }
      var starts: [PlanDocument?] = []
      for (parent, entry) in zip(change.commit.parents, change.before) {
        starts.append(try version(of: arrival.id, entry, at: parent))
      }
      // Somebody had brought it there before.
      if starts.contains(where: { $0.holds(arrival.state) }) { continue }
      return Step(starts: starts.isEmpty ? [nil] : starts, commit: change.commit)
    }
    return nil
  }

  // MARK: - Who did it

  /// Finds the newest commit that did what is wrong with each file.
  private mutating func nameCulprits(_ pushed: PushedCommits) throws(StoreError) {
    var open: [String: [Int]] = [:]
    for index in violations.indices.prefix(Self.mostExplained) {
      guard let path = violations[index].path else { continue }
      violations[index].commit = pushed[path].first?.commit
      if case .writtenOnce = violations[index].kind { open[path, default: []].append(index) }
    }
    for (path, indices) in open { try nameAuthors(ofFields: indices, pushed[path]) }
  }

  /// Finds the newest commit that changed each of some fields of a plan, in one walk.
  private mutating func nameAuthors(
    ofFields indices: [Int], _ changes: [PushedCommits.Change]
  ) throws(StoreError) {
    var open = indices
    guard let id = indices.first.flatMap({ violations[$0].plan }) else { return }
    for change in changes.prefix(Self.mostChanges) where !open.isEmpty {
      let after = try documents.document(.plan(id), change.after, store)
      for (parent, entry) in zip(change.commit.parents, change.before) {
        let before = try version(of: id, entry, at: parent)
        open.removeAll { index in
          guard case .writtenOnce(let field) = violations[index].kind,
            before?.value(at: field) != after?.value(at: field)
          else { return false }
          violations[index].commit = change.commit
          return true
        }
      }
    }
  }

  /// How far back the one who changed a field is looked for; to name another one does no harm.
  private static let mostChanges = 1000
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

extension PlanDocument? {
  /// Whether a plan is in a column, shown or waiting for a decision.
  fileprivate func holds(_ state: JSONValue) -> Bool {
    self?[.field("state")].contains { $0.value == state } ?? false
  }
}
