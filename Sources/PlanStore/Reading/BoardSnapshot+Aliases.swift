package import PlanModel

/// The aliases of a board's plans, read once, on first use.
final class AliasCache {
  fileprivate var index: AliasIndex?
}

extension BoardSnapshot {
  /// The plans by their aliases.
  ///
  /// - Complexity: The first call reads every plan.
  package func aliases() throws(StoreError) -> AliasIndex {
    if let index = aliasCache.index { return index }
    let index = AliasIndex(try plans().plans)
    aliasCache.index = index
    return index
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
