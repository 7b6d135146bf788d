/// The value by which statistics group plans.
package enum FlowGrouping: String, CaseIterable, Sendable {
  case label, assignee, owner, priority, column

  /// Returns the names of a plan's groups; empty if the plan has no such value.
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
    /// The value; nil for the plans without such a value.
    package let name: String?
    package let journeys: [PlanJourney]
  }

  /// Returns the journeys grouped by value, sorted by name; plans without a value come last.
  ///
  /// A plan with several values is in several groups.
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
