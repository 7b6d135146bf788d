/// Queries for changes, in which `by:` means the author of a change, not of a plan's last change.
extension Query {
  /// Returns the person of a term `by:` that all results must match, and the query without the
  /// term; nil unless there is such a term with one value.
  ///
  /// A quoted name is returned with `@`, so that a quoted `agent` is a person's name.
  package static func withoutChanger(_ text: String) -> (changer: String, rest: String)? {
    let parts: [QueryExpression]
    do {
      switch try QueryParser.parse(text) {
      case .all(let all): parts = all
      case let one?: parts = [one]
      case nil: return nil
      }
    } catch {
      // `parse` reports the error.
      return nil
    }
    for case .term(let term) in parts {
      guard case .key(let key) = term.head, QueryKey(named: key.text) == .by,
        term.values.count == 1
      else { continue }
      let value = term.values[0]
      let rest =
        text.prefix(term.range.lowerBound)
        + text.dropFirst(term.range.upperBound).drop(while: \.isWhitespace)
      let changer = value.isQuoted ? "@" + value.text : value.text
      return (changer, String(rest))
    }
    return nil
  }
}
