/// The way from one plan to another by links.
package enum LinkPath {
  /// Returns the plans of a shortest way, both ends included; nil if there is none.
  ///
  /// A plan leads to itself without a step.
  ///
  /// - Parameter targets: Returns the plans that a plan's links lead to.
  /// - Complexity: Linear in the plans that can be reached and their links; each is asked for once.
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
