import PlanModel

/// Cycles of links.
extension TrackerPlans {
  /// Removes links that close a cycle of blockers or of parents, which an import refuses. Earlier
  /// links are kept in preference to later ones.
  mutating func breakCycles() {
    var places = places
    for (place, plan) in all.enumerated() {
      if let id = plan.line["id"]?.string { places[AliasKey(id)] = place }
      for alias in plan.otherAliases where places[AliasKey(alias)] == nil {
        places[AliasKey(alias)] = place
      }
    }
    for kind in [Link.blockedByKind, Link.parentKind] {
      let links = links(kind, places)
      let targets = Dictionary(grouping: links, by: \.from).mapValues { $0.map(\.to) }
      let closing = Cycles.closing(links.map { (from: $0.from, to: $0.to) }, in: targets)
      let left = Dictionary(grouping: closing, by: \.from).mapValues { Set($0.map(\.to)) }
      for (from, to, text) in links where left[from]?.contains(to) ?? false {
        all[from].remove([text], from: "links")
        lose("links that close a cycle")
      }
    }
  }

  /// Returns the links of a kind between plans of the source, by the indices of the plans.
  ///
  /// - Parameter places: The indices of the plans, by all aliases and ids that links may name.
  private func links(
    _ kind: String, _ places: [AliasKey: Int]
  ) -> [(from: Int, to: Int, text: ExactString)] {
    all.enumerated().flatMap { place, plan in
      (plan.line["links"]?.array ?? []).compactMap { link in
        guard let text = link.string, text.hasPrefix("\(kind):"),
          let target = places[AliasKey(String(text.dropFirst(kind.count + 1)))]
        else { return nil }
        return (from: place, to: target, text: ExactString(text))
      }
    }
  }
}
