import Git
package import PlanModel

/// Checks a push to a board before other clones can fetch it.
///
/// Only the last version of each changed file is checked, because a later commit of the same push
/// may repair a file that an earlier one broke. Unchanged files are not checked. The objects of all
/// pushed commits are checked.
package struct BoardGuard {
  let store: BoardStore
  let old: ObjectID?
  let new: ObjectID
  private let committers: Committers?
  private let stamps: StampCheck
  var repository: Repository { store.repository }
  var violations: [Violation] = []
  /// The moves to columns with a rule that still have to be checked.
  var arrivals: [Arrival] = []
  /// The changes of fields that may be written only once.
  var rewritings: [(id: PlanID, change: Rewriting)] = []
  /// The budget for finding the last readable versions of plans.
  var budget = SearchBudget()
  var documents = RecentDocuments()

  /// Prepares the check of a push to one board.
  ///
  /// - Parameters:
  ///   - old: The branch's commit before the push; nil for a new branch.
  ///   - new: The branch's commit after the push.
  ///   - committers: The people who may commit; nil for everybody.
  ///   - now: The local time. No stamp may be far ahead of it.
  private init(
    _ store: BoardStore, from old: ObjectID?, to new: ObjectID, committers: Committers?,
    now: Timestamp
  ) {
    (self.store, self.old, self.new, self.committers) = (store, old, new, committers)
    stamps = StampCheck(now: now)
  }

  /// Checks a push to one board.
  ///
  /// - Returns: The violations, those of commits before those of files; empty if the push is
  ///   accepted.
  /// - Complexity: Linear in the number of changed files, with one plan in memory at a time. Runs
  ///   git twice.
  package static func violations(
    in store: BoardStore, from old: ObjectID?, to new: ObjectID, committers: Committers? = nil,
    now: Timestamp
  ) async throws -> [Violation] {
    if old == new { return [] }
    var judge = BoardGuard(store, from: old, to: new, committers: committers, now: now)
    let isPointer: Bool
    do {
      isPointer = try judge.judgeHead()
    } catch let error as StoreError where error.isAboutHead || error.isRefusedHome {
      return [Violation(.unusable(error))]
    }
    if let old, try !store.relation(of: new, to: old).hasOther {
      return [Violation(.rewrites(old: old))]
    }
    try store.requireHistory(of: new)
    let pushed = try PushedCommits(from: old, to: new, in: store.repository)
    if let unsound = try await unsoundObject(pushed, since: old, in: store) { return [unsound] }
    if isPointer { try judge.judgePointer(pushed) } else { try judge.judge(pushed) }
    return judge.violations
  }

  /// Checks the new head alone.
  ///
  /// - Returns: Whether it points to the board's home and is no board.
  /// - Throws: `StoreError` if the head can't be used.
  private func judgeHead() throws -> Bool {
    do {
      try store.check(new, except: old)
    } catch StoreError.elsewhere(let name, let address) {
      guard HomeAddress(address) == nil else { return true }
      throw StoreError.refusedHome(name, address: address, .form)
    }
    // A clone works with broken settings, but a push must not contain them.
    if let reason = try store.snapshot(at: new).brokenSettings {
      throw StoreError.unsafeHead(commit: new, path: BoardFile.board.path, reason: reason)
    }
    return false
  }

  /// Checks a push after which the branch points to the board's home. It must leave the plans as
  /// they are.
  private mutating func judgePointer(_ pushed: PushedCommits) throws {
    let commit = try repository.commit(new)
    let differences = try repository.treeDifferences(
      from: repository.tree(of: old ?? commit.parents.first), to: commit.tree)
    let paths = differences.map { String(decoding: $0.path, as: UTF8.self) }
    if let other = paths.first(where: { $0 != BoardFile.board.path }) {
      let reason = "it was changed together with the home of the board"
      violations = [Violation(.unusable(.unsafeHead(commit: new, path: other, reason: reason)))]
    } else {
      try judgeCommitters(pushed)
    }
  }

  private mutating func judge(_ pushed: PushedCommits) throws {
    var pushed = pushed
    let before = try old.map { id in try BoardBefore(of: id, in: store) }
    let after = try store.snapshot(at: new)
    try judgeCommitters(pushed)
    try judgeFiles(from: before, to: after)
    // One search of the commits finds the changes of all paths.
    var wanted = Set(violations.prefix(Self.mostExplained).compactMap(\.path))
    wanted.formUnion(arrivals.map(\.id.path))
    wanted.formUnion(rewritings.map(\.id.path))
    wanted.insert(BoardFile.board.path)
    try pushed.find(wanted)
    for index in violations.indices.prefix(Self.mostExplained) {
      guard let path = violations[index].path else { continue }
      violations[index].commit = pushed[path].first?.commit
    }
    try judgeRewritings(pushed)
    if let before { try judgeSteps(from: before, to: after.board, pushed) }
  }

  /// The most violations for which the responsible commit is searched.
  static let mostExplained = 100

  /// The commit, tree and settings of the board before the push.
  struct BoardBefore {
    let commit: ObjectID
    let tree: ObjectID
    /// The board; empty if its settings can't be read, because a push must be able to repair them.
    let boards: [Board]

    init(of commit: ObjectID, in store: BoardStore) throws {
      self.commit = commit
      tree = try store.repository.commit(commit).tree
      do {
        boards = [try store.snapshot(at: commit).board]
      } catch let error as StoreError where error.isAboutHead || error.isElsewhere {
        boards = []
      }
    }
  }

  // MARK: - Commits

  private mutating func judgeCommitters(_ pushed: PushedCommits) throws {
    guard let committers else { return }
    // For a new board, only the head's committer is checked, as the other commits are older.
    let ids = old == nil ? [new] : pushed.ids.reversed()
    for id in ids {
      let commit = try repository.commit(id)
      if committers.admit(commit.committer) { continue }
      guard commit.committer.email == NewBoard.machine(seconds: 0).email else {
        violations.append(Violation(.committer(commit.committer), commit: commit))
        continue
      }
      if try !isMadeByMachine(commit) { violations.append(Violation(.forged, commit: commit)) }
    }
  }

  /// Whether a commit in pmgit's own name has exactly the bytes that pmgit would write. It must be
  /// one of the first commits of every board, or the merge of its parents. Both are the same in
  /// every clone.
  private func isMadeByMachine(_ commit: Commit) throws -> Bool {
    if NewBoard.isBeginning(commit.id) { return true }
    guard commit.parents.count == 2 else { return false }
    return try store.mergedCommit(of: commit.parents[0], commit.parents[1]) == commit.id
  }

  // MARK: - Files

  private mutating func judgeFiles(from before: BoardBefore?, to after: BoardSnapshot) throws {
    let differences = try repository.treeDifferences(from: before?.tree, to: after.tree)
    for difference in differences {
      let path = String(decoding: difference.path, as: UTF8.self)
      if let file = BoardFile(path: difference.path) {
        try judge(file, from: difference.old, to: difference.new, before, after)
      } else if path.hasPrefix("plans/"), difference.new != nil {
        let isExplained = violations.count < Self.mostExplained
        let plan = isExplained ? try after.misplacedPlan(at: path)?.id : nil
        violations.append(Violation(.misnamed(holds: plan), path: path))
      } else if path == FileContent.folder {
        if difference.new != nil { violations.append(Violation(.noFolder, path: path)) }
      } else if path.hasPrefix("\(FileContent.folder)/") {
        try judgeContent(difference, at: path, before, after)
      } else if difference.new != nil, let own = Self.ownName(mixedUpWith: path) {
        violations.append(Violation(.caseClash(with: own), path: path))
      }
    }
  }

  /// The names that pmgit uses at the top of a board's tree.
  private static let ownNames = [
    BoardFile.board.path, "plans", FileContent.folder, TreeMerge.quarantineFolder,
    BoardSnapshot.attributesPath,
  ]

  /// Returns the name of `ownNames` from which a path's first component differs only in case; nil
  /// if there is no such name.
  private static func ownName(mixedUpWith path: String) -> String? {
    // Scalars are compared, as a '/' and a following combining character are one `Character`.
    let first = String(path.unicodeScalars.prefix { $0 != "/" })
    let folded = first.foldedFileName
    return ownNames.first { $0 == folded && !first.utf8.elementsEqual($0.utf8) }
  }

  private mutating func judge(
    _ file: BoardFile, from old: TreeEntry?, to new: TreeEntry?,
    _ before: BoardBefore?, _ after: BoardSnapshot
  ) throws {
    guard let new else {
      violations.append(Violation(.removed, path: file.path))
      return
    }
    let check = try FileCheck(file.read(new, from: repository), at: file.path, mode: new.mode) {
      try repository.blob(new.id)
    }
    violations += check.violations
    guard let document = check.document else { return }
    let older =
      switch file {
      case .board: try documents.document(file, old, store)
      case .plan(let id): try version(of: id, old, at: before?.commit)
      }
    if let problem = stamps.problem(in: document, since: older) {
      violations.append(Violation(.wrongStamp(problem), path: file.path))
    }
    guard case .plan(let id) = file else { return }
    // A broken plan without a known readable version is not checked further.
    if old != nil, older == nil { return }
    if let older {
      for change in Rewriting.all(from: older, to: document) {
        rewritings.append((id, change))
      }
    }
    try judgeFiles(of: id, document, since: older, after)
    // Moves on a new board are not checked, as they were made before it was pushed here.
    guard let before else { return }
    // A conflicting value counts as a move already, so choosing it later is not a new move.
    for version in document[.field("state")] {
      let arrival = Arrival(id: id, state: version.value, older: older)
      if isForbidden(arrival, from: older, on: before.boards + [after.board]) {
        arrivals.append(arrival)
      }
    }
  }

  /// Returns a version of a plan; if it can't be read, the last readable version before it. Returns
  /// nil if there is neither.
  mutating func version(
    of id: PlanID, _ entry: TreeEntry?, at commit: ObjectID?
  ) throws -> PlanDocument? {
    guard let entry, let commit else { return nil }
    if let document = try documents.document(.plan(id), entry, store) { return document }
    return try store.lastReadable(.plan(id), at: commit, budget: &budget)
  }
}

extension StoreError {
  /// Whether the error means that a head only points to a board.
  fileprivate var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }

  /// Whether the error means that a head points to a home that nobody follows.
  fileprivate var isRefusedHome: Bool { if case .refusedHome = self { true } else { false } }

  /// Whether the error means that a head is not a usable board.
  fileprivate var isAboutHead: Bool {
    switch self {
    case .unsafeHead, .formatTooNew, .unreadableBoard: true
    default: false
    }
  }
}
