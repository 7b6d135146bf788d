/// The open plans of a board in the order in which they are expected to be finished.
///
/// Plans of the milestone that is due next come first. Within a milestone, plans in progress come
/// first, then those in the columns further to the right, then those higher in a column. A plan's
/// open blockers come before it, whatever their milestone.
package struct WorkOrder: Sendable {
  /// The plans, first the one that is expected to be finished first.
  package let plans: [Plan]
  /// For each plan, the positions of the open plans that block it; all are before it.
  ///
  /// In a cycle, the link that contradicts the order is left out.
  package let blockers: [[Int]]
  /// The number of plans in open milestones, or in open iterations if these come first.
  package let countInPhases: Int
  private let positions: [PlanID: Int]

  /// Makes the order in which the open plans of a board will be worked on.
  ///
  /// - Parameters:
  ///   - plans: The plans of the board; plans that are done or deleted are ignored.
  ///   - kind: The kind of phases that decides first: milestones or iterations. Phases of the other
  ///     kind decide between plans that are in the same phase.
  /// - Complexity: O(n log n) in plans, and linear in links.
  package init(
    _ plans: [Plan], by kind: Phase.Kind = .milestone, relations: PlanRelations, board: Board
  ) {
    let open = plans.filter { relations.isOpen($0.id) }
    let sorted = Self.sorted(open, kind, board)
    let ids = Dictionary(sorted.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let targets = sorted.map { plan in
      relations.openBlockers(of: plan.id).compactMap { ids[$0] }.sorted()
    }
    let order = Self.blockersFirst(targets)
    var positions = [Int](repeating: 0, count: order.count)
    for (position, index) in order.enumerated() { positions[index] = position }
    self.plans = order.map { sorted[$0] }
    blockers = order.enumerated().map { position, index in
      targets[index].map { positions[$0] }.filter { $0 < position }.sorted()
    }
    countInPhases = sorted.count { Self.place(of: $0, kind, board) < .max }
    self.positions = Dictionary(self.plans.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// Returns the position of a plan; nil for a plan that is done, deleted or not on the board.
  package func position(of plan: PlanID) -> Int? { positions[plan] }

  private static func sorted(_ plans: [Plan], _ kind: Phase.Kind, _ board: Board) -> [Plan] {
    let onBoard = Query.inOrder(plans, of: board)
    let other: Phase.Kind = kind == .milestone ? .iteration : .milestone
    let keys = onBoard.map { plan in
      (
        place(of: plan, kind, board), place(of: plan, other, board),
        board.kind(of: plan.state) == .doing ? 0 : 1, -(board.place(ofColumn: plan.state) ?? -1)
      )
    }
    return onBoard.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left] < keys[right]
    }.map { onBoard[$0] }
  }

  /// Returns the place of a plan's phase among the open ones; `Int.max` without an open phase.
  private static func place(of plan: Plan, _ kind: Phase.Kind, _ board: Board) -> Int {
    guard let id = plan.phase(kind), let place = board.phases.place(of: id, kind),
      !board.phases[kind][place].isClosed
    else { return .max }
    return place
  }

  /// Returns all indices, each after those it needs, otherwise in ascending order. A need that
  /// would close a cycle is ignored.
  ///
  /// It is a depth-first search without recursion, because a chain may contain every plan.
  private static func blockersFirst(_ needs: [[Int]]) -> [Int] {
    var order: [Int] = []
    var isReached = [Bool](repeating: false, count: needs.count)
    for start in needs.indices where !isReached[start] {
      isReached[start] = true
      var path: [(index: Int, next: Int)] = [(start, 0)]
      while let (index, next) = path.last {
        guard next < needs[index].count else {
          order.append(index)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let need = needs[index][next]
        if isReached[need] { continue }
        isReached[need] = true
        path.append((need, 0))
      }
    }
    return order
  }
}

// MARK: - The critical path

/// The longest chain of open plans, each of which blocks the next one.
///
/// It determines when the last plan of the chain can be finished at the earliest.
package struct CriticalPath: Hashable, Sendable {
  package enum Measure: String, Sendable {
    /// The sum of the estimates. It is used if all plans in chains have an estimate.
    case estimate
    /// The number of plans in the chain. It is used if some of them lack an estimate.
    case plans
  }

  /// The plans, first the one to be done first; at least two.
  package let plans: [PlanID]
  package let measure: Measure
  /// The sum of the estimates, or the number of plans.
  package let length: Double

  /// Returns the longest chain that ends with one of some plans; nil if no open plan blocks one of
  /// them. Of several longest chains, it is the one whose last plan comes first in the order.
  ///
  /// - Complexity: Linear in plans and links.
  package init?(in order: WorkOrder, endingWith isWanted: (PlanID) -> Bool) {
    let wanted = order.plans.map { isWanted($0.id) }
    let inChains = Self.inChains(order, wanted)
    let estimates = order.plans.map(\.usableEstimate)
    let hasEstimates = estimates.indices.allSatisfy { !inChains[$0] || estimates[$0] != nil }
    var lengths = [Double](repeating: 0, count: order.plans.count)
    var before = [Int?](repeating: nil, count: order.plans.count)
    var last: Int?
    for index in order.plans.indices where inChains[index] {
      let own = hasEstimates ? estimates[index] ?? 0 : 1
      for blocker in order.blockers[index]
      where lengths[blocker] > (before[index].map { lengths[$0] } ?? 0) {
        before[index] = blocker
      }
      lengths[index] = own + (before[index].map { lengths[$0] } ?? 0)
      guard wanted[index], before[index] != nil else { continue }
      if lengths[index] > (last.map { lengths[$0] } ?? 0) { last = index }
    }
    guard let last else { return nil }
    var chain: [Int] = []
    var next: Int? = last
    while let index = next {
      chain.append(index)
      next = before[index]
    }
    plans = chain.reversed().map { order.plans[$0].id }
    (measure, length) = (hasEstimates ? .estimate : .plans, lengths[last])
  }

  /// Returns for each plan whether it is in a chain of at least two that ends with a wanted plan.
  private static func inChains(_ order: WorkOrder, _ wanted: [Bool]) -> [Bool] {
    var isIn = wanted.indices.map { wanted[$0] && !order.blockers[$0].isEmpty }
    // Blockers are before the plans that they block, so one pass from the end reaches them all.
    for index in order.plans.indices.reversed() where isIn[index] {
      for blocker in order.blockers[index] { isIn[blocker] = true }
    }
    return isIn
  }
}

extension Plan {
  /// The estimate as a positive number; nil if there is none.
  fileprivate var usableEstimate: Double? {
    guard let number = estimate.flatMap({ Double($0.lexeme) }), number.isFinite, number > 0
    else { return nil }
    return number
  }
}
