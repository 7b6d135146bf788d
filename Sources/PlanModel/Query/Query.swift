import Parallel

/// A query for plans, such as `state:doing label:bug -label:later "exact words" sort:due`.
///
/// All terms must match, except that terms joined by `OR` and values joined by commas are
/// alternatives. A minus or `NOT` negates a term. A word without a key is searched for in the
/// title, description, labels, checklist, comments and aliases, ignoring case. Deleted plans match
/// only if the query has `is:deleted` or `is:any`.
package struct Query: Sendable {
  let context: QueryContext
  private let condition: QueryCondition
  private let sorts: [QuerySort]
  /// The most plans that `select` returns; nil for all.
  package let limit: Int?
  /// Notes about terms that the author may have meant differently.
  package let notes: [QueryNote]
  /// The texts to search for, without negated ones.
  package let words: [SearchText]
  /// Whether a term of the query or of its views chooses between open and finished plans, or names
  /// single plans. See `openUnlessAsked`.
  package let asksForFinished: Bool
  /// Whether finished plans are excluded in addition to the condition.
  private var hidesFinished = false

  init(
    context: QueryContext, condition: QueryCondition, sorts: [QuerySort], limit: Int?,
    notes: [QueryNote], words: [SearchText], asksForFinished: Bool
  ) {
    (self.context, self.condition, self.sorts) = (context, condition, sorts)
    (self.limit, self.notes, self.words) = (limit, notes, words)
    self.asksForFinished = asksForFinished
  }

  /// Parses a query; a text without terms matches everything.
  ///
  /// - Throws: `QueryError` with the place of the first mistake.
  /// - Complexity: Linear in the text and in the plans of the context.
  package static func parse(_ text: String, context: QueryContext) throws(QueryError) -> Query {
    try QueryCompiler.query(QueryParser.parse(text), context: context)
  }

  /// Whether a text has no terms, and so matches everything.
  package static func isEmpty(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  /// The data that must be read to answer a query, besides the values of the plans.
  package struct Needs: Hashable, Sendable {
    /// Whether a term depends on who last changed a plan, which is read from the board's history.
    package fileprivate(set) var history = false
    /// Whether the query searches for words, which may be in the texts of the plans.
    package fileprivate(set) var texts = false
    /// Whether a term may name people. If the board has a custom field of people, this may be false
    /// although a term names some.
    package fileprivate(set) var people = false
  }

  /// Returns the data that must be read to answer a query, including the views that it uses.
  ///
  /// - Parameter views: The texts of saved queries, by name.
  package static func needs(of text: String, views: [String: String]) -> Needs {
    var needs = Needs()
    var waiting = [text]
    var seen: Set<String> = []
    while let next = waiting.popLast() {
      for term in terms(of: next) {
        switch term.head {
        case .text: needs.texts = true
        case .label: break
        case .person: needs.people = true
        case .key(let word):
          if QueryKey(named: word.text)?.namesNobody != true { needs.people = true }
          switch QueryKey(named: word.text) {
          case .by: needs.history = true
          // Matches of `title:` are ranked by all texts of the plan.
          case .title, .body: needs.texts = true
          case .view:
            for name in term.values.map({ $0.text.lowercased() }) where seen.insert(name).inserted {
              if let text = views[name] ?? BuiltInView.texts[name] { waiting.append(text) }
            }
          default: break
          }
        }
      }
    }
    return needs
  }

  /// Returns the terms of a query; empty if the query is invalid, because `parse` reports the
  /// error.
  static func terms(of text: String) -> [QueryTerm] {
    do { return try QueryParser.parse(text)?.terms ?? [] } catch { return [] }
  }

  /// Whether the query gives an order.
  package var isSorted: Bool { !sorts.isEmpty }

  /// The query limited to open plans; the unchanged query if `asksForFinished` is true.
  ///
  /// That is true if the query has one of the terms `is:open`, `is:closed`, `is:deleted`, `is:any`,
  /// `state:`, `kind:`, `closed:` and `sort:closed`, negated or not. An id or an alias has the same
  /// effect. The terms of a view count as if they were written in its place.
  package var openUnlessAsked: Query {
    var query = self
    query.hidesFinished = !asksForFinished
    return query
  }

  /// Returns the number of plans that `openUnlessAsked` excluded only because they are finished;
  /// the limit is ignored.
  package func countOfHidden(among plans: [Plan]) -> Int {
    guard hidesFinished else { return 0 }
    return plans.count { isFinished($0) && condition.holds(for: $0, in: context) }
  }

  /// Whether a plan matches; order and limit are ignored.
  package func matches(_ plan: Plan) -> Bool {
    !(hidesFinished && isFinished(plan)) && condition.holds(for: plan, in: context)
  }

  private func isFinished(_ plan: Plan) -> Bool {
    QueryCondition.closed.holds(for: plan, in: context)
  }

  /// The fewest plans whose texts are searched on all processors.
  static let fewestForProcessors = 1_000

  /// Returns the plans that match, on all processors if their texts are searched.
  private func matching(_ plans: [Plan]) -> [Plan] {
    if words.isEmpty { return plans.filter(matches) }
    return Processors.flatMap(plans.count, fewest: Self.fewestForProcessors) { range in
      plans[range].filter(matches)
    }
  }

  /// Returns plans in the query's order; the default is the order of the board.
  ///
  /// Plans without a value for the sort key come last, even in descending order.
  package func sorted(_ plans: [Plan]) -> [Plan] {
    PlanOrder(sorts, board: context.board).sorted(plans)
  }

  /// Returns plans in the order of a board.
  package static func inOrder(_ plans: [Plan], of board: Board) -> [Plan] {
    PlanOrder([], board: board).sorted(plans)
  }

  /// Returns the matching plans in order, up to the limit.
  package func select(from plans: [Plan]) -> [Plan] {
    PlanOrder(sorts, board: context.board).sorted(matching(plans), limit: limit)
  }

  /// Returns the matching plans, up to the limit.
  ///
  /// If the query searches for words and gives no order, the best match is first; else the order is
  /// that of `select`.
  ///
  /// - Complexity: Like `select`, and linear in the texts of the plans.
  package func search(_ plans: [Plan]) -> [Plan] {
    guard !isSorted, words.contains(where: { !$0.text.isEmpty }) else { return select(from: plans) }
    let found = Relevance(words, among: plans).sorted(sorted(matching(plans)))
    return Array(found.prefix(limit ?? Int.max))
  }
}

// MARK: - Help

extension Query {

  /// The help for all query keys; each example is a valid query.
  package static let help: [(key: String, example: String, meaning: String)] =
    QueryKey.allCases.map { ($0.rawValue, $0.example, $0.meaning) } + [
      ("FIELD", "points:>2", "a field of the board, as 'pmgit field' defines it"),
      ("WORD", "login", "with that text anywhere"),
      ("\"WORDS\"", "\"exact words\"", "with this text in a line, also within words"),
      ("#LABEL", "#bug", "with that label"),
      ("@NAME", "@dev", "owned by or assigned to them"),
      ("-TERM", "-label:later", "what does not match; or NOT"),
      (
        "( OR )", "(#bug OR #ui) is:open",
        "what matches one side or the other; commas do so for values of one key"
      ),
    ]
}
