/// The plans of a board by what people call them: an id or its beginning, an alias, or words of the
/// title.
package struct PlanNames: Sendable {
  private let ids: [PlanID]
  private let aliases: AliasIndex
  /// The plans that are not deleted.
  private let titles: [Title]

  private struct Title: Sendable {
    let id: PlanID
    let text: String
  }

  /// The fewest characters that are looked for in titles.
  private static let shortestWords = 2

  /// - Parameters:
  ///   - plans: In the order of their ids.
  ///   - aliases: The index of the same plans.
  package init(_ plans: some Collection<Plan>, aliases: AliasIndex) {
    ids = plans.map(\.id)
    titles = plans.lazy.filter { !$0.isDeleted }.map { Title(id: $0.id, text: $0.title) }
    self.aliases = aliases
  }

  /// Returns the plans that the text may mean, in the order of their ids: those whose id begins so;
  /// else those with that alias; else those with that title; else those with these words in it.
  ///
  /// - Complexity: Linear in the plans and the lengths of their titles.
  package func plans(called typed: String) -> [PlanID] {
    if let prefix = PlanID.normalizedPrefix(typed) {
      let found = ids.filter { $0.text.hasPrefix(prefix) }
      if !found.isEmpty { return found }
    }
    let named = aliases.plans(called: typed)
    if !named.isEmpty { return named }
    return plans(titled: typed)
  }

  /// Returns the plans with that title; else those with these words in it.
  package func plans(titled words: String) -> [PlanID] {
    guard words.count >= Self.shortestWords else { return [] }
    let text = SearchText(words)
    let equal = titles.filter { text.equals($0.text) }
    return (equal.isEmpty ? titles.filter { text.occurs(in: $0.text) } : equal).map(\.id)
  }
}
