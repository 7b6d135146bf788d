/// The sets of a plan that this version knows; other sets are kept unchanged.
package enum PlanSet: String, CaseIterable, Sendable {
  case labels, assignees, links, aliases

  /// Finds a set by its name in plan files; nil if this version does not know the name.
  init?(_ name: ExactString) {
    guard let set = Self.byName[name] else { return nil }
    self = set
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { (ExactString($0.rawValue), $0) })

  package func path(of member: String) -> ElementPath {
    .setMember(set: ExactString(rawValue), member: ExactString(member))
  }

  /// The noun for one member.
  package var memberName: String {
    switch self {
    case .labels: "label"
    case .assignees: "assignee"
    case .links: "link"
    case .aliases: "alias"
    }
  }

  /// Adds a member from a plan's file to the set of a plan; a malformed link is dropped.
  func read(_ member: String, into plan: inout PlanValues) {
    switch self {
    case .labels: plan.labels.append(member)
    case .assignees: plan.assignees.append(member)
    case .links: if let link = Link(member) { plan.links.append(link) }
    case .aliases: plan.aliases.append(member)
    }
  }

  func isEmpty(in plan: Plan) -> Bool {
    switch self {
    case .labels: plan.labels.isEmpty
    case .assignees: plan.assignees.isEmpty
    case .links: plan.links.isEmpty
    case .aliases: plan.aliases.isEmpty
    }
  }

  /// Returns the members as the plan file stores them.
  package func members(of plan: Plan) -> [String] {
    switch self {
    case .labels: plan.labels
    case .assignees: plan.assignees
    case .links: plan.links.map(\.description)
    case .aliases: plan.aliases
    }
  }
}
