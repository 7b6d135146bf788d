package import Git
package import PlanModel

/// The commit that wrote a value.
package struct ValueOrigin: Sendable {
  package let commit: ObjectID
  package let at: Timestamp
  /// `Name <email>`.
  package let by: String
}

/// A value in its place: on a plan, or among the board's own settings.
package struct PlacedValue: Hashable, Sendable {
  /// nil for the board's settings.
  package let plan: PlanID?
  package let path: ElementPath
  package let element: Element

  package init(plan: PlanID?, path: ElementPath, element: Element) {
    (self.plan, self.path, self.element) = (plan, path, element)
  }
}

extension BoardStore {
  /// Finds the commits that wrote some values: for each, the newest that brought it.
  ///
  /// Merges write nothing. A value has no origin where its history was cut off, as in a shallow
  /// clone, and where somebody wrote it into a merge by hand.
  ///
  /// - Complexity: The folders of each commit that changed, back to the oldest of the values.
  package func origins(
    of values: Set<PlacedValue>, from tip: ObjectID
  ) throws(StoreError) -> [PlacedValue: ValueOrigin] {
    var origins: [PlacedValue: ValueOrigin] = [:]
    if values.isEmpty { return origins }
    var missing = Dictionary(grouping: values, by: \.plan)
    do {
      try visitChanges(from: tip) { commit, parentTree throws(StoreError) in
        for change in try changedFiles(in: commit, parentTree: parentTree) {
          let plan = change.file.planID
          guard let wanted = missing[plan] else { continue }
          guard let after = try document(change.file, change.new) else { continue }
          let before = try document(change.file, change.old)
          let isNew = { (value: PlacedValue) in
            after[value.path].contains(value.element)
              && before?[value.path].contains(value.element) != true
          }
          for value in wanted where isNew(value) {
            origins[value] = ValueOrigin(
              commit: commit.id, at: Timestamp(seconds: commit.author.seconds),
              by: commit.author.formatted)
          }
          let rest = wanted.filter { origins[$0] == nil }
          missing[plan] = rest.isEmpty ? nil : rest
        }
        return !missing.isEmpty
      }
    } catch {
      guard case .shallow = error else { throw error }
    }
    return origins
  }
}
