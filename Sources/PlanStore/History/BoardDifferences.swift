import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Compares the plans and the settings of a board at two commits, which may be in either order.
  /// Plans that are hidden at the second commit, and hidden or missing at the first one, are left
  /// out.
  ///
  /// - Parameter old: The first commit; nil for a new board without plans.
  /// - Returns: The differences of the settings, then of the plans by id. The plans that can't be
  ///   read at one of the commits; nil means the settings.
  /// - Complexity: Reads the folders and files that differ.
  package func differences(
    from old: ObjectID?, to new: ObjectID
  ) throws -> (plans: [BoardDifference], unreadable: [PlanID?]) {
    var found: (plans: [BoardDifference], unreadable: [PlanID?]) = ([], [])
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
      // The plan is not shown at either commit.
      if after?.isHidden == true, before?.isHidden ?? true { continue }
      if let after, FileVersions(before: before, after: after).differOnlyInOrigins { continue }
      found.plans.append(BoardDifference(plan: file.planID, before: before, after: after))
    }
    return found
  }

  /// Returns the commit with the default files of every board. It is written only to memory.
  private func beginning() throws -> ObjectID {
    repository.keepInMemory()
    return try NewBoard.write(in: repository)
  }
}

extension BoardDifference {
  fileprivate init(plan: PlanID?, before: PlanDocument?, after: PlanDocument?) {
    let paths = Set(before?.elements.keys ?? [:].keys).union(after?.elements.keys ?? [:].keys)
    self.init(
      plan: plan, title: (after ?? before)?.value(at: PlanField.title.path)?.string ?? "",
      changes: paths.filter { !$0.isInternal }.sorted().compactMap { path in
        let (old, new) = (before?.value(at: path), after?.value(at: path))
        if old == new { return nil }
        return FieldChange(
          path: path, old: old, new: new, itemText: (after ?? before)?.itemText(at: path),
          commentOrigin: (after ?? before)?.commentOrigin(at: path))
      })
  }
}
