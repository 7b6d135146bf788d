package import Git
package import PlanModel

/// What became of changes that were taken back.
package struct TakenBack: Sendable {
  /// Newest first.
  package let commits: [Commit]
  /// The plans that the commits had changed, in the order of their ids.
  package fileprivate(set) var plans: [PlanID] = []
  /// What others have written since, which stays; `plan` is nil for the board's settings.
  package fileprivate(set) var kept: [(plan: PlanID?, path: ElementPath, elements: [Element])] = []
  /// The plans whose files the commits removed or broke; 'restore' is for those.
  package fileprivate(set) var broken: [PlanID] = []
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
    var own = OwnWriting()
    for entry in changes.entries {
      for (file, old, new) in try changedFiles(in: entry.commit, parentTree: entry.parentTree) {
        guard let after = try document(file, new) else {
          if entry.isWanted, let plan = file.planID { result.broken.append(plan) }
          continue
        }
        let before = try documentBefore(entry.commit, file, old)
        // Without a version before, only a plan that was not there was made by the commit.
        if before == nil, old != nil || file == .board { continue }
        let change = PastChange(before: before, after: after, since: own[file])
        if entry.isWanted {
          if let plan = file.planID { plans.insert(plan) }
          let kept = try transaction.takeBack(change, of: file, at: now, by: person)
          let current = try transaction.document(of: file)
          result.kept += kept.map { (file.planID, $0, current[$0]) }
          own.note(current, of: file, only: transaction.stamp)
        }
        own.note(change, of: file)
      }
    }
    result.plans = plans.sorted()
    return result
  }
}

/// What a person has written in each file since the change that is taken back.
private struct OwnWriting {
  private var written: [OwnedFile: [ElementPath: Set<Element>]] = [:]

  subscript(file: OwnedFile) -> [ElementPath: Set<Element>] { written[file] ?? [:] }

  mutating func note(_ change: PastChange, of file: OwnedFile) {
    for path in change.paths {
      let elements = Set(change.after[path]).subtracting(change.before?[path] ?? [])
      written[file, default: [:]][path, default: []].formUnion(elements)
    }
  }

  /// Notes what a document holds of one command's own: stamps that begin with the command's.
  mutating func note(_ document: PlanDocument, of file: OwnedFile, only stamp: Stamp) {
    for (path, elements) in document.elements {
      let own = elements.filter { $0.stamp.text.text.hasPrefix(stamp.text.text) }
      guard !own.isEmpty else { continue }
      written[file, default: [:]][path, default: []].formUnion(own)
    }
  }
}
