/// What plans are split by in statistics.
package enum FlowGrouping: String, CaseIterable, Sendable {
  case label, assignee, owner, priority, column

  /// Returns the names of the groups that a plan belongs to; none if it has no such value.
  package func names(of plan: Plan) -> [String] {
    switch self {
    case .label: plan.labels
    case .assignee: plan.assignees
    case .owner: [plan.owner].compactMap(\.self)
    case .priority: [plan.priority?.rawValue].compactMap(\.self)
    case .column: [plan.state]
    }
  }
}

extension [PlanJourney] {
  /// The journeys of one group.
  package struct Group: Sendable {
    /// nil for the plans that have no such value.
    package let name: String?
    package let journeys: [PlanJourney]
  }

  /// Returns the journeys in groups, by name, with those that are in none at the end. A plan with several
  /// values is in each of their groups.
  package func grouped(by grouping: FlowGrouping) -> [Group] {
    var groups: [ExactString: [PlanJourney]] = [:]
    var rest: [PlanJourney] = []
    for journey in self {
      let names = Set(grouping.names(of: journey.plan).map { ExactString($0) })
      if names.isEmpty { rest.append(journey) }
      for name in names { groups[name, default: []].append(journey) }
    }
    let sorted = groups.sorted {
      (ExactString($0.key.text.lowercased()), $0.key)
        < (ExactString($1.key.text.lowercased()), $1.key)
    }
    return sorted.map { Group(name: $0.key.text, journeys: $0.value) }
      + (rest.isEmpty ? [] : [Group(name: nil, journeys: rest)])
  }
}
