import PlanModel

/// Finds and removes cycles of links.
extension TrackerPlans {
  /// Removes links that close a cycle of blockers or of parents, which an import refuses.
  mutating func breakCycles() {
    var places = places
    for (place, plan) in all.enumerated() {
      if let id = plan.line.id { places[AliasKey(id.text)] = place }
      for alias in plan.otherAliases where places[AliasKey(alias)] == nil {
        places[AliasKey(alias)] = place
      }
    }
    for kind in [Link.blockedByKind, Link.parentKind] {
      for (place, link) in closingLinks(kind, places) {
        all[place].line.links.removeAll { $0 == link }
        lose("links that close a cycle")
      }
    }
  }

  /// Returns the links of a kind that must be removed so that no cycle is left. They are the links
  /// that lead back to a plan on the path of a depth-first search.
  ///
  /// The search is linear in plans and links. `Cycles.closing` is not used, because it searches
  /// once for each link, and would leave out too many links if one cycle had thousands of plans.
  ///
  /// - Parameter places: The indices of the plans, by all aliases and ids that links may name.
  private func closingLinks(
    _ kind: String, _ places: [AliasKey: Int]
  ) -> [(place: Int, link: Link)] {
    let targets = all.map { plan in
      plan.line.links.compactMap { link -> (place: Int, link: Link)? in
        guard link.kind == kind, let place = places[AliasKey(link.target)] else { return nil }
        return (place, link)
      }
    }
    var closing: [(place: Int, link: Link)] = []
    // A plan is open while it is on the path of the depth-first search.
    var (isVisited, isOpen) = (
      [Bool](repeating: false, count: all.count), [Bool](repeating: false, count: all.count)
    )
    for start in all.indices where !isVisited[start] && !targets[start].isEmpty {
      var path = [(place: start, next: 0)]
      (isVisited[start], isOpen[start]) = (true, true)
      while let (place, next) = path.last {
        guard next < targets[place].count else {
          isOpen[place] = false
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[place][next]
        if isOpen[target.place] {
          closing.append((place, target.link))
        } else if !isVisited[target.place] {
          (isVisited[target.place], isOpen[target.place]) = (true, true)
          path.append((target.place, 0))
        }
      }
    }
    return closing
  }
}
