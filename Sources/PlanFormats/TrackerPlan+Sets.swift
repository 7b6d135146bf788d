import PlanModel

/// Sets labels, people, aliases and links of a plan.
extension TrackerPlan {
  /// Records that the source lists all members of a set or a list. If no member is added, the plan
  /// has an empty set, instead of an unknown one.
  mutating func lists(_ sets: ExactString...) {
    for set in sets where line[set] == nil { line[set] = .array([]) }
  }

  mutating func label(_ name: String?) { append(name.flatMap(TrackerText.line), to: "labels") }
  mutating func assignee(_ name: String?) { append(name.flatMap(Self.person), to: "assignees") }
  /// Adds another alias of the plan.
  mutating func alias(_ name: String?) { append(name.flatMap(TrackerText.line), to: "aliases") }

  /// Adds a link to another plan.
  ///
  /// - Parameter alias: The other plan's name in the other tool.
  mutating func link(_ kind: String, _ alias: String?) {
    guard let alias = alias.flatMap(TrackerText.line) else { return }
    link("\(kind):\(alias)")
  }

  /// Adds a link as the lines of an import write it: `blocked-by:github:o/r#12`.
  mutating func link(_ link: String) { append(TrackerText.line(link), to: "links") }

  private mutating func append(_ text: String?, to list: ExactString) {
    guard let text else { return }
    var values = line[list]?.array ?? []
    guard values.count < Self.mostNames else { return lose("members of very long lists") }
    // Removed from the dictionary meanwhile, like the array below, so that it is not copied.
    var known =
      members.removeValue(forKey: list)
      ?? Set(values.compactMap { $0.string.map { ExactString($0) } })
    let isNew = known.insert(ExactString(text)).inserted
    members[list] = known
    guard isNew else { return }
    guard takeRoom(for: text, besides: Self.itemSize / 4) else {
      return lose("members of very long lists")
    }
    line[list] = nil
    values.append(.string(text))
    line[list] = .array(values)
  }

  /// The other aliases of the plan.
  var otherAliases: [String] {
    (line["aliases"]?.array ?? []).compactMap(\.string).filter { ExactString($0) != alias }
  }

  /// Replaces aliases by other ones, also in links.
  mutating func rename(_ names: [ExactString: String]) {
    let old = alias
    if let name = names[old] {
      alias = ExactString(name)
      let aliases = (line["aliases"]?.array ?? []).compactMap(\.string)
      line["aliases"] = .strings(aliases.map { ExactString($0) == old ? name : $0 })
    }
    guard let links = line["links"]?.array else { return }
    line["links"] = .array(
      links.map { link in
        guard let text = link.string, let colon = text.firstIndex(of: ":"),
          let name = names[ExactString(String(text[text.index(after: colon)...]))]
        else { return link }
        return .string("\(text[..<colon]):\(name)")
      })
  }

  /// Removes members of a set.
  mutating func remove(_ texts: Set<ExactString>, from set: ExactString) {
    guard let values = line[set]?.array else { return }
    let kept = values.filter { !texts.contains(ExactString($0.string ?? "")) }
    // The array may become empty: the source then lists no member.
    line[set] = .array(kept)
  }
}
