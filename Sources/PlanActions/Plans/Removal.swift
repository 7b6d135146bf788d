import PlanModel

/// A member that an option removes from one of a plan's sets: `--no-label later`.
struct Removal: Hashable {
  let member: String
  let set: PlanSet

  /// Returns the notice for a plan that did not have the member, but may have others.
  ///
  /// This is no error: the plan ends as it was wanted.
  func notice(on plan: Plan, called name: String) -> Notice {
    let members = plan.members(of: set)
    var hints: [Hint] = []
    if let near = Suggestion.nearest(to: member, in: members) {
      hints = ["did you mean '\(near)'?"]
    } else if !members.isEmpty {
      hints = ["it has \(members.map { "'\($0)'" }.joined(separator: ", "))"]
    }
    return Notice("\(name) has no \(noun) '\(member)' to take off", hints: hints)
  }

  func notice(onNoneOf count: Int) -> Notice {
    Notice("none of the \(count) plans has the \(noun) '\(member)'")
  }

  /// Returns the removals of members that a plan does not have, set by set.
  static func absent(_ removals: [Removal], on plan: Plan) -> [Removal] {
    let ofSets = Dictionary(grouping: removals, by: \.set)
    return PlanSet.allCases.flatMap { set -> [Removal] in
      let known = Set(plan.members(of: set).map { ExactString($0) })
      return (ofSets[set] ?? []).filter { !known.contains(ExactString($0.member)) }
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
