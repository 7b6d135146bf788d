/// Finds paths of links between plans.
package enum LinkPath {
  /// Returns the plans on a shortest path, including both ends; nil if there is no path.
  ///
  /// The path from a plan to itself is that plan alone.
  ///
  /// - Parameter targets: Returns the plans that a plan links to; it is called once for each plan.
  /// - Complexity: Linear in the reachable plans and their links.
  package static func shortest(
    from start: PlanID, to end: PlanID, targets: (PlanID) throws -> [PlanID]
  ) rethrows -> [PlanID]? {
    var cameFrom: [PlanID: PlanID] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      let plan = waiting[next]
      next += 1
      if plan == end {
        var path = [plan]
        while let last = path.last, last != start, let before = cameFrom[last] {
          path.append(before)
        }
        return path.reversed()
      }
      for target in try targets(plan) where target != start && cameFrom[target] == nil {
        cameFrom[target] = plan
        waiting.append(target)
      }
    }
    return nil
  }
}
