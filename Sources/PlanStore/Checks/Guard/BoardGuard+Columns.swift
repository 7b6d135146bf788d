import Git
import PlanModel

/// How plans come to columns that have a rule.
extension BoardGuard {
  /// A column that a push brings a plan to, shown or waiting for a decision.
  struct Arrival {
    let id: PlanID
    let state: JSONValue
    /// The plan where the branch is.
    let older: PlanDocument?
  }

  /// Whether every one of some boards forbids a plan to come to a column.
  func isForbidden(
    _ arrival: Arrival, from old: PlanDocument?, on boards: [Board]
  ) -> Bool {
    boards.allSatisfy {
      ColumnRule.violation(of: arrival.id, from: old, to: arrival.state, on: $0) != nil
    }
  }

  /// Judges the last step of each plan that came to a column with a rule: it may have come there by
  /// way of a column that the rule names.
  ///
  /// The rules before the push count, and those that it brings, be it for a part of its commits: who
  /// lifts a rule, moves plans and sets it again may push all three. Rules that a commit does not know,
  /// because it builds on an older board, count.
  mutating func judgeSteps(
    from before: Past, to after: Board, _ pushed: PushedCommits
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
      // For a merge one parent from which the step is right will do.
      guard step.starts.allSatisfy({ isForbidden(arrival, from: $0, on: boards) }),
        let wrong = ColumnRule.violation(
          of: arrival.id, from: step.starts[0], to: arrival.state, on: after),
        try !returns(arrival, before, wrong)
      else { continue }
      violations.append(Violation(.columnRule(wrong), path: arrival.id.path, commit: step.commit))
    }
  }

  private func settings(at commit: ObjectID) throws(StoreError) -> TreeEntry? {
    try git { [repository] () throws(GitError) in
      try repository.treeEntry(at: BoardFile.board.path, in: try repository.commit(commit).tree)
    }
  }

  /// Whether a plan that looks new was in its column when somebody removed its file.
  private mutating func returns(
    _ arrival: Arrival, _ before: Past, _ step: ColumnRule.Violation
  ) throws(StoreError) -> Bool {
    guard step.from == nil, arrival.older == nil else { return false }
    return try store.lastReadable(
      .plan(arrival.id), at: before.commit, budget: &budget
    ).holds(arrival.state)
  }

  /// How a plan came to its column.
  private struct Step {
    /// The plan in each parent of the commit; nil where it was not there.
    let starts: [PlanDocument?]
    var commit: Commit?
  }

  /// The newest commit that brought a plan to a column; nil if the push has none, as where a merge
  /// went back to what the board was long before.
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
      // Somebody had brought it there before.
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
