import PlanModel

/// A member that an option takes off one of a plan's sets: `--no-label later`.
struct Removal {
  let member: String
  let set: PlanSet

  /// What to tell where the plan did not have it; nil if it did.
  ///
  /// That is no error: the plan is afterwards as it was wanted.
  func note(on plan: Plan, called name: String) -> [String]? {
    let members = members(of: plan)
    guard !members.contains(member) else { return nil }
    var lines = ["\(name) has no \(noun) '\(member)' to take off"]
    if let near = Suggestion.nearest(to: member, in: members) {
      lines.append("hint: did you mean '\(near)'?")
    } else if !members.isEmpty {
      lines.append("hint: it has \(members.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return lines
  }

  private func members(of plan: Plan) -> [String] {
    switch set {
    case .labels: plan.labels
    case .assignees: plan.assignees
    case .links: plan.links.map(\.description)
    case .aliases: plan.aliases
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

extension Session {
  /// Tells which members were to be taken off a plan that did not have them.
  func tell(ofAbsent removals: [Removal], on plan: Plan, called name: String) {
    for removal in removals {
      for line in removal.note(on: plan, called: name) ?? [] { tell(line) }
    }
  }
}
