import Git
import PlanModel

/// The check of changes to fields that are written once.
extension BoardGuard {
  /// A change of a field of a plan that is written once.
  struct Rewriting {
    let id: PlanID
    let change: WrittenOnce.Change
  }

  /// Judges new values of fields for which a plan had others.
  ///
  /// Two people may make one plan, as by importing the same list, each with their own name and
  /// time: a value that came with the creation of the plan, on a board that did not have the plan,
  /// stands beside the other one. Any other new value is a change.
  mutating func judgeRewritings(_ pushed: PushedCommits) throws(StoreError) {
    for rewriting in rewritings {
      let path = rewriting.id.path
      var violation = Violation(.writtenOnce(rewriting.change.path), path: path)
      if violations.count < Self.mostExplained {
        guard let culprit = try culprit(of: rewriting, pushed[path]) else { continue }
        violation.commit = culprit.commit
      }
      violations.append(violation)
    }
  }

  /// The commit that made a change.
  private struct Culprit {
    /// The newest commit that made it; nil if none of those that were looked at did.
    let commit: Commit?
  }

  /// - Returns: nil if every value came with the creation of the plan.
  private mutating func culprit(
    of rewriting: Rewriting, _ changes: [PushedCommits.Change]
  ) throws(StoreError) -> Culprit? {
    let (path, values) = (rewriting.change.path, rewriting.change.values)
    // A plan that was removed before is not made, but made again.
    let wasRemoved = changes.contains { $0.after == nil && !$0.isCreation }
    let wasMade = !wasRemoved && changes.contains(where: \.isCreation)
    var unexplained = values
    var newest: Commit?
    for change in changes.prefix(Self.mostChanges) {
      var before: Set<JSONValue> = []
      for (parent, entry) in zip(change.commit.parents, change.before) {
        before.formUnion(try version(of: rewriting.id, entry, at: parent).values(at: path))
      }
      let after = try documents.document(.plan(rewriting.id), change.after, store).values(at: path)
      let isGone = values.isEmpty && after.isEmpty && !before.isEmpty
      if newest == nil, isGone || !after.subtracting(before).isDisjoint(with: values) {
        newest = change.commit
      }
      if newest != nil, !wasMade { break }
      if change.isCreation, wasMade { unexplained.subtract(after) }
    }
    return unexplained.isEmpty && !values.isEmpty ? nil : Culprit(commit: newest)
  }

  /// The most changes of a file that are searched for the commit; an older value counts as a
  /// change.
  private static let mostChanges = 1000
}

extension PlanDocument? {
  /// The values at a path, shown or beside the shown one.
  fileprivate func values(at path: ElementPath) -> Set<JSONValue> {
    Set(self?[path].map(\.value) ?? [])
  }
}
