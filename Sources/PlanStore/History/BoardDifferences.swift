import Git
import PlanIndex
package import PlanModel

/// What differs of a plan, or of the board's settings, between two commits.
package struct PlanDifference: Sendable {
  /// nil for the board's own settings.
  package let plan: PlanID?
  /// The plan's title at the later commit; if it is not there any more, at the earlier one.
  package let title: String
  /// In the order of the paths; empty if only what is not shown differs.
  package let changes: [HistoryEntry.FieldChange]
}

/// What differs of a board between two commits.
package struct BoardDifferences: Sendable {
  /// In the order of the ids, after the settings.
  package var plans: [PlanDifference] = []
  /// The plans that can't be read at one of the commits; nil for the settings.
  package var unreadable: [PlanID?] = []
}

extension BoardStore {
  /// Compares the plans of a board at two commits, whichever is the older.
  ///
  /// - Parameter old: nil for the board as it was made, without plans.
  /// - Complexity: The folders and files that differ.
  package func differences(
    from old: ObjectID?, to new: ObjectID
  ) throws(StoreError) -> BoardDifferences {
    var found = BoardDifferences()
    let old = if let old { old } else { try beginning() }
    let differing = try repository.treeDifferences(
      from: try repository.commit(old).tree, to: try repository.commit(new).tree)
    for difference in differing {
      guard let file = BoardFile(path: difference.path) else { continue }
      let before = try document(file, difference.old)
      let after = try document(file, difference.new)
      let isLost =
        (before == nil) != (difference.old == nil)
        || (after == nil) != (difference.new == nil)
      if isLost {
        found.unreadable.append(file.planID)
        continue
      }
      // What shows at neither of the commits does not differ.
      if after?.isHidden == true, before?.isHidden ?? true { continue }
      found.plans.append(PlanDifference(plan: file.planID, before: before, after: after))
    }
    return found
  }

  /// The commit with which every board begins, in memory where it is not stored.
  private func beginning() throws(StoreError) -> ObjectID {
    try repository.keepInMemory()
    return try NewBoard.write(in: repository)
  }
}

extension PlanDifference {
  fileprivate init(plan: PlanID?, before: PlanDocument?, after: PlanDocument?) {
    let paths = Set(before?.elements.keys ?? [:].keys).union(after?.elements.keys ?? [:].keys)
    self.init(
      plan: plan, title: (after ?? before)?.value(at: PlanField.title.path)?.string ?? "",
      changes: paths.sorted().compactMap { path in
        let (old, new) = (before?.value(at: path), after?.value(at: path))
        if old == new { return nil }
        return HistoryEntry.FieldChange(
          path: path, old: old, new: new, itemText: (after ?? before)?.itemText(at: path))
      })
  }
}
