/// A word of a query, without its quotes, with its place.
struct QueryWord: Hashable, Sendable {
  var text: String
  /// The range in characters of the query, including the quotes.
  var range: Range<Int>
  var isQuoted = false

  /// Returns the word without its first characters.
  func dropFirst(_ count: Int) -> QueryWord {
    // Quotes and backslashes make the offsets inside a quoted word differ from those of its text.
    let start = isQuoted ? range.lowerBound : min(range.lowerBound + count, range.upperBound)
    return QueryWord(
      text: String(text.dropFirst(count)), range: start..<range.upperBound, isQuoted: isQuoted)
  }
}

/// One term of a query in its written form: `label:bug,"needs review"`, `#bug`, `@two`, `login`.
struct QueryTerm: Hashable, Sendable {
  /// What stands before the values.
  enum Head: Hashable, Sendable {
    /// Nothing: the term is a text to search for, and has one value.
    case text
    /// `key:`.
    case key(QueryWord)
    /// `#`.
    case label
    /// `@`.
    case person
  }

  var head: Head
  /// The values, at least one; those of a key may be empty.
  var values: [QueryWord]
  /// The range of the whole term.
  var range: Range<Int>
}

/// A query in its written form.
indirect enum QueryExpression: Hashable, Sendable {
  case term(QueryTerm)
  /// The range is that of the whole, from its `-` or `NOT`.
  case not(QueryExpression, Range<Int>)
  /// Side by side, or with `AND` between them; at least two.
  case all([QueryExpression])
  /// With `OR` between them; at least two.
  case any([QueryExpression])

  /// The terms, in the order of the text.
  var terms: [QueryTerm] {
    switch self {
    case .term(let term): [term]
    case .not(let expression, _): expression.terms
    case .all(let parts), .any(let parts): parts.flatMap(\.terms)
    }
  }
}

extension QueryExpression {
  /// The texts that are searched for, as far as they are not negated.
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
