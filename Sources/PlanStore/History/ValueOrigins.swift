import Git
import PlanIndex
package import PlanModel

/// The commit that wrote a value.
package struct ValueOrigin: Sendable {
  package let commit: ObjectID
  package let at: Timestamp
  /// The author as `Name <email>`; after `attributed(to:)`, a tracker, such as `github:owner/repo`.
  package let by: String

  /// Returns the origin with a tracker in place of the author, for a value that the commit imported
  /// from that tracker.
  package func attributed(to source: String) -> ValueOrigin {
    ValueOrigin(commit: commit, at: at, by: source)
  }
}

/// A value and its place, on a plan or in the board's settings.
package struct PlacedValue: Hashable, Sendable {
  /// The plan; nil for the board's settings.
  package let plan: PlanID?
  package let path: ElementPath
  package let element: StampedValue

  package init(plan: PlanID?, path: ElementPath, element: StampedValue) {
    (self.plan, self.path, self.element) = (plan, path, element)
  }
}

extension BoardSnapshot {
  /// Returns the commits that wrote some values: for each value, the newest commit that added it.
  ///
  /// If an undo or redo restored a value, the commit that first wrote the value is returned, if it
  /// is found.
  ///
  /// A merge is never returned. A commit that repairs a broken plan is returned only for values
  /// that were added since the plan's last readable version. A value has no origin if it is not on
  /// the board, if it was written into a merge by hand, or if the history is cut off.
  ///
  /// - Complexity: Reads two files for each commit that touched one of the plans, back to the
  ///   oldest value.
  package func origins(
    of values: Set<PlacedValue>
  ) throws -> [PlacedValue: ValueOrigin] {
    let present = try present(values)
    var search = OriginSearch(present.values, copies: present.copies)
    if search.isOver { return [:] }
    do {
      for commit in try store.past(of: search.plans, from: commit) where !search.isOver {
        for touch in commit.touches where search.wants(touch.plan) {
          guard let versions = try store.versions(of: touch, in: commit.id) else { continue }
          try search.note(commit, touch.plan, versions) {
            try store.commitIfThere(commit.id).flatMap(store.undoing) != nil
          }
        }
      }
    } catch StoreError.shallow {
    }
    return search.origins
  }

  /// Returns the values that are on the board. Other values can't be found.
  ///
  /// - Returns: All values that are on the board. `copies` has those that were found only because
  ///   an undo copied them, and that undo is no longer in the history.
  private func present(
    _ values: Set<PlacedValue>
  ) throws -> (values: [PlacedValue], copies: Set<PlacedValue>) {
    var present: (values: [PlacedValue], copies: Set<PlacedValue>) = ([], [])
    for (plan, values) in Dictionary(grouping: values, by: \.plan) {
      let file = plan.map(BoardFile.plan) ?? .board
      let entry = try repository.treeEntry(at: file.path, in: tree)
      guard let document = try store.document(file, entry) else { continue }
      for (path, values) in Dictionary(grouping: values, by: \.path) {
        let elements = document[path]
        for value in values where elements.contains(where: { $0.isOriginal(of: value.element) }) {
          present.values.append(value)
          if !elements.contains(value.element) { present.copies.insert(value) }
        }
      }
    }
    return present
  }

  /// Whether the commit of one value is the commit of another value or an ancestor of it. False if
  /// the history is cut off between them.
  package func isEarlier(_ one: ValueOrigin, than other: ValueOrigin) throws -> Bool {
    do {
      return try store.isAncestor(one.commit, of: other.commit)
    } catch StoreError.shallow {
      return false
    }
  }
}

/// A search for the commits of values: the values still missing, and the commits found so far.
private struct OriginSearch {
  private var found: [PlacedValue: ValueOrigin] = [:]
  /// Fallbacks for copies without a found original: the undo that wrote the copy, and the newest
  /// commit that wrote an equal value.
  private var (undoings, similar): ([PlacedValue: ValueOrigin], [PlacedValue: ValueOrigin]) = (
    [:], [:]
  )
  private var missing: [PlanID?: [ElementPath: Set<PlacedValue>]]
  /// The values that an undo or redo restored, and whose first commits are still missing.
  private var copies: Set<PlacedValue>

  init(_ values: [PlacedValue], copies: Set<PlacedValue>) {
    self.copies = copies
    missing = Dictionary(grouping: values, by: \.plan).mapValues { values in
      Dictionary(grouping: values, by: \.path).mapValues { Set($0) }
    }
  }

  var isOver: Bool { missing.isEmpty }

  var origins: [PlacedValue: ValueOrigin] {
    undoings.merging(similar) { $1 }.merging(found) { $1 }
  }

  /// The plans of the missing values; nil for the settings.
  var plans: Set<PlanID?> { Set(missing.keys) }

  func wants(_ plan: PlanID?) -> Bool { missing[plan] != nil }

  /// Notes the missing values that a commit wrote into a file.
  ///
  /// - Parameter isUndoing: Whether the commit is an undo or a redo, whose values are copies of
  ///   older ones.
  mutating func note(
    _ commit: PastCommit, _ plan: PlanID?, _ versions: FileVersions,
    isUndoing: () throws -> Bool
  ) throws {
    let origin = ValueOrigin(commit: commit.id, at: commit.at, by: commit.by)
    for (path, values) in missing[plan] ?? [:] {
      let old = Set(versions.before?[path] ?? [])
      let written = versions.after[path].filter { !old.contains($0) }
      if written.isEmpty { continue }
      var rest = values
      for value in values {
        let isCopy = copies.contains(value)
        let hasWritten =
          isCopy
          ? written.contains { $0.value == value.element.value } : written.contains(value.element)
        guard hasWritten else { continue }
        if try isUndoing() {
          copies.insert(value)
          if undoings[value] == nil { undoings[value] = origin }
        } else if !isCopy || written.contains(where: { $0.isOriginal(of: value.element) }) {
          found[value] = origin
          rest.remove(value)
        } else if similar[value] == nil {
          similar[value] = origin
        }
      }
      missing[plan]?[path] = rest.isEmpty ? nil : rest
    }
    if missing[plan]?.isEmpty == true { missing[plan] = nil }
  }
}
