/// The plans of a board as trees of parents and children, in display order.
///
/// A plan may have several parents or be its own ancestor, for example after a merge. A plan's
/// children are listed only under its first row, and a cycle ends with a row marked `cycle`. The
/// number of rows per plan is limited, so the number of all rows is linear in the plans.
package struct PlanForest: Sendable {
  /// A choice of the plans to show.
  package enum Choice: Sendable {
    /// Trees of at least two plans that contain an open plan.
    case open
    /// Every plan.
    case all
    /// The plans found by a query, and their ancestors.
    case matching(Set<PlanID>)
    /// Some plans and their descendants, in the order of the plans.
    case below([PlanID])
  }

  package struct Row: Hashable, Sendable {
    package let id: PlanID
    /// The number of ancestors in this tree.
    package let depth: Int
    /// The parent in this tree; nil for a root.
    package let parent: PlanID?
    /// Whether this is the last row with the same parent; true for a root.
    package fileprivate(set) var isLast: Bool
    package let repetition: Repetition
  }

  package enum Repetition: String, Sendable {
    case none
    /// The plan's children are listed below an earlier row of the plan.
    case again
    /// The plan is also an ancestor of this row in the tree.
    case cycle
  }

  /// The rows: each plan, followed by its descendants.
  package private(set) var rows: [Row] = []
  /// The cycles of parents: each plan is the parent of the next one, and the last of the first.
  package let cycles: [[PlanID]]
  /// The number of finished trees that `Choice.open` omits.
  package private(set) var finishedCount = 0
  /// The number of rows that are omitted because their plan already has the most rows allowed.
  package private(set) var repeatedCount = 0
  /// The number of plans with neither parent nor children that `Choice.open` omits.
  package private(set) var loneCount = 0

  /// Arranges plans below their parents.
  ///
  /// - Parameter plans: All plans that are not deleted, in the display order of siblings.
  /// - Complexity: Linear in plans and links, plus sorting siblings.
  package init(_ plans: [PlanID], relations: PlanRelations, choice: Choice) {
    let kept = Self.kept(plans, relations, choice)
    let places = Dictionary(plans.enumerated().map { ($1, $0) }) { first, _ in first }
    var children: [PlanID: [PlanID]] = [:]
    for plan in kept {
      let below = relations.children(of: plan).filter(kept.contains)
      children[plan] = below.sorted { (places[$0] ?? .max) < (places[$1] ?? .max) }
    }
    cycles = Cycles.find(in: children)
    let alive = Self.withAncestors(kept.filter(relations.isOpen), relations)
    var walk = Walk(children: children)
    for root in Self.roots(plans, kept, relations, choice) + cycles.map({ $0[0] })
    where !walk.visited.contains(root) {
      if case .open = choice {
        if children[root]?.isEmpty ?? true {
          loneCount += 1
          continue
        }
        if !alive.contains(root) {
          finishedCount += 1
          continue
        }
      }
      walk.add(root)
    }
    repeatedCount = walk.leftOut
    rows = walk.finishedRows
  }

  private static func kept(
    _ plans: [PlanID], _ relations: PlanRelations, _ choice: Choice
  ) -> Set<PlanID> {
    switch choice {
    case .open, .all: return Set(plans)
    case .below(let tops):
      return tops.reduce(into: []) { $0.formUnion(relations.descendants(of: $1).union([$1])) }
    case .matching(let found): return withAncestors(found.intersection(plans), relations)
    }
  }

  private static func withAncestors(
    _ plans: Set<PlanID>, _ relations: PlanRelations
  ) -> Set<PlanID> {
    var found = plans
    var waiting = Array(plans)
    while let plan = waiting.popLast() {
      for parent in relations.parents(of: plan) where found.insert(parent).inserted {
        waiting.append(parent)
      }
    }
    return found
  }

  private static func roots(
    _ plans: [PlanID], _ kept: Set<PlanID>, _ relations: PlanRelations, _ choice: Choice
  ) -> [PlanID] {
    if case .below(let tops) = choice {
      // One that is below another is shown there.
      return tops.filter { plan in
        !tops.contains { $0 != plan && relations.descendants(of: $0).contains(plan) }
      }
    }
    return plans.filter { plan in
      kept.contains(plan) && !relations.parents(of: plan).contains(where: kept.contains)
    }
  }

  /// A walk from parents to children, without recursion: a chain may contain every plan of the
  /// board.
  private struct Walk {
    let children: [PlanID: [PlanID]]
    private var rows: [Row] = []
    private(set) var visited: Set<PlanID> = []
    private(set) var leftOut = 0
    /// The number of additional rows of each plan.
    private var repeated: [PlanID: Int] = [:]

    init(children: [PlanID: [PlanID]]) { self.children = children }

    mutating func add(_ root: PlanID) {
      var path: [(plan: PlanID, next: Int)] = [(root, 0)]
      var above: Set<PlanID> = [root]
      visited.insert(root)
      rows.append(Row(id: root, depth: 0, parent: nil, isLast: true, repetition: .none))
      while let (plan, next) = path.last {
        let below = children[plan] ?? []
        guard next < below.count else {
          above.remove(plan)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let child = below[next]
        if visited.contains(child) {
          repeated[child, default: 0] += 1
          if repeated[child, default: 0] > Self.mostRepetitions {
            leftOut += 1
            continue
          }
        }
        rows.append(
          Row(
            id: child, depth: path.count, parent: plan, isLast: false,
            repetition: repetition(of: child, above)))
        if visited.insert(child).inserted {
          path.append((child, 0))
          above.insert(child)
        }
      }
    }

    /// The most additional rows of a plan.
    private static let mostRepetitions = 8

    /// The rows, with `isLast` set.
    var finishedRows: [Row] {
      var rows = rows
      // For each depth, whether a later row has the same parent.
      var hasNext: [Bool] = []
      for index in rows.indices.reversed() {
        let depth = rows[index].depth
        rows[index].isLast = depth == 0 || hasNext.count <= depth || !hasNext[depth]
        if hasNext.count > depth + 1 { hasNext.removeSubrange((depth + 1)...) }
        while hasNext.count <= depth { hasNext.append(false) }
        hasNext[depth] = true
      }
      return rows
    }

    private func repetition(of plan: PlanID, _ above: Set<PlanID>) -> Repetition {
      if above.contains(plan) { return .cycle }
      return visited.contains(plan) && !(children[plan] ?? []).isEmpty ? .again : .none
    }
  }
}
