/// A question about plans, such as `state:doing label:bug -label:later "exact words" sort:due`.
///
/// Terms side by side must all match; values with commas between them are alternatives, and so are
/// terms with `OR` between them. A minus, or `NOT`, reverses a term. Words without a key are each
/// searched for in the title, the description, the labels, the checklist, the comments and the
/// aliases. Upper and lower case do not count. Plans that are deleted match only where `is:deleted`
/// or `is:any` asks for them.
package struct Query: Sendable {
  let context: QueryContext
  private let condition: QueryCondition
  private let sorts: [QuerySort]
  /// The most plans that `select` returns; nil for all.
  package let limit: Int?
  /// Remarks about terms that may not mean what they say.
  package let notes: [QueryNote]
  /// The texts that plans must have somewhere, as far as they are not negated.
  package let words: [SearchText]
  /// Whether the query says itself which plans it wants of those that are finished and those that are not, or names
  /// single plans; see `openUnlessAsked`.
  package let asksForFinished: Bool
  /// Whether finished plans do not match, whatever the condition says.
  private var hidesFinished = false

  init(
    context: QueryContext, condition: QueryCondition, sorts: [QuerySort], limit: Int?,
    notes: [QueryNote], words: [SearchText], asksForFinished: Bool
  ) {
    (self.context, self.condition, self.sorts) = (context, condition, sorts)
    (self.limit, self.notes, self.words) = (limit, notes, words)
    self.asksForFinished = asksForFinished
  }

  /// Reads a query; a text without terms asks for everything.
  ///
  /// - Throws: `QueryError` with the place of one mistake.
  /// - Complexity: Linear in the text and in the plans of the context.
  package static func parse(
    _ text: String, context: QueryContext
  ) throws(QueryError) -> Query {
    try QueryCompiler.query(QueryParser.parse(text), context: context)
  }

  /// Whether a text has no terms, and so asks for everything.
  package static func isEmpty(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  /// Returns whether a query asks who changed plans last, itself or by views that it leads to: only
  /// the history knows.
  ///
  /// - Parameter views: The texts of saved queries, by their names.
  package static func asksWhoChanged(_ text: String, views: [String: String]) -> Bool {
    var waiting = [text]
    var seen: Set<String> = []
    while let next = waiting.popLast() {
      for term in terms(of: next) {
        guard case .key(let word) = term.head else { continue }
        switch QueryKey(named: word.text) {
        case .by: return true
        case .view:
          for name in term.values.map({ $0.text.lowercased() }) where seen.insert(name).inserted {
            if let text = views[name] { waiting.append(text) }
          }
        default: break
        }
      }
    }
    return false
  }

  /// Returns the terms of a query; a wrong one has none here, and is an error where it is parsed.
  private static func terms(of text: String) -> [QueryTerm] {
    do { return try QueryParser.parse(text)?.terms ?? [] } catch { return [] }
  }

  /// Whether the query says in which order plans are wanted.
  package var isSorted: Bool { !sorts.isEmpty }

  /// Returns the query for unfinished plans alone, or the query itself where it asks for finished plans.
  ///
  /// A query asks for them by any term with `is:open`, `is:closed`, `is:deleted`, `is:any`, `state:`, `kind:`,
  /// `closed:`, `sort:closed`, an id, an alias or a view, negated or not.
  package var openUnlessAsked: Query {
    var query = self
    query.hidesFinished = !asksForFinished
    return query
  }

  /// Returns how many plans match but for being finished; the limit does not matter.
  package func countOfHidden(among plans: some Sequence<Plan>) -> Int {
    guard hidesFinished else { return 0 }
    return plans.count { isFinished($0) && condition.holds(for: $0, in: context) }
  }

  /// Returns whether a plan matches; order and limit do not matter.
  package func matches(_ plan: Plan) -> Bool {
    !(hidesFinished && isFinished(plan)) && condition.holds(for: plan, in: context)
  }

  private func isFinished(_ plan: Plan) -> Bool {
    QueryCondition.closed.holds(for: plan, in: context)
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

  /// Returns the plans that match, up to the limit: the best match first where words are searched for and
  /// no order is asked for, else as `select`.
  ///
  /// - Complexity: That of `select`, and linear in the texts of the plans.
  package func search(_ plans: [Plan]) -> [Plan] {
    guard !isSorted, words.contains(where: { !$0.text.isEmpty }) else { return select(from: plans) }
    let found = Relevance(words, among: plans).sorted(sorted(plans.filter(matches)))
    return Array(found.prefix(limit ?? Int.max))
  }
}

// MARK: - Help

extension Query {
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
      HelpEntry(key: "#LABEL", example: "#bug", meaning: "with that label"),
      HelpEntry(key: "@NAME", example: "@dev", meaning: "owned by or assigned to them"),
      HelpEntry(key: "-TERM", example: "-label:later", meaning: "what does not match; or NOT"),
      HelpEntry(
        key: "( OR )", example: "(#bug OR #ui) is:open",
        meaning: "what matches one side or the other; commas do so for values of one key"),
    ]
}
