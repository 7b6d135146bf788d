import Git
import PlanIndex
package import PlanModel

/// The result of an undo or a redo.
package struct UndoResult: Sendable {
  /// A path whose values the undo or redo does not change, and the reason.
  package struct Kept: Sendable {
    /// The plan; nil for the board's settings.
    package let plan: PlanID?
    package let path: ElementPath
    package let reason: KeptPath.Reason
    /// The values at the path.
    package let values: [PlacedValue]
  }

  /// The commits that were undone or redone, newest first.
  package let commits: [Commit]
  /// Whether the branch itself moves, and whether a commit that it loses or gains by this changed a
  /// visible value.
  fileprivate var isMove = false
  /// The commits that the trailers of a new commit must name as undone or redone. Empty if the
  /// branch itself moves, or if the changes of lost commits are made again.
  package fileprivate(set) var trailed: [Commit] = []
  /// For a redo: the changes that each undo had undone.
  fileprivate var redone: [ObjectID: [Commit]] = [:]
  /// The files that were altered by undoing or redoing each commit.
  fileprivate var altered: [ObjectID: Set<BoardFile>] = [:]
  /// The plans that the commits changed.
  package fileprivate(set) var plans: Set<PlanID> = []
  package fileprivate(set) var kept: [Kept] = []
  /// The plans whose changes can't be undone. The plan's file is missing or unreadable, or the
  /// change only restored the plan.
  package fileprivate(set) var untouched: Set<PlanID> = []
  /// The number of contents of attached files that undone commits added and that stay in the
  /// board's history.
  package fileprivate(set) var keptContents = 0

  /// Returns the changes that a redone undo had undone; empty for another commit.
  package func changesRedone(by undo: Commit) -> [Commit] { redone[undo.id] ?? [] }
}

extension BoardStore {
  /// Undoes or redoes changes in a transaction, newest first, except values that others changed
  /// since.
  ///
  /// The commit is made even if it alters nothing. Otherwise the next undo would find the same
  /// changes again.
  ///
  /// - Parameters:
  ///   - now: The time of deletions. A plan is deleted to undo its creation.
  ///   - person: The person who undoes, as `Name <email>`.
  package func takeBack(
    _ step: UndoStep, in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws -> UndoResult {
    (transaction.isWorthEmptyCommit, transaction.skipsRules) = (true, true)
    var result: UndoResult
    switch step {
    case .move(let target, let commits):
      result = UndoResult(
        commits: commits, isMove: try showsChange(between: transaction.before.commit, target))
      result.plans = try plans(changedBy: commits)
      if !result.isMove {
        result.kept = try keptByRedo(of: commits, transaction, at: now, by: person)
      }
      transaction.target = target
    case .takeBack(let changes):
      result = try takeBack(changes, in: &transaction, at: now, by: person)
    case .again(let commits):
      result = try recreate(commits, in: &transaction, at: now, by: person)
    }
    for commit in result.commits {
      result.redone[commit.id] = try commitsIfThere(undoing(in: commit)?.undoes ?? [])
    }
    return result
  }

  /// Whether a commit between two commits of one line of history changed more than stamps. The
  /// commits can be given in any order.
  private func showsChange(between one: ObjectID, _ other: ObjectID) throws -> Bool {
    let (newest, oldest) = try isAncestor(one, of: other) ? (other, one) : (one, other)
    var next = newest
    while next != oldest {
      let commit = try repository.commit(next)
      guard let parent = commit.parents.first, try !showsChange(commit) else { return true }
      next = parent
    }
    return false
  }

  /// Whether a commit changed more than stamps.
  ///
  /// - Complexity: Reads the changed files, up to the first that shows another value.
  private func showsChange(_ commit: Commit) throws -> Bool {
    guard let old = try parentTree(of: commit) else { return true }
    for difference in try repository.treeDifferences(from: old, to: commit.tree) {
      guard let file = BoardFile(path: difference.path),
        let before = try document(file, difference.old),
        let after = try document(file, difference.new), after.shows(sameAs: before)
      else { return true }
    }
    return false
  }

  /// Returns the paths that a redo would leave unchanged if it made a new commit instead of moving
  /// the branch. The result is empty if `undos` are not the person's last undos.
  private func keptByRedo(
    of undos: [Commit], _ transaction: Transaction, at now: Timestamp, by person: String
  ) throws -> [UndoResult.Kept] {
    let changes = try changesToRedo(by: Person(person), from: transaction.before.commit)
    guard !undos.isEmpty, changes.wanted.map(\.id) == undos.map(\.id) else { return [] }
    var copy = transaction
    return try takeBack(changes, in: &copy, at: now, by: person).kept
  }

  private func takeBack(
    _ changes: UndoHistory, in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws -> UndoResult {
    var result = UndoResult(commits: changes.wanted)
    result.trailed = changes.wanted
    let histories = try FileHistories(
      of: self, for: changes, by: Person(person), from: transaction.before.commit)
    for file in histories.files {
      try takeBack(histories.history(of: file), in: &transaction, at: now, person: person, &result)
    }
    try keepRules(of: &result, in: &transaction)
    for commit in changes.wanted {
      result.keptContents += try contents(addedBy: commit, since: commit).count
    }
    return result
  }

  /// Undoes or redoes the wanted changes of one file, newest first.
  private func takeBack(
    _ history: FileHistory, in transaction: inout Transaction, at now: Timestamp, person: String,
    _ result: inout UndoResult
  ) throws {
    var writes = history.writes
    for step in history.steps {
      guard let change = step.change(in: writes) else {
        result.noteUntouched(history.file)
        continue
      }
      let found = try takeBack(
        change, of: history.file, by: step.commits, in: &transaction, at: now, person: person,
        &result)
      guard let found else { continue }
      writes.noteStep(from: found, to: try transaction.document(of: history.file))
    }
  }

  /// Undoes or redoes a change of one file. Returns the file's content before; nil if it can't be
  /// read.
  private func takeBack(
    _ change: UndoChange, of file: BoardFile, by commits: [Commit],
    in transaction: inout Transaction, at now: Timestamp, person: String,
    _ result: inout UndoResult
  ) throws -> PlanDocument? {
    do {
      let found = try transaction.document(of: file)
      let kept = try transaction.takeBack(change, of: file, at: now, by: person)
      let current = try transaction.document(of: file)
      result.kept += kept.filter { !$0.path.isInternal }.map { kept in
        // Values that this undo has just written at the same path are left out.
        let old = current[kept.path].filter(found[kept.path].contains)
        return UndoResult.Kept(
          plan: file.planID, path: kept.path, reason: kept.reason,
          values: (old.isEmpty ? current[kept.path] : old).map {
            PlacedValue(plan: file.planID, path: kept.path, element: $0)
          })
      }
      result.note(file, alteredBy: current.shows(sameAs: found) ? [] : commits)
      return found
    } catch let error as StoreError where error.isAboutOneFile && file.planID != nil {
      result.noteUntouched(file)
      return nil
    }
  }

  /// Keeps plans in their column if a rule of the board forbids the reversed move.
  private func keepRules(of result: inout UndoResult, in transaction: inout Transaction) throws {
    let shared = try trackingTip().map { tip in try snapshot(at: tip) }
    for violation in try transaction.keepRules(for: result.plans, knowing: shared) {
      result.kept.append(
        UndoResult.Kept(
          plan: violation.plan, path: .field("state"), reason: .rule(violation), values: []))
      let file = BoardFile.plan(violation.plan)
      let found = try transaction.found.readableDocument(violation.plan)
      guard try transaction.document(of: file) == found else { continue }
      for commit in result.altered.keys { result.altered[commit]?.remove(file) }
    }
  }

  /// Redoes changes that the branch lost by an undo, except values that others changed since.
  private func recreate(
    _ commits: [Commit], in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws -> UndoResult {
    var result = UndoResult(commits: commits)
    guard let newest = commits.first, let oldest = commits.last else { return result }
    var makers: [BoardFile: [Commit]] = [:]
    for commit in commits {
      for change in try changedFiles(in: commit) {
        makers[change.file, default: []].append(commit)
      }
    }
    // The commits are redone as one change. If they were redone one by one, each redo would treat
    // the values of the previous one as another person's.
    for change in try changedFiles(in: newest, since: oldest) {
      let file = change.file
      guard let made = try document(file, change.new) else { continue }
      if let plan = file.planID, change.old == nil {
        guard try !transaction.before.hasFile(of: plan) else { continue }
        transaction.recreate(plan, made)
        result.note(file, alteredBy: makers[file] ?? [])
      } else if let former = try documentBefore(oldest.id, change) {
        let change = UndoChange(
          redoing: made, over: former, now: try transaction.document(of: file))
        _ = try takeBack(
          change, of: file, by: makers[file] ?? [], in: &transaction, at: now, person: person,
          &result)
      }
    }
    for id in try contents(addedBy: newest, since: oldest) { try transaction.keepContent(id) }
    try keepRules(of: &result, in: &transaction)
    return result
  }

  /// Returns the contents of attached files that commits added.
  private func contents(addedBy newest: Commit, since oldest: Commit) throws -> [ObjectID] {
    try repository.treeDifferences(
      from: parentTree(of: oldest), to: newest.tree, under: FileContent.folder
    ).compactMap { difference in
      difference.new == nil ? nil : difference.pathString.flatMap { FileContent.id(at: $0) }
    }
  }

  func parentTree(of commit: Commit) throws -> ObjectID? {
    try repository.tree(of: commit.parents.first)
  }

  /// Returns the owners that were set by the changes that `undoings` had undone.
  package func owners(before undoings: UndoHistory) throws -> [Person] {
    try ownerChanges(by: commitsIfThere(Array(undoings.redoneChanges)))
      .compactMap { $0.after.map { Person($0) } }
  }

  /// Returns the owners that changes cleared or replaced.
  package func owners(replacedBy commits: [Commit]) throws -> [Person] {
    try ownerChanges(by: commits).flatMap { $0.before.map { Person($0) } }
  }

  /// Returns the owners before and after each change of the owner of a plan. There are several
  /// before it if they were in conflict.
  private func ownerChanges(
    by commits: [Commit]
  ) throws -> [(before: [String], after: String?)] {
    let owner = ElementPath.field("owner")
    var changes: [(before: [String], after: String?)] = []
    for commit in commits {
      for change in try changedFiles(in: commit) {
        let before = try document(change.file, change.old)?[owner] ?? []
        let after = try document(change.file, change.new)
        guard before != after?[owner] ?? [] else { continue }
        changes.append((before.compactMap(\.value.string), after?.value(at: owner)?.string))
      }
    }
    return changes
  }

  /// Whether a commit moved a plan to another column.
  package func movesPlan(_ commit: Commit) throws -> Bool {
    try changedFiles(in: commit).contains { change in
      guard let before = try document(change.file, change.old) else { return false }
      let after = try document(change.file, change.new)
      return after?.value(at: PlanField.state.path) != before.value(at: PlanField.state.path)
    }
  }

  package func plans(changedBy commits: [Commit]) throws -> Set<PlanID> {
    var plans: Set<PlanID> = []
    for commit in commits {
      plans.formUnion(try changedFiles(in: commit).compactMap(\.plan))
    }
    return plans
  }
}

extension UndoResult {
  /// Whether undoing or redoing the commit changed no visible value.
  package func isSpent(_ commit: Commit) -> Bool {
    // `altered` is empty if the branch moves, which undoes or redoes all of the commits.
    altered[commit.id]?.isEmpty ?? !isMove
  }

  fileprivate mutating func note(_ file: BoardFile, alteredBy commits: [Commit]) {
    if let plan = file.planID { plans.insert(plan) }
    for commit in commits { altered[commit.id, default: []].insert(file) }
  }

  fileprivate mutating func noteUntouched(_ file: BoardFile) {
    if let plan = file.planID { untouched.insert(plan) }
  }
}

extension PlanDocument {
  /// Whether both documents are hidden, or have the same values at each path, regardless of stamps.
  fileprivate func shows(sameAs other: PlanDocument) -> Bool {
    if isHidden, other.isHidden { return true }
    return Set(elements.keys).union(other.elements.keys).allSatisfy { path in
      Set(self[path].map(\.value)) == Set(other[path].map(\.value))
    }
  }
}

extension StoreError {
  /// Whether the error means that one plan is missing or unreadable, so that other plans are not
  /// affected.
  fileprivate var isAboutOneFile: Bool {
    switch self {
    case .unknownPlan, .unreadablePlan, .planFormatTooNew: true
    default: false
    }
  }
}
