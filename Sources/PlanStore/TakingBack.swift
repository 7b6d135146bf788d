package import Git
package import PlanModel

/// What became of changes that were taken back.
package struct TakenBack: Sendable {
  /// A path that others have written since, or a plan that they have deleted; it stays as it is.
  package struct Kept: Sendable {
    /// nil for the board's settings.
    package let plan: PlanID?
    package let path: ElementPath
    /// What stands there, as it was first written.
    package let values: [PlacedValue]
  }

  /// Newest first.
  package let commits: [Commit]
  /// The plans that the commits had changed, in the order of their ids.
  package fileprivate(set) var plans: [PlanID] = []
  package fileprivate(set) var kept: [Kept] = []
  /// Whether the commits had changed any file of pmgit's at all.
  package fileprivate(set) var isOfBoard = false
  /// The commits in whose trees such values are, where that is not the newest one.
  package fileprivate(set) var sources: [PlacedValue: ObjectID] = [:]
  /// The plans that can't be taken back: their files are gone, or can't be read, or were put back by
  /// the change, which made nothing.
  package fileprivate(set) var untouched: [PlanID] = []
}

extension BoardStore {
  /// Takes changes back in a transaction, the newest first, where nobody else has changed anything.
  ///
  /// - Parameters:
  ///   - now: The time of deletions, which take back what a change had created.
  ///   - person: Who takes back, `Name <email>`.
  package func takeBack(
    _ changes: OwnChanges, in transaction: inout Transaction, at now: Timestamp, by person: String
  ) throws(StoreError) -> TakenBack {
    var result = TakenBack(commits: changes.wanted)
    var plans: Set<PlanID> = []
    var untouched: Set<PlanID> = []
    var broughtBack = BroughtBack()
    for entry in changes.entries {
      for (file, old, new) in try changedFiles(in: entry.commit, parentTree: entry.parentTree) {
        guard let change = try pastChange(entry, file, old, new, broughtBack) else {
          if entry.isWanted, let plan = file.planID { untouched.insert(plan) }
          continue
        }
        if entry.isWanted {
          do throws(StoreError) {
            let kept = try transaction.takeBack(change, of: file, at: now, by: person)
            let current = try transaction.document(of: file)
            result.kept += kept.map { broughtBack.kept($0, of: file, in: current) }
            broughtBack.note(current, for: change, of: file, in: entry, stamp: transaction.stamp)
            result.isOfBoard = true
            if let plan = file.planID { plans.insert(plan) }
          } catch {
            guard error.isAboutOneFile, let plan = file.planID else { throw error }
            untouched.insert(plan)
            continue
          }
        }
        try noteTakenBack(by: entry.commit, change, of: file, in: &broughtBack)
        if entry.isOwn { broughtBack.note(change, of: file) }
      }
    }
    result.plans = plans.sorted()
    result.untouched = untouched.sorted()
    result.sources = broughtBack.sources
    return result
  }

  /// What a commit did to a file; nil where that can't be taken back.
  private func pastChange(
    _ entry: OwnChanges.Entry, _ file: OwnedFile, _ old: TreeEntry?, _ new: TreeEntry?,
    _ broughtBack: BroughtBack
  ) throws(StoreError) -> PastChange? {
    guard let after = try document(file, new) else { return nil }
    let before = try documentBefore(entry.commit, file, old)
    // Without a version before, only a plan that was not there was made by the commit.
    if before == nil, old != nil || file == .board { return nil }
    if before == nil, let plan = file.planID, entry.commit.restoredPlans.contains(plan) {
      return nil
    }
    return PastChange(
      before: before, after: after, since: broughtBack.written[file] ?? [:],
      standIns: broughtBack[file])
  }

  /// Notes which elements a commit that undid or redid others has brought back.
  private func noteTakenBack(
    by commit: Commit, _ change: PastChange, of file: OwnedFile, in broughtBack: inout BroughtBack
  ) throws(StoreError) {
    // The oldest one last: what was there before all of them is what came back.
    for id in commit.takenBack.reversed() {
      // A trailer may name anything; what is not here brought nothing back.
      guard let former = try? repository.commit(id), let parent = former.parents.first else {
        continue
      }
      let tree = try git { () throws(GitError) in try repository.commit(parent) }.tree
      let old = try git { () throws(GitError) in
        try repository.treeEntry(at: file.path, in: tree)
      }
      guard let before = try documentBefore(former, file, old) else { continue }
      broughtBack.note(change, as: before, of: file, from: parent)
    }
  }
}

/// What a person has written in each file since a change, and which elements stand for older ones.
private struct BroughtBack {
  private(set) var written: [OwnedFile: [ElementPath: Set<Element>]] = [:]
  private var standIns: [OwnedFile: StandIns] = [:]
  /// Where the older ones are to be found.
  private(set) var sources: [PlacedValue: ObjectID] = [:]

  subscript(file: OwnedFile) -> StandIns { standIns[file] ?? StandIns() }

  /// Notes what the person has written.
  mutating func note(_ change: PastChange, of file: OwnedFile) {
    for path in change.paths {
      written[file, default: [:]][path, default: []].formUnion(change.written(at: path))
    }
  }

  /// Notes what this command has just brought back: the values that a change had replaced.
  mutating func note(
    _ document: PlanDocument, for change: PastChange, of file: OwnedFile,
    in entry: OwnChanges.Entry, stamp: Stamp
  ) {
    guard let before = change.before, let parent = entry.commit.parents.first else { return }
    for path in change.paths {
      let own = document[path].filter { $0.stamp.text.text.hasPrefix(stamp.text.text) }
      written[file, default: [:]][path, default: []].formUnion(own)
      note(own, as: before[path], at: path, of: file, from: parent)
    }
  }

  /// Notes what an earlier commit has brought back: values of a document as it was once.
  mutating func note(
    _ change: PastChange, as before: PlanDocument, of file: OwnedFile, from commit: ObjectID
  ) {
    for path in change.paths {
      note(change.written(at: path), as: before[path], at: path, of: file, from: commit)
    }
  }

  private mutating func note(
    _ elements: [Element], as originals: [Element], at path: ElementPath, of file: OwnedFile,
    from commit: ObjectID
  ) {
    for element in elements {
      guard let original = originals.first(where: { $0.value == element.value }) else { continue }
      standIns[file, default: StandIns()].note(element, for: original, at: path)
      sources[PlacedValue(plan: file.planID, path: path, element: original)] = commit
    }
  }

  /// Says of a path that stays what stands there, as it was first written.
  func kept(
    _ path: ElementPath, of file: OwnedFile, in document: PlanDocument
  ) -> TakenBack.Kept {
    let values = document[path].map { element in
      PlacedValue(
        plan: file.planID, path: path, element: self[file].origin(of: element, at: path))
    }
    return TakenBack.Kept(plan: file.planID, path: path, values: values)
  }
}

extension StoreError {
  /// Whether one plan can't be read or is not there, and others may be.
  fileprivate var isAboutOneFile: Bool {
    switch self {
    case .unknownPlan, .unreadablePlan, .planFormatTooNew: true
    default: false
    }
  }
}
