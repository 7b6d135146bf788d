/// Queries that are answered from one plan and its board, such as the conditions of rules.
extension Query {
  /// Returns the first term of a query that depends on other plans, on the history, or on the
  /// clone, or that sets an order; nil if there is none, or if the query is invalid.
  package static func termBeyondOnePlan(in text: String, on board: Board) -> String? {
    let term = terms(of: text).first { term in
      guard case .key(let word) = term.head, board.field(called: word.text) == nil,
        let key = QueryKey(named: word.text)
      else { return false }
      switch key {
      case .by, .view, .sort, .limit, .parent, .childOf, .blocks, .blockedBy, .link, .id:
        return true
      case .is: return term.values.contains { isBeyondOnePlan(status: $0.text) }
      case .has, .no:
        return term.values.contains { board.field(called: $0.text) == nil && isRelation($0.text) }
      default: return false
      }
    }
    return term.map { String(text.dropFirst($0.range.lowerBound).prefix($0.range.count)) }
  }

  /// Whether a query may name people, so that the people on the plan are needed.
  package static func mayNamePeople(_ text: String, on board: Board) -> Bool {
    terms(of: text).contains { term in
      switch term.head {
      case .text, .label: return false
      case .person: return true
      case .key(let word):
        if let field = board.field(called: word.text) { return field.kind == .person }
        return [.owner, .assignee, .createdBy, .is].contains(QueryKey(named: word.text))
      }
    }
  }

  private static func isBeyondOnePlan(status name: String) -> Bool {
    switch QueryStatus(named: name) {
    case .ready, .blocked, .parent, .child: true
    default: false
    }
  }

  private static func isRelation(_ name: String) -> Bool {
    switch QueryFeature(named: name.lowercased()) {
    case .parent, .child, .blocker: true
    default: false
    }
  }
}
