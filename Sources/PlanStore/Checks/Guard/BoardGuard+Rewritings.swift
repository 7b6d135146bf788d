import Git
import PlanModel

/// How plans came to other values of what is written once.
extension BoardGuard {
  /// A change of what is written once in a plan.
  struct Rewriting {
    let id: PlanID
    let change: WrittenOnce.Change
  }

  /// Judges values that are new where a plan had others.
  ///
  /// Two people may make one plan, as by importing the same list, each with their own name and time:
  /// a value that came when the plan was made, on a board that did not have it, stands beside the
  /// other one. Any other is a change.
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

  /// Who made a change.
  private struct Culprit {
    /// The newest commit that did; nil if none of those that were looked at did.
    let commit: Commit?
  }

  /// - Returns: nil if every value came when the plan was made.
  private mutating func culprit(
    of rewriting: Rewriting, _ changes: [PushedCommits.Change]
  ) throws(StoreError) -> Culprit? {
    let (path, values) = (rewriting.change.path, rewriting.change.values)
    // What was taken away before is not made, but made again.
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

  /// How far back the one who changed a field is looked for: what is older counts as a change.
  private static let mostChanges = 1000
}

extension PlanDocument? {
  /// The values at a path, shown or beside the shown one.
  fileprivate func values(at path: ElementPath) -> Set<JSONValue> {
    Set(self?[path].map(\.value) ?? [])
  }
}
