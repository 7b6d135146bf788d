package import Git
import PlanIndex
package import PlanModel

/// The result of taking changes back.
package struct UndoResult: Sendable {
  /// A path that stays as it is.
  package struct Kept: Sendable {
    /// nil for the board's settings.
    package let plan: PlanID?
    package let path: ElementPath
    package let reason: KeptPath.Reason
    /// The values there, each as it was first written.
    package let values: [PlacedValue]
  }

  /// Newest first.
  package let commits: [Commit]
  /// Whether the branch itself moved back.
  fileprivate var isMove = false
  /// The commits that a new commit takes back; none if the branch itself moved back.
  package fileprivate(set) var trailed: [Commit] = []
  /// The files that were altered in taking back each of the commits.
  fileprivate var altered: [ObjectID: Set<BoardFile>] = [:]
  /// The plans that the commits had changed.
  package fileprivate(set) var plans: Set<PlanID> = []
  package fileprivate(set) var kept: [Kept] = []
  /// The commits in whose trees the kept values are, for those that are not in the newest one.
  package fileprivate(set) var sources: [PlacedValue: ObjectID] = [:]
  /// The plans that can't be taken back: their files are gone, or can't be read, or were put back
  /// by the change, which did not create them.
  package fileprivate(set) var untouched: Set<PlanID> = []
}

extension BoardStore {
  /// Takes changes back in a transaction, the newest first, where no other writer has changed
  /// anything since.
  ///
  /// The commit is made even if it alters nothing: otherwise the same changes would be the last
  /// ones forever.
  ///
  /// - Parameters:
  ///   - now: The time of deletions, which take back what a change had created.
  ///   - person: The person who takes back, `Name <email>`.
  package func takeBack(
    _ step: UndoStep, in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws(StoreError) -> UndoResult {
    transaction.isWorthEmptyCommit = true
    switch step {
    case .move(let target, let commits):
      transaction.target = target
      // A redo of an undo that altered nothing moves to a commit with the same files.
      let tree = try git { () throws(GitError) in try repository.commit(target) }.tree
      var result = UndoResult(commits: commits, isMove: tree != transaction.before.tree)
      result.plans = try plans(changedBy: commits)
      return result
    case .takeBack(let changes):
      return try takeBack(changes, in: &transaction, at: now, by: person)
    case .again(let commits):
      return try makeAgain(commits, in: &transaction, at: now, by: person)
    }
  }

  private func takeBack(
    _ changes: UndoHistory, in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws(StoreError) -> UndoResult {
    var result = UndoResult(commits: changes.wanted)
    result.trailed = changes.wanted
    var restoredValues = RestoredValues()
    for entry in changes.entries {
      for touched in try changedFiles(in: entry.commit, parentTree: entry.parentTree) {
        let file = touched.file
        guard let change = try pastChange(entry, touched, restoredValues) else {
          if entry.isWanted { result.noteUntouched(file) }
          continue
        }
        if entry.isWanted {
          guard
            let found = try takeBack(
              change, of: file, by: [entry.commit], in: &transaction, at: now, person: person,
              &result, restoredValues)
          else { continue }
          restoredValues.note(
            try transaction.document(of: file), since: found, for: change, of: file, in: entry)
        }
        try noteTakenBack(by: entry.commit, change, of: file, in: &restoredValues)
        if entry.isOwn { restoredValues.note(change, of: file) }
      }
    }
    try keepRules(of: &result, in: &transaction)
    result.sources = restoredValues.sources
    return result
  }

  /// Takes back the changes of commits to one file, and returns the file as it was found; nil if it
  /// can't be read.
  private func takeBack(
    _ change: PastChange, of file: BoardFile, by commits: [Commit],
    in transaction: inout Transaction, at now: Timestamp, person: String,
    _ result: inout UndoResult, _ restoredValues: RestoredValues
  ) throws(StoreError) -> PlanDocument? {
    do throws(StoreError) {
      let found = try transaction.document(of: file)
      let kept = try transaction.takeBack(change, of: file, at: now, by: person)
      let current = try transaction.document(of: file)
      result.kept += kept.map { restoredValues.kept($0, of: file, in: current) }
      result.note(file, alteredBy: current.hasValues(of: found) ? [] : commits)
      return found
    } catch {
      guard error.isAboutOneFile, file.planID != nil else { throw error }
      result.noteUntouched(file)
      return nil
    }
  }

  /// Leaves plans in their column if a rule of the board forbids the way back.
  private func keepRules(
    of result: inout UndoResult, in transaction: inout Transaction
  ) throws(StoreError) {
    let shared = try trackingTip().map { tip throws(StoreError) in try snapshot(at: tip) }
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

  /// Makes changes again that the branch went back over, where no other writer has changed anything
  /// since: the undo of the undo.
  private func makeAgain(
    _ commits: [Commit], in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws(StoreError) -> UndoResult {
    var result = UndoResult(commits: commits)
    guard let newest = commits.first, let oldest = commits.last else { return result }
    var makers: [BoardFile: [Commit]] = [:]
    for commit in commits {
      for change in try changedFiles(in: commit, parentTree: try parentTree(of: commit)) {
        makers[change.file, default: []].append(commit)
      }
    }
    // All of them as one change: one by one, each would treat the values of the one before as those
    // of another writer.
    for change in try changedFiles(in: newest, parentTree: try parentTree(of: oldest)) {
      let file = change.file
      guard let made = try document(file, change.new) else { continue }
      if let plan = file.planID, change.old == nil {
        guard try !transaction.before.hasFile(of: plan) else { continue }
        transaction.makeAgain(plan, made)
        result.note(file, alteredBy: makers[file] ?? [])
      } else if let former = try documentBefore(oldest.id, change) {
        _ = try takeBack(
          PastChange(before: made, after: former), of: file, by: makers[file] ?? [],
          in: &transaction, at: now, person: person, &result, RestoredValues())
      }
    }
    try keepRules(of: &result, in: &transaction)
    return result
  }

  private func parentTree(of commit: Commit) throws(StoreError) -> ObjectID? {
    guard let parent = commit.parents.first else { return nil }
    return try git { () throws(GitError) in try repository.commit(parent) }.tree
  }

  /// The owners that plans had before some undos, and would have again without them.
  package func owners(before undoings: UndoHistory) throws(StoreError) -> [Person] {
    let owner = ElementPath.field("owner")
    var owners: [Person] = []
    for entry in undoings.entries where entry.isWanted {
      for change in try changedFiles(in: entry.commit, parentTree: entry.parentTree) {
        guard let before = try document(change.file, change.old),
          let after = try document(change.file, change.new), before[owner] != after[owner],
          let name = before.value(at: owner)?.string
        else { continue }
        owners.append(Person(name))
      }
    }
    return owners
  }

  /// The plans that commits have changed.
  package func plans(changedBy commits: [Commit]) throws(StoreError) -> Set<PlanID> {
    var plans: Set<PlanID> = []
    for commit in commits {
      plans.formUnion(
        try changedFiles(in: commit, parentTree: try parentTree(of: commit))
          .compactMap(\.file.planID))
    }
    return plans
  }

  /// Returns the change of a commit to a file; nil if it can't be taken back.
  private func pastChange(
    _ entry: UndoHistory.Entry, _ change: FileChange, _ restoredValues: RestoredValues
  ) throws(StoreError) -> PastChange? {
    let file = change.file
    guard let after = try document(file, change.new) else { return nil }
    let before = try documentBefore(entry.commit.id, change)
    // If there is no older version, the commit made the plan only if there was no file either.
    if before == nil, change.old != nil || file == .board { return nil }
    if before == nil, let plan = file.planID, entry.commit.restoredPlans.contains(plan) {
      return nil
    }
    return PastChange(
      before: before, after: after, since: restoredValues.written[file] ?? [:],
      restoredOrigins: restoredValues[file])
  }

  /// Notes the elements that a commit brought back by undoing or redoing others.
  private func noteTakenBack(
    by commit: Commit, _ change: PastChange, of file: BoardFile,
    in restoredValues: inout RestoredValues
  ) throws(StoreError) {
    // The oldest one last: the values before all of them are the ones that came back.
    for id in commit.takenBack.reversed() {
      // A trailer may name any object; a commit that is not in this clone brought nothing back.
      guard let former = try commitIfThere(id), let parent = former.parents.first else { continue }
      let tree = try git { () throws(GitError) in try repository.commit(parent) }.tree
      let old = try git { () throws(GitError) in
        try repository.treeEntry(at: file.path, in: tree)
      }
      let version = FileChange(file, from: old.map(Touch.Version.init(_:)), to: nil)
      guard let before = try documentBefore(former.id, version) else { continue }
      restoredValues.note(change, as: before, of: file, from: parent)
    }
  }
}

extension UndoResult {
  /// Whether taking back the commit altered nothing that shows.
  package func isSpent(_ commit: Commit) -> Bool {
    // A moved branch takes back all of them.
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
  /// Whether both have the same values at each path, whoever wrote them.
  fileprivate func hasValues(of other: PlanDocument) -> Bool {
    Set(elements.keys).union(other.elements.keys).allSatisfy { path in
      Set(self[path].map(\.value)) == Set(other[path].map(\.value))
    }
  }
}

extension StoreError {
  /// Whether it says that one plan is missing or can't be read, so that others can go on.
  fileprivate var isAboutOneFile: Bool {
    switch self {
    case .unknownPlan, .unreadablePlan, .planFormatTooNew: true
    default: false
    }
  }
}
