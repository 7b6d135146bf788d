/// A word of a query without its quotes, and its range in the query.
struct QueryWord: Hashable, Sendable {
  var text: String
  /// The range in characters of the query, including quotes.
  var range: Range<Int>
  var isQuoted = false

  /// Returns the word without its first characters.
  func dropFirst(_ count: Int) -> QueryWord {
    // In a quoted word, quotes and backslashes shift the offsets, so the whole word is the range.
    let start = isQuoted ? range.lowerBound : min(range.lowerBound + count, range.upperBound)
    return QueryWord(
      text: String(text.dropFirst(count)), range: start..<range.upperBound, isQuoted: isQuoted)
  }
}

/// A parsed query term: `label:bug,"needs review"`, `#bug`, `@two`, `login`.
struct QueryTerm: Hashable, Sendable {
  /// The part before the values.
  enum Head: Hashable, Sendable {
    /// The term is a text to search for, with one value.
    case text
    /// A key and a colon: `key:`.
    case key(QueryWord)
    /// The sign `#` before labels.
    case label
    /// The sign `@` before people.
    case person
  }

  var head: Head
  /// At least one value; a value may be the empty text.
  var values: [QueryWord]
  /// The range of the whole term.
  var range: Range<Int>
}

/// A parsed query.
indirect enum QueryExpression: Hashable, Sendable {
  case term(QueryTerm)
  /// A negation; the range begins at `-` or `NOT`.
  case not(QueryExpression, Range<Int>)
  /// At least two parts that must all match.
  case all([QueryExpression])
  /// At least two alternatives, joined by `OR`.
  case any([QueryExpression])

  /// The terms in the order of the text.
  var terms: [QueryTerm] {
    switch self {
    case .term(let term): [term]
    case .not(let expression, _): expression.terms
    case .all(let parts), .any(let parts): parts.flatMap(\.terms)
    }
  }

  /// Returns the texts to search for, without negated ones.
  ///
  /// - Parameter isNegated: Whether an odd number of negations surrounds the expression.
  func searchedWords(isNegated: Bool) -> [SearchText] {
    switch self {
    case .term(let term):
      guard !isNegated else { return [] }
      switch term.head {
      case .text: return [SearchText(term.values[0].text)]
      case .key(let key):
        let isText = [.title, .body].contains(QueryKey(named: key.text))
        return isText ? term.values.map { SearchText($0.text) } : []
      case .label, .person: return []
      }
    case .not(let inner, _): return inner.searchedWords(isNegated: !isNegated)
    case .all(let parts), .any(let parts):
      return parts.flatMap { $0.searchedWords(isNegated: isNegated) }
    }
  }
}

// MARK: - Errors

/// A mistake in a query, with its place.
package struct QueryError: Error, Hashable {
  /// The message in git's style: lowercase, the subject in single quotes, no full stop.
  package let message: String
  /// The range of the wrong word, in characters of the query, for underlining it.
  ///
  /// It is empty at the end of the query if something is missing there.
  package let range: Range<Int>
  /// Ways to correct the mistake, most useful first; each is one line.
  package let hints: [String]
  /// The name in the query that no plan has; nil for any other mistake.
  package let unknownPlan: String?

  init(_ message: String, at range: Range<Int>, hints: [String?] = [], unknownPlan: String? = nil) {
    (self.message, self.range, self.hints) = (message, range, hints.compactMap(\.self))
    self.unknownPlan = unknownPlan
  }
}

extension String {
  /// The text in single quotes for a message, shortened to 40 characters.
  package var quotedForMessage: String {
    dropFirst(40).isEmpty ? "'\(self)'" : "'\(prefix(39))…'"
  }
}
