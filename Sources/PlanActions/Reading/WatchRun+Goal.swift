import PlanModel
import PlanStore
import PlanView

/// Judges whether the goal of a watch is met.
extension WatchRun {
  /// Returns the plans that meet the goal: the best ready plan, or all plans if all are done. Empty
  /// if the goal is not met.
  ///
  /// - Throws: `Problem` if a named plan was deleted, because it can't meet the goal any more.
  mutating func plansMeetingGoal(in workspace: Workspace) throws -> [WatchedChange] {
    switch request.goal {
    case nil, .change: return []
    case .ready:
      try requirePlans()
      let best = try workspace.bestReady(request.query, among: plans, on: shown)
      return try changes([best].compactMap(\.self))
    case .done: return try changes(finished(in: workspace))
    }
  }

  private func requirePlans() throws {
    for plan in plans { _ = try shown.plan(plan).live }
  }

  private mutating func finished(in workspace: Workspace) throws -> [Plan] {
    let isDone = { [shown] (plan: Plan) in shown.board.kind(of: plan.state) == .done }
    guard plans.isEmpty else {
      try requirePlans()
      let named = try shown.plans(plans.sorted())
      return named.allSatisfy(isDone) ? named : []
    }
    let contents = try workspace.contents(of: shown, answering: request.query)
    let matches = try workspace.query(request.query, in: contents).matches
    let matching = contents.plans.filter(matches)
    guard matching.allSatisfy(isDone) else {
      everMatched.formUnion(matching.map(\.id))
      return []
    }
    everMatched.formUnion(matching.map(\.id))
    return contents.plans.filter { everMatched.contains($0.id) && !$0.isDeleted && isDone($0) }
  }

  private func changes(_ plans: [Plan]) throws -> [WatchedChange] {
    guard let goal = request.goal else { return [] }
    return try plans.map { plan in
      let entry = TimelineEntry(
        commit: shown.commit, at: nil, author: "", plan: plan.id, planTitle: plan.title,
        changes: [])
      return WatchedChange(.met(goal), entry, shortID: try shown.shortID(plan.id))
    }
  }
}
