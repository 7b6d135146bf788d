/// A word of a query, without its quotes, with its place.
struct QueryWord: Hashable {
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

/// One term of a query in its written form: `-label:bug,"needs review"`.
struct QueryTerm: Hashable {
  var isNegated = false
  /// The word before the colon; nil for a text to search for.
  var key: QueryWord?
  /// The values, at least one. A text has exactly one; those of a key may be empty.
  var values: [QueryWord]
  /// The range of the whole term, including its minus.
  var range: Range<Int>
}

/// Parses the text of a query into terms; `QueryCompiler` finds their meaning.
///
///     query = { space } [ term { space { space } term } ] { space }
///     term  = [ "-" ] ( word | key ":" word { "," word } )
///     word  = quote { any | "\" quote | "\" "\" } quote  |  bare
///
/// A bare word ends at a space, and after a key also at a comma. A quote inside a bare word is a
/// character like any other, so that `5"` can be searched for.
struct QueryParser {
  private let characters: [Character]
  private var position = 0

  static func terms(of text: String) throws(QueryError) -> [QueryTerm] {
    var parser = QueryParser(characters: Array(text))
    var terms: [QueryTerm] = []
    while let term = try parser.term() { terms.append(term) }
    return terms
  }

  private init(characters: [Character]) { self.characters = characters }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  /// Reads the next term, or returns nil at the end.
  private mutating func term() throws(QueryError) -> QueryTerm? {
    while next?.isWhitespace == true { position += 1 }
    guard next != nil else { return nil }
    let start = position
    let isNegated = skip("-")
    if next == nil || next?.isWhitespace == true || next == "-" {
      let word = bareWord(endsAtComma: false)
      throw QueryError(
        "no term after '-'", at: start..<word.range.upperBound,
        hints: ["to search for the text, quote it: \"-\(word.text)\""])
    }
    let key = try key()
    var values = [try word(endsAtComma: key != nil)]
    while key != nil, skip(",") { values.append(try word(endsAtComma: true)) }
    if let next, !next.isWhitespace {
      throw QueryError(
        "no space after the closing quote", at: position..<position + 1,
        hints: ["inside quotes, write \\\" for a quote"])
    }
    return QueryTerm(isNegated: isNegated, key: key, values: values, range: start..<position)
  }

  /// Skips `key:`, if it is next.
  private mutating func key() throws(QueryError) -> QueryWord? {
    guard next != "\"" else { return nil }
    let end = characters[position...].firstIndex { $0 == ":" || $0.isWhitespace }
    guard let end, characters[end] == ":" else { return nil }
    let word = QueryWord(text: String(characters[position..<end]), range: position..<end)
    guard !word.text.isEmpty else {
      let bad = bareWord(endsAtComma: false)
      throw QueryError(
        "no key before ':'", at: bad.range,
        hints: ["to search for the text, quote it: \"\(bad.text)\""])
    }
    position = end + 1
    return word
  }

  private mutating func word(endsAtComma: Bool) throws(QueryError) -> QueryWord {
    next == "\"" ? try quotedWord() : bareWord(endsAtComma: endsAtComma)
  }

  private mutating func bareWord(endsAtComma: Bool) -> QueryWord {
    let start = position
    while let next, !next.isWhitespace, !(endsAtComma && next == ",") { position += 1 }
    return QueryWord(text: String(characters[start..<position]), range: start..<position)
  }

  private mutating func quotedWord() throws(QueryError) -> QueryWord {
    let start = position
    var text = ""
    position += 1
    while let character = next {
      position += 1
      if character == "\"" {
        return QueryWord(text: text, range: start..<position, isQuoted: true)
      }
      if character == "\\", let escaped = next, escaped == "\"" || escaped == "\\" {
        text.append(escaped)
        position += 1
      } else {
        text.append(character)
      }
    }
    throw QueryError(
      "the quote is never closed", at: start..<start + 1, hints: ["add a '\"' where it ends"])
  }
}
