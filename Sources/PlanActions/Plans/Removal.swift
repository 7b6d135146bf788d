import PlanModel

/// A member that an option removes from one of a plan's sets: `--no-label later`.
struct Removal {
  let member: String
  let set: PlanSet

  /// Returns the notice for a plan that did not have the member, but had others.
  ///
  /// This is no error: the plan ends as it was wanted.
  private func notice(called name: String, having members: [String]) -> Notice {
    var hints: [Hint] = []
    if let near = Suggestion.nearest(to: member, in: members) {
      hints = ["did you mean '\(near)'?"]
    } else if !members.isEmpty {
      hints = ["it has \(members.map { "'\($0)'" }.joined(separator: ", "))"]
    }
    return Notice("\(name) has no \(noun) '\(member)' to take off", hints: hints)
  }

  /// Returns the notices for the members that a plan did not have.
  static func notices(of removals: [Removal], on plan: Plan, called name: String) -> [Notice] {
    let ofSets = Dictionary(grouping: removals, by: \.set)
    return PlanSet.allCases.flatMap { set -> [Notice] in
      let members = plan.members(of: set)
      let known = Set(members.map { ExactString($0) })
      return (ofSets[set] ?? []).filter { !known.contains(ExactString($0.member)) }
        .map { $0.notice(called: name, having: members) }
    }
  }

  private var noun: String {
    switch set {
    case .labels: "label"
    case .assignees: "assignee"
    case .links: "link"
    case .aliases: "alias"
    }
  }
}

extension Plan {
  fileprivate func members(of set: PlanSet) -> [String] {
    switch set {
    case .labels: labels
    case .assignees: assignees
    case .links: links.map(\.description)
    case .aliases: aliases
    }
  }
}
