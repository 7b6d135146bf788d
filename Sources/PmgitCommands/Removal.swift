import PlanActions
import PlanModel

/// A member that an option takes off one of a plan's sets: `--no-label later`.
struct Removal {
  let member: String
  let set: PlanSet

  /// What to tell of a plan that did not have it, but had these.
  ///
  /// That is no error: the plan is afterwards as it was wanted.
  private func note(called name: String, having members: [String]) -> [String] {
    var lines = ["\(name) has no \(noun) '\(member)' to take off"]
    if let near = Suggestion.nearest(to: member, in: members) {
      lines.append("hint: did you mean '\(near)'?")
    } else if !members.isEmpty {
      lines.append("hint: it has \(members.map { "'\($0)'" }.joined(separator: ", "))")
    }
    return lines
  }

  /// What to tell of those that a plan did not have.
  static func notes(of removals: [Removal], on plan: Plan, called name: String) -> [String] {
    let ofSets = Dictionary(grouping: removals, by: \.set)
    return PlanSet.allCases.flatMap { set -> [String] in
      let members = plan.members(of: set)
      let known = Set(members.map { ExactString($0) })
      return (ofSets[set] ?? []).filter { !known.contains(ExactString($0.member)) }
        .flatMap { $0.note(called: name, having: members) }
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
    for line in Removal.notes(of: removals, on: plan, called: name) { tell(line) }
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
