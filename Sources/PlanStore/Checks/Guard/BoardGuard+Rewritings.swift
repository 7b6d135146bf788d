import Git
import PlanModel

/// Checks changes of fields that may be written only once.
extension BoardGuard {
  /// Adds a violation for each forbidden change of a field that may be written only once.
  ///
  /// Two people may create the same plan, for example by importing the same list. Then the author
  /// and the time of the creation conflict. This is allowed, because each value came with a
  /// creation of the plan. Any other new value is a forbidden change.
  mutating func judgeRewritings(_ pushed: PushedCommits) throws {
    for (id, change) in rewritings {
      if violations.count >= Self.mostExplained {
        violations.append(Violation(.writtenOnce(change.path), path: id.path))
      } else if let violation = try violation(by: change, of: id, pushed[id.path]) {
        violations.append(violation)
      }
    }
  }

  /// Returns the violation with the newest commit that made a change, if one of the searched
  /// commits did; nil if every value came with a creation of the plan.
  private mutating func violation(
    by rewriting: Rewriting, of id: PlanID, _ changes: [PushedCommits.Change]
  ) throws -> Violation? {
    let (path, values) = (rewriting.path, rewriting.values)
    // A plan that was removed before is restored, not created.
    let wasRemoved = changes.contains { $0.after == nil && !$0.isCreation }
    let wasMade = !wasRemoved && changes.contains(where: \.isCreation)
    var unexplained = values
    var newest: Commit?
    for change in changes.prefix(Self.mostChanges) {
      var before: Set<JSONValue> = []
      for (parent, entry) in zip(change.commit.parents, change.before) {
        before.formUnion(try version(of: id, entry, at: parent).values(at: path))
      }
      let after = try documents.document(.plan(id), change.after, store).values(at: path)
      let isGone = values.isEmpty && after.isEmpty && !before.isEmpty
      if newest == nil, isGone || !after.subtracting(before).isDisjoint(with: values) {
        newest = change.commit
      }
      if newest != nil, !wasMade { break }
      if change.isCreation, wasMade { unexplained.subtract(after) }
    }
    if unexplained.isEmpty, !values.isEmpty { return nil }
    return Violation(.writtenOnce(path), path: id.path, commit: newest)
  }

  /// The most commits that are searched for a file's values. A value from an older commit counts as
  /// a forbidden change.
  private static let mostChanges = 1000
}

extension PlanDocument? {
  /// Returns all values at a path, including those of a conflict.
  fileprivate func values(at path: ElementPath) -> Set<JSONValue> {
    Set(self?[path].map(\.value) ?? [])
  }
}
