package import PlanModel

/// A cache of the aliases and titles of a board's plans.
final class AliasCache {
  fileprivate var index: AliasIndex?
  fileprivate var names: PlanNames?
}

extension BoardSnapshot {
  /// Returns the index of all plans by alias.
  ///
  /// - Complexity: The first call reads every plan.
  package func aliases() throws(StoreError) -> AliasIndex {
    if let index = aliasCache.index { return index }
    let plans = try plans().plans
    let index = AliasIndex(plans)
    aliasCache.index = index
    aliasCache.names = PlanNames(plans, aliases: index)
    return index
  }

  /// The index of all plans by alias; nil if it was not read yet.
  var knownAliases: AliasIndex? { aliasCache.index }

  /// Returns the plan whose title is or contains the text; nil if there is none.
  ///
  /// - Parameter isDeleted: Whether to search only deleted plans instead of only the others.
  ///
  /// - Throws: `.ambiguousPlan` if there are several.
  func plan(
    titled words: String, amongDeleted isDeleted: Bool
  ) throws(StoreError) -> PlanID? {
    _ = try aliases()
    let found = aliasCache.names?.plans(titled: words, amongDeleted: isDeleted) ?? []
    guard found.count > 1 else { return found.first }
    throw try ambiguous(words, in: .title, found)
  }

  /// Returns the plan with an alias; nil if no plan has it. The caller has checked that the text is
  /// not the prefix of an id.
  ///
  /// - Throws: `.ambiguousPlan` if several have it.
  func plan(called alias: String) throws(StoreError) -> PlanID? {
    let owners = try aliases(among: [alias]).plans(called: alias)
    guard owners.count > 1 else { return owners.first }
    throw try ambiguous(alias, in: .alias, owners)
  }
}
