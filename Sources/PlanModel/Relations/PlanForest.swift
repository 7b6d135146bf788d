/// The plans of a board as trees of parents and children, in the order in which they are read.
///
/// Links from elsewhere may give a plan several parents, or make it its own ancestor: a plan's
/// children are listed where it stands first, and a cycle is closed by one row that says so. A plan stands in a
/// few more rows at most, however many parents it has, so that the rows are about as many as the plans.
package struct PlanForest: Sendable {
  /// What of a board is shown.
  package enum Choice: Sendable {
    /// The trees of at least two plans in which something is open.
    case open
    /// Every plan.
    case all
    /// The plans of a query, with those above them.
    case matching(Set<PlanID>)
    /// One plan and those below it.
    case below(PlanID)
  }

  package struct Row: Hashable, Sendable {
    package let id: PlanID
    /// The number of plans above it.
    package let depth: Int
    /// The plan right above it.
    package let parent: PlanID?
    /// Whether no other child of its parent follows.
    package fileprivate(set) var isLast: Bool
    package let repetition: Repetition
  }

  package enum Repetition: String, Sendable {
    case none
    /// Its children stand in a row further up.
    case again
    /// The plan stands above itself.
    case cycle
  }

  /// Each plan, then those below it.
  package private(set) var rows: [Row] = []
  /// The plans that are each other's parents: from each to one of its children, and so back to the
  /// first.
  package let cycles: [[PlanID]]
  /// The number of trees without anything open that `Choice.open` leaves out.
  package private(set) var finishedCount = 0
  /// The number of rows that are left out, of plans that stand further up in several rows already.
  package private(set) var repeatedCount = 0
  /// The number of plans with neither parent nor child that it leaves out.
  package private(set) var loneCount = 0

  /// - Parameter plans: All plans that are not deleted, in the order in which siblings stand.
  /// - Complexity: Linear in plans and links, but for sorting siblings.
  package init(_ plans: [PlanID], relations: PlanRelations, choice: Choice) {
    let kept = Self.kept(plans, relations, choice)
    let places = Dictionary(plans.enumerated().map { ($1, $0) }) { first, _ in first }
    var children: [PlanID: [PlanID]] = [:]
    for plan in kept {
      let below = relations.children(of: plan).filter(kept.contains)
      children[plan] = below.sorted { (places[$0] ?? .max) < (places[$1] ?? .max) }
    }
    cycles = Cycles.find(in: children)
    let alive = Self.leadingToOpen(kept, relations)
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
    case .below(let plan): return relations.descendants(of: plan).union([plan])
    case .matching(let found): return withAncestors(found.intersection(plans), relations)
    }
  }

  /// Returns the plans that are open, or above something open.
  private static func leadingToOpen(
    _ plans: Set<PlanID>, _ relations: PlanRelations
  ) -> Set<PlanID> { withAncestors(plans.filter(relations.isOpen), relations) }

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
    if case .below(let plan) = choice { return [plan] }
    return plans.filter { plan in
      kept.contains(plan) && !relations.parents(of: plan).contains(where: kept.contains)
    }
  }

  /// A walk from parents to children, without recursion: a chain may be as long as the board.
  private struct Walk {
    let children: [PlanID: [PlanID]]
    private var rows: [Row] = []
    private(set) var visited: Set<PlanID> = []
    private(set) var leftOut = 0
    /// How often each plan stands in a row again.
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

    /// The most rows of a plan besides its first one.
    private static let mostRepetitions = 8

    /// The rows, each of which knows whether it is the last one below its parent.
    var finishedRows: [Row] {
      var rows = rows
      // For each depth, whether a row further down stands below the same parent.
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
