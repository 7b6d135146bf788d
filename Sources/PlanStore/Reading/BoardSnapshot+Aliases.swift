import Git
package import PlanModel

extension BoardSnapshot {
  /// Returns the index of all plans by alias.
  ///
  /// - Complexity: The first call reads every plan.
  package func aliases() throws -> AliasIndex {
    if let index = cache.aliases { return index }
    let plans = try plans().plans
    let index = AliasIndex(plans)
    cache.aliases = index
    cache.titles = PlanNames(plans, aliases: index, board: board)
    return index
  }

  /// Returns the plan whose title is the text, else the plan whose title contains the text at the
  /// beginning of a word; nil if no title matches. The rules are those of
  /// `PlanNames.plans(titled:amongDeleted:)`.
  ///
  /// - Parameter isDeleted: Whether to search only deleted plans instead of only the others.
  ///
  /// - Throws: `.ambiguousPlan` if several titles match.
  func plan(titled words: String, amongDeleted isDeleted: Bool) throws -> PlanID? {
    _ = try aliases()
    let found = cache.titles?.plans(titled: words, amongDeleted: isDeleted) ?? []
    guard found.count > 1 else { return found.first }
    throw try ambiguous(words, in: .title, found)
  }

  /// Returns the plan with an alias; nil if no plan has it. The caller has checked that the text is
  /// not the prefix of an id.
  ///
  /// - Throws: `.ambiguousPlan` if several have it.
  func plan(called alias: String) throws -> PlanID? {
    let owners = try aliases(among: [alias]).plans(called: alias)
    guard owners.count > 1 else { return owners.first }
    throw try ambiguous(alias, in: .alias, owners)
  }
}

/// A text that matches several plans.
package struct AmbiguousName: Sendable {
  /// The kind of name that the text matches.
  package enum Place: Sendable { case id, alias, title }

  package let typed: String
  package let place: Place
  /// The commit of the board in which it was looked up.
  package let commit: ObjectID
  /// All matching plans, sorted by id; at least two.
  package let ids: [PlanID]
  /// The first readable plans of `ids`; at most ten.
  package let first: [Plan]
}

extension BoardSnapshot {
  /// The most plans that an error for an ambiguous text describes.
  private static let mostNamed = 10

  /// Returns the error for a text that matches several plans.
  func ambiguous(
    _ typed: String, in place: AmbiguousName.Place, _ ids: [PlanID]
  ) throws -> StoreError {
    let first = try readablePlans(ids.prefix(Self.mostNamed))
    return .ambiguousPlan(
      AmbiguousName(typed: typed, place: place, commit: commit, ids: ids, first: first))
  }

  /// Returns the plans with the given ids. Missing and unreadable plans are left out.
  package func readablePlans(_ ids: some Sequence<PlanID>) throws -> [Plan] {
    var plans: [Plan] = []
    for id in ids {
      do {
        if let document = try document(id) { plans.append(Plan(document, id: id)) }
      } catch let error as StoreError where error.isAboutOnePlan {
      }
    }
    return plans
  }
}
