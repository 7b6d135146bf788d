/// A plan that one can begin now, with what speaks for it.
package struct NextPlan: Sendable {
  package let plan: Plan
  /// In the order of their weight.
  package let reasons: [Reason]

  package enum Reason: Hashable, Sendable {
    case overdue(CalendarDay)
    case due(CalendarDay)
    case priority(Priority)
    /// Owned by or assigned to the person who asks.
    case mine
    /// So many open plans wait for it.
    case unblocks(Int)
    /// Nothing else speaks for it than its place on the board.
    case place
  }
}

extension Query {
  /// Returns the plans that match and that the person who asks can begin, the best first.
  ///
  /// They are ready (see `QueryContext.isReady`), and assigned to nobody or to this person among
  /// others. First come those that are overdue or due today; then by priority, those of this person
  /// first, by due date, those that most plans wait for, and by their place on the board.
  ///
  /// - Parameter most: The most plans; nil for the limit of the query.
  package func next(from plans: some Sequence<Plan>, limit most: Int? = nil) -> [NextPlan] {
    let free = plans.filter { matches($0) && context.isReady($0) && context.isFree($0) }
    let order = PlanOrder([], board: context.board).sorted(free)
    let weights = order.map { Weight(of: $0, in: context) }
    return order.indices.sorted { (weights[$0], $0) < (weights[$1], $1) }
      .prefix(most ?? limit ?? .max).map { index in
        NextPlan(plan: order[index], reasons: weights[index].reasons(for: order[index]))
      }
  }
}

extension QueryContext {
  /// Whether a plan is assigned to nobody, or to the person who asks.
  fileprivate func isFree(_ plan: Plan) -> Bool {
    plan.assignees.isEmpty || plan.assignees.contains(where: isMe)
  }
}

/// What counts among plans that one can begin; the least is the best.
private struct Weight: Comparable {
  private let today: CalendarDay
  private let isPressing: Bool
  private let priority: Int
  private let isMine: Bool
  private let due: Int
  private let unblocks: Int

  init(of plan: Plan, in context: QueryContext) {
    today = context.today
    isPressing = plan.due.map { $0 <= context.today } ?? false
    priority = plan.priority.flatMap(Priority.allCases.firstIndex) ?? -1
    isMine = ([plan.owner].compactMap(\.self) + plan.assignees).contains(where: context.isMe)
    due = plan.due?.dayNumber ?? .max
    let relations = context.plans.relations
    unblocks = relations.blocked(by: plan.id).count(where: relations.isOpen)
  }

  static func < (left: Weight, right: Weight) -> Bool {
    if left.isPressing != right.isPressing { return left.isPressing }
    if left.priority != right.priority { return left.priority > right.priority }
    if left.isMine != right.isMine { return left.isMine }
    if left.due != right.due { return left.due < right.due }
    return left.unblocks > right.unblocks
  }

  func reasons(for plan: Plan) -> [NextPlan.Reason] {
    var reasons: [NextPlan.Reason] = []
    if let day = plan.due { reasons.append(day < today ? .overdue(day) : .due(day)) }
    if let priority = plan.priority { reasons.append(.priority(priority)) }
    if isMine { reasons.append(.mine) }
    if unblocks > 0 { reasons.append(.unblocks(unblocks)) }
    return reasons.isEmpty ? [.place] : reasons
  }
}
