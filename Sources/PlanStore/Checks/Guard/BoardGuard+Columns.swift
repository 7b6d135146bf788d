import Git
import PlanModel

/// The check of plans that come to a column with a rule.
extension BoardGuard {
  /// A column that a push brings a plan to, shown or waiting for a decision.
  struct Arrival {
    let id: PlanID
    let state: JSONValue
    /// The plan on the branch before the push.
    let older: PlanDocument?
  }

  /// Whether each of the boards forbids the plan to come to the column.
  func isForbidden(
    _ arrival: Arrival, from old: PlanDocument?, on boards: [Board]
  ) -> Bool {
    boards.allSatisfy {
      ColumnRule.violation(of: arrival.id, from: old, to: arrival.state, on: $0) != nil
    }
  }

  /// Judges the last step of each plan that came to a column with a rule: the plan may have come
  /// there by way of a column that the rule names.
  ///
  /// The rules before the push count, and those that it brings, even if only some of its commits
  /// have them: a push that lifts a rule, moves plans and sets the rule again may pass. A rule also
  /// counts for a commit that does not know it because it builds on an older board.
  mutating func judgeSteps(
    from before: BoardBefore, to after: Board, _ pushed: PushedCommits
  ) throws(StoreError) {
    let newSettings = Set(pushed[BoardFile.board.path].compactMap(\.after?.id))
    for arrival in arrivals {
      let step = try lastStep(of: arrival, pushed) ?? Step(starts: [arrival.older])
      var boards = before.boards + [after]
      if let parent = step.commit?.parents.first, let entry = try settings(at: parent),
        newSettings.contains(entry.id),
        let document = try documents.document(.board, entry, store)
      {
        boards.append(Board(document))
      }
      // For a merge, one parent from which the step is allowed is enough.
      guard step.starts.allSatisfy({ isForbidden(arrival, from: $0, on: boards) }),
        let wrong = ColumnRule.violation(
          of: arrival.id, from: step.starts[0], to: arrival.state, on: after),
        try !returns(arrival, before, wrong)
      else { continue }
      violations.append(Violation(.columnRule(wrong), path: arrival.id.path, commit: step.commit))
    }
  }

  private func settings(at commit: ObjectID) throws(StoreError) -> TreeEntry? {
    try repository.treeEntry(at: BoardFile.board.path, in: try repository.commit(commit).tree)
  }

  /// Whether a plan that looks new was in its column when its file was removed.
  private mutating func returns(
    _ arrival: Arrival, _ before: BoardBefore, _ step: ColumnRule.Violation
  ) throws(StoreError) -> Bool {
    guard step.from == nil, arrival.older == nil else { return false }
    return try store.lastReadable(
      .plan(arrival.id), at: before.commit, budget: &budget
    ).holds(arrival.state)
  }

  /// A commit's step that brought a plan to its column.
  private struct Step {
    /// The plan in each parent of the commit; nil where it was not there.
    let starts: [PlanDocument?]
    var commit: Commit?
  }

  /// The newest commit that brought a plan to a column; nil if the push has none, as when a merge
  /// went back to a much older state of the board.
  private mutating func lastStep(
    of arrival: Arrival, _ pushed: PushedCommits
  ) throws(StoreError) -> Step? {
    for change in pushed[arrival.id.path] {
      let reached = try documents.document(.plan(arrival.id), change.after, store)
      guard reached.holds(arrival.state) else { continue }
      var starts: [PlanDocument?] = []
      for (parent, entry) in zip(change.commit.parents, change.before) {
        starts.append(try version(of: arrival.id, entry, at: parent))
      }
      // An earlier commit had brought it there.
      if starts.contains(where: { $0.holds(arrival.state) }) { continue }
      return Step(starts: starts.isEmpty ? [nil] : starts, commit: change.commit)
    }
    return nil
  }
}

extension PlanDocument? {
  /// Whether a plan is in a column, shown or waiting for a decision.
  fileprivate func holds(_ state: JSONValue) -> Bool {
    self?[.field("state")].contains { $0.value == state } ?? false
  }
}
