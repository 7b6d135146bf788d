/// Queries for changes, where `by:` means who made a change and not who changed a plan last.
extension Query {
  /// Returns the person of a term `by:` that all results must match, and the query without it; nil
  /// if there is no such term with one value.
  ///
  /// A quoted name is returned with `@`, which makes `agent` a name.
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
