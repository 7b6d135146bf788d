import Git
import PlanModel

/// Checks changes of fields that may be written only once.
extension BoardGuard {
  /// A change of a plan's field that may be written only once.
  struct Rewriting {
    let id: PlanID
    let change: WrittenOnce.Change
  }

  /// Adds a violation for each forbidden change of a field that may be written only once.
  ///
  /// Two people may create the same plan, for example by importing the same list. Then the author
  /// and the time of the creation conflict. This is allowed, as each value came with a creation of
  /// the plan. Any other new value is a forbidden change.
  mutating func judgeRewritings(_ pushed: PushedCommits) throws {
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
    /// The newest commit that made the change; nil if none of the searched commits did.
    let commit: Commit?
  }

  /// - Returns: nil if every value came with a creation of the plan.
  private mutating func culprit(
    of rewriting: Rewriting, _ changes: [PushedCommits.Change]
  ) throws -> Culprit? {
    let (path, values) = (rewriting.change.path, rewriting.change.values)
    // A plan that was removed before is restored, not created.
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
