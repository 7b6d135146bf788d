/// Parses the text of a query; `QueryCompiler` finds its meaning.
///
///     query  = [ either ]
///     either = all { "OR" all }
///     all    = term { [ "AND" ] term }
///     term   = { "NOT" } [ "-" ] factor
///     factor = "(" either ")" | key ":" values | "#" values | "@" values | word
///     values = value { "," value }
///     value  = [ "<=" | ">=" | "<" | ">" | "=" ] quoted  |  word
///
/// `OR`, `AND` and `NOT` are written in capitals. A word is quoted, with `\"` and `\\` inside, or
/// bare. A bare word ends at a space, at a parenthesis that it did not open, and in values at a
/// comma. Quotes inside a bare word are ordinary characters, so that `5"` can be searched for.
struct QueryParser {
  /// The deepest nesting of parentheses.
  static let deepest = 30

  private let characters: [Character]
  private var position = 0
  /// The indices of the open parentheses.
  private var open: [Int] = []

  /// Parses a query; nil for a text without terms.
  static func parse(_ text: String) throws(QueryError) -> QueryExpression? {
    var parser = QueryParser(characters: Array(text))
    parser.skipSpaces()
    guard parser.next != nil else { return nil }
    let expression = try parser.either()
    // Before the end of the text, only a parenthesis ends an expression.
    guard parser.next == nil else { throw parser.strayParenthesis() }
    return expression
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces() {
    while next?.isWhitespace == true { position += 1 }
  }

  // MARK: - Expressions

  private mutating func either() throws(QueryError) -> QueryExpression {
    var parts = [try all(after: nil)]
    while let word = skipKeyword("OR") { parts.append(try all(after: word)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func all(after word: QueryWord?) throws(QueryError) -> QueryExpression {
    var parts = [try term(after: word)]
    while true {
      if let word = skipKeyword("AND") {
        parts.append(try term(after: word))
      } else if endsExpression {
        return parts.count == 1 ? parts[0] : .all(parts)
      } else {
        parts.append(try term(after: nil))
      }
    }
  }

  /// Whether a group or an alternative ends here.
  private var endsExpression: Bool { next == nil || next == ")" || isKeyword("OR") }

  private mutating func term(after word: QueryWord?) throws(QueryError) -> QueryExpression {
    let start = position
    var isNegated = false
    var last = word
    while true {
      if let last, endsExpression || isKeyword("AND") { throw Self.missing("after", last) }
      if let word = ["OR", "AND"].first(where: isKeyword) {
        throw Self.missing("before", QueryWord(text: word, range: position..<position + word.count))
      }
      guard let sign = try negation() else { break }
      isNegated.toggle()
      last = sign
    }
    let factor = try factor()
    return isNegated ? .not(factor, start..<position) : factor
  }

  private mutating func factor() throws(QueryError) -> QueryExpression {
    guard next == "(" else { return .term(try leaf()) }
    guard open.count < Self.deepest else {
      throw QueryError(
        "more than \(Self.deepest) parentheses inside each other", at: position..<position + 1)
    }
    open.append(position)
    position += 1
    skipSpaces()
    guard next != ")" else {
      throw QueryError("nothing between the parentheses", at: position - 1..<position + 1)
    }
    let inner = try either()
    guard skip(")") else {
      let start = open.last ?? position
      throw QueryError(
        "the parenthesis is never closed", at: start..<start + 1,
        hints: ["add a ')' where it ends"])
    }
    open.removeLast()
    try requireEnd()
    skipSpaces()
    return inner
  }

  // MARK: - Keywords

  private func isKeyword(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, characters[position..<end].elementsEqual(word) else {
      return false
    }
    return end == characters.count || characters[end].isWhitespace || "()".contains(characters[end])
  }

  private mutating func skipKeyword(_ text: String) -> QueryWord? {
    guard isKeyword(text) else { return nil }
    let word = QueryWord(text: text, range: position..<position + text.count)
    position = word.range.upperBound
    skipSpaces()
    return word
  }

  /// Skips `-` or `NOT`, and returns it; nil if neither is next.
  private mutating func negation() throws(QueryError) -> QueryWord? {
    if let word = skipKeyword("NOT") { return word }
    guard next == "-" else { return nil }
    let start = position
    position += 1
    if next == nil || next?.isWhitespace == true || next == "-" || next == ")" {
      let word = bareWord(endsAtComma: false)
      throw QueryError(
        "no term after '-'", at: start..<max(start + 1, word.range.upperBound),
        hints: ["to search for the text, quote it: \"-\(word.text)\""])
    }
    return QueryWord(text: "-", range: start..<position)
  }

  private static func missing(_ side: String, _ word: QueryWord) -> QueryError {
    QueryError(
      "no term \(side) '\(word.text)'", at: word.range,
      hints: ["to search for the text, quote it: \"\(word.text)\""])
  }

  private func strayParenthesis() -> QueryError {
    QueryError(
      "no '(' before this ')'", at: position..<position + 1,
      hints: ["to search for it, put the text in quotes"])
  }

  // MARK: - Terms

  private mutating func leaf() throws(QueryError) -> QueryTerm {
    let start = position
    if next == ")" { throw strayParenthesis() }
    let head = try head()
    let hasValues = head != .text
    var values = [try value(endsAtComma: hasValues)]
    while hasValues, skip(",") { values.append(try value(endsAtComma: true)) }
    let end = position
    try requireEnd()
    skipSpaces()
    return QueryTerm(head: head, values: values, range: start..<end)
  }

  private func requireEnd() throws(QueryError) {
    guard let next, !next.isWhitespace, next != ")" else { return }
    let closing = position > 0 && characters[position - 1] == ")" ? "parenthesis" : "quote"
    throw QueryError(
      "no space after the closing \(closing)", at: position..<position + 1,
      hints: closing == "quote" ? ["inside quotes, write \\\" for a quote"] : [])
  }

  private mutating func head() throws(QueryError) -> QueryTerm.Head {
    let sign = next
    if sign == "#" || sign == "@" {
      // A sign alone is a text to search for.
      let following = position + 1 < characters.count ? characters[position + 1] : " "
      guard !following.isWhitespace, following != ")" else { return .text }
      position += 1
      return sign == "#" ? .label : .person
    }
    return try key().map(QueryTerm.Head.key) ?? .text
  }

  /// Skips `key:` and returns the key; nil if no key is next.
  private mutating func key() throws(QueryError) -> QueryWord? {
    guard next != "\"" else { return nil }
    let end = characters[position...].firstIndex {
      $0 == ":" || $0.isWhitespace || $0 == "\"" || "()".contains($0)
    }
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

  // MARK: - Words

  private mutating func value(endsAtComma: Bool) throws(QueryError) -> QueryWord {
    if next == "\"" { return try quotedWord() }
    let start = position
    guard endsAtComma, let sign = comparisonBeforeQuote() else {
      return bareWord(endsAtComma: endsAtComma)
    }
    position += sign.count
    var word = try quotedWord()
    word.text = sign + word.text
    word.range = start..<position
    return word
  }

  /// Returns a comparison sign that is followed by a quote; nil otherwise.
  private func comparisonBeforeQuote() -> String? {
    let sign = String(characters[position...].prefix(2).prefix { "<>=".contains($0) })
    let after = position + sign.count
    guard !sign.isEmpty, after < characters.count, characters[after] == "\"" else { return nil }
    return sign
  }

  private mutating func bareWord(endsAtComma: Bool) -> QueryWord {
    let start = position
    var opened = 0
    while let next, !next.isWhitespace, !(endsAtComma && next == ",") {
      if next == "(" { opened += 1 }
      if next == ")" {
        if opened == 0 { break }
        opened -= 1
      }
      position += 1
    }
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
