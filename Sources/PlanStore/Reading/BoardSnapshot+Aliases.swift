package import PlanModel

/// The aliases and titles of a board's plans, read once, on first use.
final class AliasCache {
  fileprivate var index: AliasIndex?
  fileprivate var names: PlanNames?
}

extension BoardSnapshot {
  /// The plans by their aliases.
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

  /// The plans by their aliases, if they have been read.
  var knownAliases: AliasIndex? { aliasCache.index }

  /// The plan whose title is the text, or has it as a part; nil if there is none.
  ///
  /// - Parameter isDeleted: Whether to look among the deleted plans, instead of the others.
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

  /// The plan with an alias that is no prefix of a plan's id; nil if none has it.
  ///
  /// - Throws: `.ambiguousPlan` if several have it.
  func plan(called alias: String) throws(StoreError) -> PlanID? {
    let owners = try aliases(among: [alias]).plans(called: alias)
    guard owners.count > 1 else { return owners.first }
    throw try ambiguous(alias, in: .alias, owners)
  }
}
