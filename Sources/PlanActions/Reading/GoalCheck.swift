import PlanModel
import PlanStore
import PlanView

/// Judges whether the goal of a watch is met.
struct GoalCheck {
  private let goal: WatchGoal?
  private let query: String
  /// The named plans; empty if none is named.
  private let plans: Set<PlanID>
  /// The plans that matched the query at any time. A query such as `is:open` stops matching a plan
  /// when the plan is done.
  private var everMatched: Set<PlanID> = []

  init(_ request: WatchBoard, plans: Set<PlanID>) {
    (goal, query, self.plans) = (request.goal, request.query, plans)
  }

  /// Returns the plans that meet the goal: the best ready plan, or all plans if all are done. Empty
  /// if the goal is not met.
  ///
  /// - Throws: `Problem` if a named plan was deleted, because it can't meet the goal any more.
  mutating func judge(_ shown: ShownBoard, in workspace: Workspace) throws -> [WatchedChange] {
    switch goal {
    case nil, .change: return []
    case .ready:
      try requirePlans(on: shown)
      return try workspace.bestReady(query, among: plans, on: shown).map { [$0] }
        .map { try changes($0, on: shown) } ?? []
    case .done: return try changes(finished(on: shown, in: workspace), on: shown)
    }
  }

  private func requirePlans(on shown: ShownBoard) throws {
    for plan in plans { _ = try shown.plan(plan).live }
  }

  private mutating func finished(on shown: ShownBoard, in workspace: Workspace) throws -> [Plan] {
    let isDone = { (plan: Plan) in shown.board.kind(of: plan.state) == .done }
    guard plans.isEmpty else {
      try requirePlans(on: shown)
      let named = try shown.plans(plans.sorted())
      return named.allSatisfy(isDone) ? named : []
    }
    let contents = try workspace.contents(of: shown, answering: query)
    let matches = try workspace.query(query, in: contents).matches
    let matching = contents.plans.filter(matches)
    guard matching.allSatisfy(isDone) else {
      everMatched.formUnion(matching.map(\.id))
      return []
    }
    everMatched.formUnion(matching.map(\.id))
    return contents.plans.filter { everMatched.contains($0.id) && !$0.isDeleted && isDone($0) }
  }

  private func changes(_ plans: [Plan], on shown: ShownBoard) throws -> [WatchedChange] {
    guard let goal else { return [] }
    return try plans.map { plan in
      let entry = TimelineEntry(
        commit: shown.commit, at: nil, author: "", plan: plan.id, planTitle: plan.title,
        changes: [])
      return WatchedChange(.met(goal), entry, shortID: try shown.shortID(plan.id))
    }
  }
}
