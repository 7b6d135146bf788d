/// A plan that can be started now, with the reasons to choose it.
package struct NextPlan: Sendable {
  package let plan: Plan
  /// The reasons, most important first.
  package let reasons: [Reason]

  package enum Reason: Hashable, Sendable {
    case overdue(CalendarDay)
    case due(CalendarDay)
    case priority(Priority)
    /// The plan is owned by or assigned to the person who asks.
    case mine
    /// The owner's claim has ended. The owner is nil for the person who asks.
    case leaseOver(owner: String?, since: Timestamp)
    /// The number of open plans that the plan blocks.
    case unblocks(Int)
    /// The plan has none of the other reasons; its order on the board determines its position.
    case place
  }
}

extension Query {
  /// Returns the matching plans that the person who asks can start, best first.
  ///
  /// The plans are ready (see `QueryContext.isReady`), and assigned to nobody or to this person.
  /// Plans that are overdue or due today come first. Then plans are sorted by these values:
  ///
  /// - the priority
  /// - whether they belong to the person who asks
  /// - whether they were begun and left by an owner whose lease is over
  /// - the due date
  /// - the number of open plans that they block
  /// - their order on the board
  ///
  /// - Parameter most: The most plans; nil for the limit of the query, if it has one.
  package func next(from plans: [Plan], limit most: Int? = nil) -> [NextPlan] {
    // A local name, so that the context is not copied for each plan.
    let context = context
    let free = plans.filter { matches($0) && context.isReady($0) && context.isFree($0) }
    let weights = free.map { Weight(of: $0, in: context) }
    let order = PlanOrder([], board: context.board)
    let best = weights.lightest(most ?? limit ?? .max) { places, most in
      order.places(of: places.map { free[$0] }, limit: most).map { places[$0] }
    }
    return best.map { NextPlan(plan: free[$0], reasons: weights[$0].reasons(for: free[$0])) }
  }
}

extension [Weight] {
  /// Returns the indices of the smallest weights, the smallest first.
  ///
  /// Many plans have the same weight, so only those that are returned are put in board order.
  ///
  /// - Parameters:
  ///   - most: The most indices to return.
  ///   - inOrder: Returns the first of the given indices in board order, or all of them if the
  ///     limit is nil. Equal weights have this order.
  fileprivate func lightest(
    _ most: Int, _ inOrder: (_ places: [Int], _ most: Int?) -> [Int]
  ) -> [Int] {
    guard most > 0, most <= count / 16 else {
      return [Int](sorted(inOrder([Int](indices), nil)).prefix(most))
    }
    let last = sorted(limit: most, by: <)[most - 1]
    let lighter = sorted(inOrder(indices.filter { self[$0] < last }, nil))
    let others = indices.filter { !(self[$0] < last) && !(last < self[$0]) }
    return lighter + inOrder(others, most - lighter.count)
  }

  /// Sorts indices by their weights; equal weights keep their order.
  private func sorted(_ places: [Int]) -> [Int] {
    places.indices.sorted { left, right in
      let (first, second) = (self[places[left]], self[places[right]])
      return first < second || left < right && !(second < first)
    }.map { places[$0] }
  }
}

extension QueryContext {
  /// Whether a plan is assigned to nobody or to the person who asks.
  fileprivate func isFree(_ plan: Plan) -> Bool {
    plan.assignees.isEmpty || plan.assignees.contains { isMe($0) }
  }
}

/// The sort key of plans that can be started; the smallest is the best.
private struct Weight: Comparable {
  private let today: CalendarDay
  /// Whether the person who asks is the owner, even if the lease has ended.
  private let isOwn: Bool
  private let isPressing: Bool
  private let priority: Int
  private let isMine: Bool
  private let isAbandoned: Bool
  private let due: Int
  private let unblocks: Int

  init(of plan: Plan, in context: QueryContext) {
    today = context.today
    isPressing = plan.due.map { $0 <= context.today } ?? false
    priority = plan.priority?.place ?? -1
    isOwn = plan.owner.map { context.isMe($0) } ?? false
    isAbandoned = plan.isLeaseOver(at: context.now)
    isMine = isOwn && !isAbandoned || plan.assignees.contains { context.isMe($0) }
    due = plan.due?.dayNumber ?? .max
    unblocks = context.plans.relations.blocked(by: plan.id)
      .count { context.plans.relations.isOpen($0) }
  }

  static func < (left: Weight, right: Weight) -> Bool {
    if left.isPressing != right.isPressing { return left.isPressing }
    if left.priority != right.priority { return left.priority > right.priority }
    if left.isMine != right.isMine { return left.isMine }
    if left.isAbandoned != right.isAbandoned { return left.isAbandoned }
    if left.due != right.due { return left.due < right.due }
    return left.unblocks > right.unblocks
  }

  func reasons(for plan: Plan) -> [NextPlan.Reason] {
    var reasons: [NextPlan.Reason] = []
    if let day = plan.due { reasons.append(day < today ? .overdue(day) : .due(day)) }
    if let priority = plan.priority { reasons.append(.priority(priority)) }
    if isMine { reasons.append(.mine) }
    if isAbandoned, let end = plan.lease {
      reasons.append(.leaseOver(owner: isOwn ? nil : plan.owner, since: end))
    }
    if unblocks > 0 { reasons.append(.unblocks(unblocks)) }
    return reasons.isEmpty ? [.place] : reasons
  }
}
