/// A question about plans, such as `state:doing label:bug -label:later "exact words" sort:due`.
///
/// A plan matches if every term does. Terms with one key count as one, which matches if one of them
/// does; so do values with commas between them. A minus before a term reverses it. Words without
/// a key are each searched for in the title, the description, the labels, the checklist, the
/// comments and the aliases. Upper and lower case do not count. Plans that are deleted match only
/// where `is:deleted` or `is:any` asks for them.
package struct Query: Sendable {
  private let context: QueryContext
  private let conditions: [QueryCondition]
  private let sorts: [QuerySort]
  private let includesDeleted: Bool
  /// The most plans that `select` returns; nil for all.
  package let limit: Int?

  init(
    context: QueryContext, conditions: [QueryCondition] = [], sorts: [QuerySort] = [],
    includesDeleted: Bool = false, limit: Int? = nil
  ) {
    (self.context, self.conditions, self.sorts) = (context, conditions, sorts)
    (self.includesDeleted, self.limit) = (includesDeleted, limit)
  }

  /// Reads a query; the empty text asks for everything.
  ///
  /// - Throws: `QueryError` with the place of one mistake.
  /// - Complexity: O(*n*) for *n* characters.
  package static func parse(
    _ text: String, context: QueryContext
  ) throws(QueryError) -> Query {
    var compiler = QueryCompiler(context: context)
    for term in try QueryParser.terms(of: text) { try compiler.add(term) }
    return compiler.query
  }

  /// Returns whether a plan matches; order and limit do not matter.
  package func matches(_ plan: Plan) -> Bool {
    (includesDeleted || !plan.isDeleted)
      && conditions.allSatisfy { $0.holds(for: plan, in: context) }
  }

  /// Returns plans in the query's order, by default that of the board.
  ///
  /// Plans without the value that is sorted by come last, also in reversed order.
  package func sorted(_ plans: [Plan]) -> [Plan] {
    PlanOrder(sorts, board: context.board).sorted(plans)
  }

  /// Returns the plans that match, sorted, up to the limit.
  package func select(from plans: some Sequence<Plan>) -> [Plan] {
    Array(sorted(plans.filter(matches)).prefix(limit ?? Int.max))
  }

  /// The help on one key of a query.
  package struct HelpEntry: Sendable {
    package let key: String
    package let example: String
    package let meaning: String
  }

  /// The help on every key, each with an example that can be used as it is.
  package static let help: [HelpEntry] =
    QueryKey.allCases.map {
      HelpEntry(key: $0.rawValue, example: $0.example, meaning: $0.meaning)
    } + [
      HelpEntry(key: "WORD", example: "login", meaning: "with that text anywhere"),
      HelpEntry(
        key: "\"WORDS\"", example: "\"exact words\"", meaning: "with exactly these words in a line"),
      HelpEntry(key: "-TERM", example: "-label:later", meaning: "what does not match the term"),
    ]
}
