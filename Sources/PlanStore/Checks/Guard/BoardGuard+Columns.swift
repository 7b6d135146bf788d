import Git
import PlanModel

/// Checks plans that were moved to a column with a rule.
extension BoardGuard {
  /// A column of a plan after a push: the shown value, or another value of a conflict.
  struct Arrival {
    let id: PlanID
    let state: JSONValue
    /// The plan on the branch before the push; nil if it is new.
    let older: PlanDocument?
  }

  /// Whether the rules of every given board forbid the move.
  func isForbidden(_ arrival: Arrival, from old: PlanDocument?, on boards: [Board]) -> Bool {
    boards.allSatisfy {
      ColumnRule.violation(of: arrival.id, from: old, to: arrival.state, on: $0) != nil
    }
  }

  /// Checks the last move of each plan that came to a column with a rule. The plan may have passed
  /// through a column that the rule allows.
  ///
  /// A move is accepted if the rules before the push, after the push, or in the commit's first
  /// parent allow it. The parent's rules count only if its settings are new in the push. So a push
  /// may remove a rule, move plans, and set the rule again. But a commit that builds on an older
  /// board without the rule must obey the rule.
  mutating func judgeSteps(
    from before: BoardBefore, to after: Board, _ pushed: PushedCommits
  ) throws {
    let newSettings = Set(pushed[BoardFile.board.path].compactMap(\.after?.id))
    for arrival in arrivals {
      let step = try lastStep(of: arrival, pushed)
      let starts = step?.starts ?? [arrival.older]
      var boards = before.boards + [after]
      if let parent = step?.commit.parents.first, let entry = try settings(at: parent),
        newSettings.contains(entry.id),
        let document = try documents.document(.board, entry, store)
      {
        boards.append(Board(document))
      }
      // For a merge, it is enough that the move is allowed from one parent.
      guard starts.allSatisfy({ isForbidden(arrival, from: $0, on: boards) }),
        let wrong = ColumnRule.violation(
          of: arrival.id, from: starts[0], to: arrival.state, on: after),
        try !returns(arrival, before, wrong)
      else { continue }
      violations.append(Violation(.columnRule(wrong), path: arrival.id.path, commit: step?.commit))
    }
  }

  private func settings(at commit: ObjectID) throws -> TreeEntry? {
    try repository.treeEntry(at: BoardFile.board.path, in: try repository.commit(commit).tree)
  }

  /// Whether the push only restores a removed plan in its old column. The plan had no file before
  /// the push, and its last readable version before the push is in this column.
  private mutating func returns(
    _ arrival: Arrival, _ before: BoardBefore, _ step: ColumnRule.Violation
  ) throws -> Bool {
    guard step.from == nil, arrival.older == nil else { return false }
    return try store.lastReadable(
      .plan(arrival.id), at: before.commit, budget: &budget
    ).holds(arrival.state)
  }

  /// Returns the newest commit of the push that moved a plan to its column, and the plan in each of
  /// its parents; nil for a parent without the plan. It is nil if there is no such commit, as when
  /// a merge restored a much older board.
  private mutating func lastStep(
    of arrival: Arrival, _ pushed: PushedCommits
  ) throws -> (commit: Commit, starts: [PlanDocument?])? {
    for change in pushed[arrival.id.path] {
      let reached = try documents.document(.plan(arrival.id), change.after, store)
      guard reached.holds(arrival.state) else { continue }
      var starts: [PlanDocument?] = []
      for (parent, entry) in zip(change.commit.parents, change.before) {
        starts.append(try version(of: arrival.id, entry, at: parent))
      }
      // An earlier commit had already moved it there.
      if starts.contains(where: { $0.holds(arrival.state) }) { continue }
      return (change.commit, starts.isEmpty ? [nil] : starts)
    }
    return nil
  }
}

extension PlanDocument? {
  /// Whether a plan's shown or conflicting values of the column include `state`.
  fileprivate func holds(_ state: JSONValue) -> Bool {
    self?[.field("state")].contains { $0.value == state } ?? false
  }
}
