/// Finds a board's plans by an id or its beginning, an alias, or words of the title.
package struct PlanNames: Sendable {
  private let ids: [PlanID]
  private let aliases: AliasIndex
  /// The titles of plans that are not deleted.
  private let titles: [Title]
  private let deletedTitles: [Title]

  private typealias Title = (id: PlanID, text: String, isFinished: Bool)

  /// Prepares to find plans by their names.
  ///
  /// - Parameters:
  ///   - plans: The plans, sorted by id.
  ///   - aliases: The index of the same plans.
  ///   - board: The board whose columns say which plans are finished; nil if that does not matter.
  package init(_ plans: [Plan], aliases: AliasIndex, board: Board? = nil) {
    ids = plans.map(\.id)
    let title = { (plan: Plan) in
      (id: plan.id, text: plan.title, isFinished: board?.kind(of: plan.state) == .done)
    }
    titles = plans.filter { !$0.isDeleted }.map(title)
    deletedTitles = plans.filter(\.isDeleted).map(title)
    self.aliases = aliases
  }

  /// Returns the plans that a text may mean, sorted by id.
  ///
  /// It tries the beginning of the id, then the alias, then the whole title, then the beginning of
  /// a word in the title, then two letters as a word, such as `UI`. It stops at the first of these
  /// that finds plans.
  ///
  /// - Complexity: Linear in the plans and the lengths of their titles.
  package func plans(called typed: String) -> [PlanID] {
    let found = plans(beginningWith: typed)
    if !found.isEmpty { return found }
    let named = aliases.plans(called: typed)
    if !named.isEmpty { return named }
    let titled = plans(titled: typed)
    guard titled.isEmpty, typed.count == 2, !Self.looksLikeID(typed) else { return titled }
    let text = SearchText(typed)
    return titles.filter { text.isWord(in: $0.text) }.map(\.id)
  }

  /// Returns the plans whose ids begin with a typed text.
  func plans(beginningWith typed: String) -> [PlanID] {
    guard let prefix = PlanID.normalizedPrefix(typed) else { return [] }
    return ids.filter { $0.text.hasPrefix(prefix) }
  }

  /// Returns the plans with a title; if there are none, those with the text at the beginning of a
  /// word in the title.
  ///
  /// A text of ASCII letters and digits with at least one digit must be the whole title, because it
  /// is usually a mistyped id or a number of another tracker. One or two letters must be the
  /// whole title, so that `delete it` deletes no plan with that word. Of a series, a finished plan
  /// is left out if the text also finds the next one.
  ///
  /// - Parameter isDeleted: Whether to search the deleted plans instead of the others.
  package func plans(titled words: String, amongDeleted isDeleted: Bool = false) -> [PlanID] {
    let titles = isDeleted ? deletedTitles : titles
    let text = SearchText(words)
    guard !Self.looksLikeID(words) else { return titles.filter { text.equals($0.text) }.map(\.id) }
    let found = text.named(among: titles, by: \.text)
    guard found.count > 1 else { return found.map(\.id) }
    let ids = Set(found.map(\.id))
    return found.filter { !$0.isFinished || !ids.contains($0.id.following) }.map(\.id)
  }

  private static func looksLikeID(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    } && text.contains(where: \.isNumber)
  }
}

// MARK: - Aliases

/// An index of a board's plans by alias. Aliases are compared as their sources compare names; see
/// `AliasKey`.
///
/// Two clones that import the same alias concurrently create two plans with it. Deleted plans are
/// found by an alias only if all plans with the alias are deleted.
package struct AliasIndex: Sendable {
  private struct Named: Sendable {
    var live: [AliasKey: [PlanID]] = [:]
    var deleted: [AliasKey: [PlanID]] = [:]
    /// The plans by their aliases, case-sensitively.
    var exact: [String: Set<PlanID>] = [:]

    mutating func add(_ plan: Plan) {
      for alias in plan.aliases { exact[alias, default: []].insert(plan.id) }
      for key in Set(plan.aliases.lazy.map { AliasKey($0) }) {
        if plan.isDeleted {
          deleted[key, default: []].append(plan.id)
        } else {
          live[key, default: []].append(plan.id)
        }
      }
    }
  }

  @Lazy private var named: Named

  /// Prepares to find plans by their aliases.
  ///
  /// - Complexity: Linear in the aliases, when a plan is looked up for the first time.
  package init(_ plans: [Plan] = []) {
    _named = Lazy {
      var named = Named()
      let plans = plans.filter { !$0.aliases.isEmpty }
      for plan in plans.sorted(by: { $0.id < $1.id }) { named.add(plan) }
      return named
    }
  }

  /// Returns the plans with this alias that are not deleted, sorted by id. Those with exactly the
  /// same spelling come first. A board may have both spellings, because aliases used to be
  /// case-sensitive.
  package func livePlans(called alias: String) -> [PlanID] {
    ordered(named.live[AliasKey(alias)] ?? [], by: alias)
  }

  /// Returns the plans with this alias, in the order of `livePlans`. Deleted plans are returned
  /// only if all plans with the alias are deleted.
  package func plans(called alias: String) -> [PlanID] {
    let key = AliasKey(alias)
    return ordered(named.live[key] ?? named.deleted[key] ?? [], by: alias)
  }

  /// Returns the aliases of which a text is the last part, ignoring case: `jira:APP-1` for `app-1`.
  /// They are sorted.
  package func aliases(endingWith text: String) -> [String] {
    let end = text.drop { $0 == "#" }.lowercased()
    guard !end.isEmpty else { return [] }
    return named.exact.keys.filter { alias in
      let alias = alias.lowercased()
      return alias.hasSuffix(end) && alias.dropLast(end.count).last.map(":#/!".contains) ?? false
    }.sorted()
  }

  private func ordered(_ plans: [PlanID], by alias: String) -> [PlanID] {
    guard plans.count > 1, let exact = named.exact[alias] else { return plans }
    return plans.filter(exact.contains) + plans.filter { !exact.contains($0) }
  }
}
