/// Translates a parsed query into a condition on the plans of a board.
struct QueryCompiler {
  let context: QueryContext
  private(set) var notes: [QueryNote] = []
  /// The order and limit of the query, then those of all its views together. Those of the query
  /// take precedence.
  private var orders: [(sorts: [QuerySort], limit: Int?)] = [([], nil)]
  /// The names of the views that are being compiled, outermost first.
  private(set) var openViews: [String] = []
  private var viewCount = 0
  /// Whether an odd number of negations applies to the current term.
  private var isNegated = false
  /// Whether a term asked for deleted plans since this was last set to false.
  private var asksForDeleted = false
  /// Whether a term, also one of a view, chooses between open and finished plans or names single
  /// plans.
  private(set) var asksForFinished = false

  /// The limits on views in a query, in total and nested in each other. Without them, the views of
  /// a hostile board could multiply by including each other several times.
  private static let mostViews = 50
  private static let deepestView = 5
  /// The most bytes of a view's text.
  private static let longestView = 10_000

  /// Returns the query for an expression; nil matches all plans that are not deleted.
  static func query(
    _ expression: QueryExpression?, context: QueryContext
  ) throws(QueryError) -> Query {
    var compiler = QueryCompiler(context: context)
    let found =
      try expression.map { expression throws(QueryError) in
        try compiler.compile(expression)
      } ?? nil
    let condition = compiler.asksForDeleted ? found : Self.all([.not(.deleted), found])
    let (own, ofViews) = (compiler.orders[0], compiler.orders.dropFirst().first)
    return Query(
      context: context, condition: condition ?? .everything,
      sorts: own.sorts.isEmpty ? ofViews?.sorts ?? [] : own.sorts,
      limit: own.limit ?? ofViews?.limit, notes: compiler.notes,
      words: expression.map { $0.searchedWords(isNegated: false) } ?? [],
      asksForFinished: compiler.asksForFinished)
  }

  /// Returns a condition that holds if all given conditions hold; nil if none is given.
  private static func all(_ conditions: [QueryCondition?]) -> QueryCondition? {
    let conditions = conditions.compactMap(\.self)
    return conditions.count < 2 ? conditions.first : .allOf(conditions)
  }

  /// Adds a note, unless it was added before or there are too many; see `mayNote`.
  mutating func note(_ message: String, hint: String?) {
    let note = QueryNote(message: message, hint: hint)
    if mayNote, !notes.contains(note) { notes.append(note) }
  }

  /// Whether another note fits. If not, hints are not computed.
  var mayNote: Bool { notes.count < 10 }

  // MARK: - Expressions

  /// Returns the condition of an expression; nil if its terms only set the order or the limit.
  private mutating func compile(
    _ expression: QueryExpression
  ) throws(QueryError) -> QueryCondition? {
    switch expression {
    case .term(let term): return try compile(term)
    case .not(let inner, let range):
      isNegated.toggle()
      defer { isNegated.toggle() }
      guard let condition = try compile(inner) else {
        throw noCondition(in: inner, at: range, "cannot be negated")
      }
      return .not(condition)
    case .all(let parts):
      try refuseDays(ofSeveralWordsIn: parts)
      note(wordsOf: parts)
      var conditions: [QueryCondition?] = []
      for part in parts { conditions.append(try compile(part)) }
      noteContradictions(in: conditions.compactMap(\.self))
      return Self.all(conditions)
    case .any(let parts): return try compile(anyOf: parts)
    }
  }

  /// Returns the condition of alternatives.
  ///
  /// If one alternative asks for deleted plans, the others still exclude them.
  private mutating func compile(
    anyOf parts: [QueryExpression]
  ) throws(QueryError) -> QueryCondition {
    let askedBefore = asksForDeleted
    var alternatives: [(condition: QueryCondition, asksForDeleted: Bool)] = []
    for part in parts {
      asksForDeleted = false
      guard let condition = try compile(part) else {
        throw noCondition(in: part, at: part.terms[0].range, "cannot be an alternative")
      }
      alternatives.append((condition, asksForDeleted))
    }
    let someAsk = alternatives.contains(where: \.asksForDeleted)
    asksForDeleted = askedBefore || someAsk
    return .anyOf(
      alternatives.map { one in
        someAsk && !one.asksForDeleted ? .allOf([.not(.deleted), one.condition]) : one.condition
      })
  }

  /// Returns the error for an order or a limit in a place that needs a condition.
  private func noCondition(
    in expression: QueryExpression, at range: Range<Int>, _ reason: String
  ) -> QueryError {
    guard case .key(let key)? = expression.terms.first?.head else {
      return QueryError("nothing is asked for here", at: range)
    }
    let name = QueryKey(named: key.text)?.rawValue ?? key.text
    return QueryError(
      "'\(name)' \(reason)", at: range,
      hints: [name == QueryKey.sort.rawValue ? "for the reverse order: sort:-due" : nil])
  }

  // MARK: - Terms

  private mutating func compile(_ term: QueryTerm) throws(QueryError) -> QueryCondition? {
    switch term.head {
    case .text: return try text(term.values[0])
    case .label: return try anyOf(.label, term)
    case .person:
      var conditions: [QueryCondition] = []
      for value in term.values {
        try requireValue(value, of: .owner, in: term)
        let test = try person(value)
        let both: [QueryCondition] = [.person(.owner, test), .person(.assignee, test)]
        // `@none` means that nobody owns the plan and nobody is assigned.
        conditions.append(test == .none ? .allOf(both) : .anyOf(both))
      }
      return .anyOf(conditions)
    case .key(let word) where word.text.lowercased() == "text":
      // `text:word` means the same as `word`.
      return .anyOf(try term.values.map { value throws(QueryError) in try text(value) })
    case .key(let word):
      switch key(word) {
      case nil: throw unknownKey(word, in: term)
      case .custom(let field)?: return try anyOf(field, term)
      case .builtIn(let key)? where key == .sort || key == .limit:
        for value in term.values {
          try requireValue(value, of: key, in: term)
          try addOrder(key, value)
        }
        return nil
      case .builtIn(let key)?: return try anyOf(key, term)
      }
    }
  }

  /// Returns the condition that at least one of a term's values matches.
  private mutating func anyOf(
    _ key: QueryKey, _ term: QueryTerm
  ) throws(QueryError) -> QueryCondition? {
    var found: [QueryCondition] = []
    for value in term.values {
      try requireValue(value, of: key, in: term)
      if let condition = try condition(key, value, in: term) { found.append(condition) }
    }
    return found.count < 2 ? found.first : .anyOf(found)
  }

  private func requireValue(
    _ value: QueryWord, of key: QueryKey, in term: QueryTerm
  ) throws(QueryError) {
    guard value.text.isEmpty else { return }
    throw QueryError(
      "no value for '\(key.rawValue)'", at: value.range.isEmpty ? term.range : value.range,
      hints: ["for example \(key.example)"])
  }

  private func unknownKey(_ word: QueryWord, in term: QueryTerm) -> QueryError {
    let fields = context.board.fields.map(\.key)
    let names = QueryKey.allCases.map(\.rawValue) + fields
    let alias = "\(word.text):\(term.values.map(\.text).joined(separator: ","))"
    if !context.plans.aliases.livePlans(called: alias).isEmpty {
      return QueryError(
        "unknown key \(word.text.quotedForMessage)", at: word.range,
        hints: ["for the plan with that alias write alias:\(alias)"])
    }
    let advice = ForeignWords.advice(forKey: word.text) ?? ForeignWords.advice(forWord: word.text)
    let near = Suggestion.nearest(to: word.text, in: names + QueryKey.otherNames.keys.sorted())
      .map { near in
        let name = fields.contains(near) ? nil : QueryKey(named: near)?.rawValue
        return "did you mean '\(name ?? near)'?"
      }
    return QueryError(
      "unknown key \(word.text.quotedForMessage)", at: word.range,
      hints: (advice ?? near).map { [$0] } ?? [
        "the keys are \(names.joined(separator: ", "))",
        "to search for a text with a colon, put it in quotes",
      ])
  }

  // MARK: - Deleted plans, orders and views

  /// Records that the term asks for deleted plans, unless it is negated.
  mutating func includeDeleted() { asksForDeleted = asksForDeleted || !isNegated }

  /// Records that a term chooses between open and finished plans, or names single plans.
  mutating func includeFinished() { asksForFinished = true }

  /// Returns the condition of `is:any`, which includes deleted plans.
  mutating func everything(_ term: QueryTerm) throws(QueryError) -> QueryCondition {
    guard !isNegated else { throw QueryError("'is:any' cannot be negated", at: term.range) }
    asksForDeleted = true
    return .everything
  }

  private mutating func addOrder(_ key: QueryKey, _ value: QueryWord) throws(QueryError) {
    // Level 0 is the order of the query; all views share level 1.
    let level = min(openViews.count, 1)
    if orders.count == level { orders.append(([], nil)) }
    guard !isNegated else {
      // The order of a negated view is irrelevant.
      if level > 0 { return }
      throw QueryError("'\(key.rawValue)' cannot be negated", at: value.range)
    }
    if key == .sort {
      let sort = try sort(value)
      if sort.key == .time(.closed) { includeFinished() }
      // The first direction of a sort key is used.
      if !orders[level].sorts.contains(where: { $0.key == sort.key }) {
        orders[level].sorts.append(sort)
      }
    } else {
      let number = try limit(value)
      guard orders[level].limit == nil || level > 0 else {
        throw QueryError("a second limit", at: value.range)
      }
      orders[level].limit = min(orders[level].limit ?? number, number)
    }
  }

  /// Returns the condition of a saved query; throws if there is no such query, or if it is invalid,
  /// too long or nested too deeply.
  mutating func view(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    let name = value.text.lowercased()
    guard let text = context.views[name] else {
      throw unknown("view", value, names: context.views.keys.sorted())
    }
    guard text.utf8.count <= Self.longestView else {
      throw QueryError("view \(name.quotedForMessage) is too long", at: value.range)
    }
    viewCount += 1
    guard !openViews.contains(name), openViews.count < Self.deepestView,
      viewCount <= Self.mostViews
    else {
      throw QueryError(
        "view \(name.quotedForMessage) leads back to itself, or to too many views",
        at: value.range)
    }
    openViews.append(name)
    defer { openViews.removeLast() }
    do {
      let expression = try QueryParser.parse(text)
      let condition =
        try expression.map { expression throws(QueryError) in
          try compile(expression)
        } ?? nil
      return condition ?? .everything
    } catch {
      throw QueryError(
        "view \(name.quotedForMessage) is wrong: \(error.message)", at: value.range,
        hints: error.hints + ["its query is \(text.quotedForMessage)"])
    }
  }
}
