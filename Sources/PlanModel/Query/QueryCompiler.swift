/// Translates the terms of a query into conditions on the plans of a board.
struct QueryCompiler {
  let context: QueryContext
  /// The conditions that must each hold: those of texts and of negated terms.
  var conditions: [QueryCondition] = []
  /// The conditions of each key, one of which must hold.
  var alternatives: [QueryKey: [QueryCondition]] = [:]
  var sorts: [QuerySort] = []
  var includesDeleted = false
  var limit: Int?

  init(context: QueryContext) { self.context = context }

  /// The query of all added terms.
  var query: Query {
    // The order is that of the keys, because the first ones are the quickest to test.
    let grouped = QueryKey.allCases.compactMap { alternatives[$0] }.map(Self.anyOf)
    return Query(
      context: context, conditions: grouped + conditions, sorts: sorts,
      includesDeleted: includesDeleted, limit: limit)
  }

  static func anyOf(_ conditions: [QueryCondition]) -> QueryCondition {
    conditions.count == 1 ? conditions[0] : .anyOf(conditions)
  }

  mutating func add(_ term: QueryTerm) throws(QueryError) {
    guard let keyWord = term.key else { return try addText(term) }
    guard let key = QueryKey(rawValue: keyWord.text.lowercased()) else {
      throw Self.unknownKey(keyWord)
    }
    for value in term.values where value.text.isEmpty {
      throw QueryError(
        "no value for '\(key.rawValue)'",
        at: value.range.isEmpty ? term.range : value.range,
        hints: ["for example \(key.example)"])
    }
    switch key {
    case .sort, .limit: try addOrder(key, of: term)
    default: try addCondition(key, of: term)
    }
  }

  /// Adds a text to search for.
  private mutating func addText(_ term: QueryTerm) throws(QueryError) {
    let word = term.values[0]
    guard !word.text.isEmpty else {
      throw QueryError("nothing between the quotes", at: word.range)
    }
    let condition = QueryCondition.text(SearchText(word.text))
    conditions.append(term.isNegated ? .not(condition) : condition)
  }

  /// Adds a term that sets the order or the number of plans.
  private mutating func addOrder(_ key: QueryKey, of term: QueryTerm) throws(QueryError) {
    guard !term.isNegated else {
      throw QueryError(
        "'\(key.rawValue)' cannot be negated", at: term.range,
        hints: [key == .sort ? "for the reverse order: sort:-due" : nil])
    }
    for value in term.values {
      if key == .sort { try addSort(value) } else { try setLimit(value) }
    }
  }

  /// Adds the conditions of a term with a key.
  private mutating func addCondition(_ key: QueryKey, of term: QueryTerm) throws(QueryError) {
    var found: [QueryCondition] = []
    for value in term.values {
      if let condition = try condition(key, value, in: term) { found.append(condition) }
    }
    guard !found.isEmpty else { return }
    if term.isNegated {
      conditions.append(.not(Self.anyOf(found)))
    } else {
      alternatives[key, default: []] += found
    }
  }

  static func unknownKey(_ word: QueryWord) -> QueryError {
    let names = QueryKey.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: word.text, in: names)
    return QueryError(
      "unknown key \(word.text.quotedForMessage)", at: word.range,
      hints: near.map { ["did you mean '\($0)'?"] } ?? [
        "the keys are \(names.joined(separator: ", "))",
        "to search for a text with a colon, put it in quotes",
      ])
  }
}
