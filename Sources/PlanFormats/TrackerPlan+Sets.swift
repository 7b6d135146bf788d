import PlanModel

/// Sets labels, people, aliases and links of a plan.
extension TrackerPlan {
  /// Records that the tracker lists all members of a set or a list. If no member is added, the plan
  /// has an empty set, instead of an unknown one.
  mutating func lists(_ sets: ExactString...) { line.given.formUnion(sets) }

  mutating func label(_ name: String?) { append(name.flatMap(TrackerText.line), to: .labels) }
  mutating func assignee(_ name: String?) { append(name.flatMap(Self.person), to: .assignees) }
  /// Adds another alias of the plan.
  mutating func alias(_ name: String?) { append(name.flatMap(TrackerText.line), to: .aliases) }

  /// Adds a link to another plan.
  ///
  /// - Parameter alias: The other plan's name in the tracker.
  mutating func link(_ kind: String, _ alias: String?) {
    guard let alias = alias.flatMap(TrackerText.line) else { return }
    link("\(kind):\(alias)")
  }

  /// Adds a link as the lines of an import write it: `blocked-by:github:o/r#12`.
  mutating func link(_ link: String) { append(TrackerText.line(link), to: .links) }

  private mutating func append(_ text: String?, to set: PlanSet) {
    guard let text else { return }
    // Removed from the dictionary meanwhile, so that it is not copied.
    var known = members.removeValue(forKey: set) ?? Set(readNames(of: set))
    defer { members[set] = known }
    guard known.count < Self.mostNames else { return lose("members of very long lists") }
    guard known.insert(ExactString(text)).inserted else { return }
    guard takeRoom(for: text, besides: Self.itemSize / 4) else {
      return lose("members of very long lists")
    }
    lists(ExactString(set.rawValue))
    switch set {
    case .labels, .assignees: line.edits.append(.add(text, to: set))
    case .aliases: line.aliases.append(text)
    case .links:
      guard let link = try? Validation.link(text) else { return lose("links that are not KIND:ID") }
      line.links.append(link)
    }
  }

  /// Returns the links or aliases of a plan that was read before.
  private func readNames(of set: PlanSet) -> [ExactString] {
    switch set {
    case .aliases: line.aliases.map { ExactString($0) }
    case .links: line.links.map { ExactString($0.description) }
    case .labels, .assignees: []
    }
  }

  /// The other aliases of the plan.
  var otherAliases: [String] { line.aliases.filter { ExactString($0) != alias } }

  /// Replaces aliases by other ones, also in links.
  mutating func rename(_ names: [ExactString: String]) {
    let old = alias
    if let name = names[old] {
      alias = ExactString(name)
      line.aliases = line.aliases.map { ExactString($0) == old ? name : $0 }
    }
    line.links = line.links.map { link in
      names[ExactString(link.target)].map { Link(kind: link.kind, target: $0) } ?? link
    }
  }
}
