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

  /// The plan whose title is the text, or has it as a part; nil if there is none.
  ///
  /// - Throws: `.ambiguousTitle` with the candidates if there are several.
  func plan(titled words: String) throws(StoreError) -> PlanID? {
    _ = try aliases()
    let found = aliasCache.names?.plans(titled: words) ?? []
    guard found.count > 1 else { return found.first }
    throw .ambiguousTitle(words, candidates: try candidates(among: found), count: found.count)
  }

  /// The plan with an alias that is no prefix of a plan's id; nil if none has it.
  ///
  /// - Throws: `.ambiguousAlias` with the candidates if several have it.
  func plan(called alias: String) throws(StoreError) -> PlanID? {
    let owners = try aliases().plans(called: alias)
    guard owners.count > 1 else { return owners.first }
    throw .ambiguousAlias(
      alias, candidates: try candidates(among: owners), count: owners.count)
  }

  /// The first ten of some plans, as candidates.
  func candidates(among ids: [PlanID]) throws(StoreError) -> [Plan] {
    var candidates: [Plan] = []
    for id in ids.prefix(10) {
      guard let document = try readableDocument(id) else { continue }
      candidates.append(Plan(document, id: id))
    }
    return candidates
  }
}
