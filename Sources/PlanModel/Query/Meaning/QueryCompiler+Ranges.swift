/// Values with comparisons: `>=high`, `<+1w`, `3..5`.
extension QueryCompiler {
  private enum Comparison: String, CaseIterable {
    // The longer signs come first, so that `<=` is not parsed as `<`.
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case equal = "="
  }

  /// A comparison with its bound, as typed.
  private struct Compared {
    var comparison: Comparison
    var bound: QueryWord

    /// Splits a value into the comparison sign and the bound; the default sign is `=`.
    init(_ value: QueryWord) {
      let sign = Comparison.allCases.first { value.text.hasPrefix($0.rawValue) }
      comparison = sign ?? .equal
      bound = sign.map { value.dropFirst($0.rawValue.count) } ?? value
    }
  }

  // MARK: - Priorities

  func priorities(_ value: QueryWord) throws(QueryError) -> Set<Priority?> {
    let test = try places(value) { word throws(QueryError) in try priority(word).place }
    let all: [Priority?] = Priority.allCases + [nil]
    return Set(all.filter { test.holds(for: $0?.place) })
  }

  private func priority(_ word: QueryWord) throws(QueryError) -> Priority {
    if let priority = Priority(named: word.text) { return priority }
    return try choice(word, of: Priority.self, "priority")
  }

  // MARK: - Numbers, days and moments

  func numbers(
    _ value: QueryWord, example: String
  ) throws(QueryError) -> QueryCondition.RangeTest<Double> {
    try range(value, least: -.infinity, greatest: .infinity) { word throws(QueryError) in
      guard let number = JSONNumber(word.text).flatMap({ Double($0.lexeme) }) else {
        throw QueryError(
          "\(word.text.quotedForMessage) is not a number", at: word.range,
          hints: ["for example \(example)"])
      }
      return Span(first: number, last: number, before: number.nextDown, after: number.nextUp)
    }
  }

  func days(_ value: QueryWord) throws(QueryError) -> QueryCondition.RangeTest<Int> {
    try range(value, least: Int.min, greatest: Int.max) { word throws(QueryError) in
      let parsed: ClosedRange<CalendarDay>?
      do throws(DueDateError) {
        parsed = try DueDate.days(word.text, today: context.today)
      } catch {
        throw QueryError(error.message, at: word.range, hints: [error.hint])
      }
      guard let parsed else {
        throw QueryError("'none' cannot be compared with a day", at: word.range)
      }
      let (first, last) = (parsed.lowerBound.dayNumber, parsed.upperBound.dayNumber)
      return Span(first: first, last: last, before: first - 1, after: last + 1)
    }
  }

  /// Returns the positions of the options or priorities that a value means: `>=M`, `low..high`.
  func places(
    _ value: QueryWord, of option: (QueryWord) throws(QueryError) -> Int
  ) throws(QueryError) -> QueryCondition.RangeTest<Int> {
    try range(value, least: Int.min, greatest: Int.max) { word throws(QueryError) in
      let place = try option(word)
      return Span(first: place, last: place, before: place - 1, after: place + 1)
    }
  }

  func moments(_ value: QueryWord) throws(QueryError) -> QueryCondition.RangeTest<Int64> {
    try range(value, least: Int64.min, greatest: Int64.max) { word throws(QueryError) in
      let span: MomentSpan?
      do throws(DueDateError) {
        span = try PastMoment.span(word.text, now: context.now, clocks: context.clocks)
      } catch {
        throw QueryError(error.message, at: word.range, hints: [error.hint])
      }
      guard let span else {
        throw QueryError(
          "\(word.text.quotedForMessage) is not a day or time of the past", at: word.range,
          hints: ["for example \(PastMoment.forms)"])
      }
      let (first, last) = (span.start.milliseconds, span.end.milliseconds)
      return Span(first: first, last: last, before: first - 1, after: last + 1)
    }
  }

  /// Returns the moments at a typed distance ahead of now: `<1h`, `30m..2h`.
  func moments(
    inTimeLeft value: QueryWord, of property: PlanProperty
  ) throws(QueryError) -> QueryCondition.RangeTest<Int64> {
    try range(value, least: Int64.min, greatest: Int64.max) { word throws(QueryError) in
      guard let length = TimeSpan.milliseconds(word.text) else {
        throw QueryError(
          "\(word.text.quotedForMessage) is not a length of time", at: word.range,
          hints: ["for example \(property.example); the units are s, m for minutes, h, d and w"])
      }
      let moment = context.now.milliseconds + length
      return Span(first: moment, last: moment, before: moment - 1, after: moment + 1)
    }
  }

  func spent(_ value: QueryWord) throws(QueryError) -> QueryCondition.RangeTest<Int> {
    try range(value, least: Int.min, greatest: Int.max) { word throws(QueryError) in
      guard let minutes = WorkLength.minutes(word.text) else {
        throw QueryError(
          "\(word.text.quotedForMessage) is not a length of work", at: word.range,
          hints: ["write it as \(WorkLength.forms)"])
      }
      return Span(first: minutes, last: minutes, before: minutes - 1, after: minutes + 1)
    }
  }

  // MARK: - Days of several words

  /// The most words that can belong to a day besides its first one: `in 2 weeks`, `fri 14:00`.
  private static let mostFurtherWords = 2

  /// Fails for a day of several words without quotes, such as `due:Dec 9`. Otherwise `Dec` would be
  /// the whole month, and `9` a text to search for.
  mutating func refuseDays(ofSeveralWordsIn parts: [QueryExpression]) throws(QueryError) {
    for (place, part) in parts.enumerated() {
      guard let term = part.positiveTerm, case .key(let word) = term.head,
        let value = term.values.last, !value.isQuoted, !value.text.isEmpty, let key = key(word)
      else { continue }
      let further = parts[(place + 1)...].prefix(Self.mostFurtherWords).map(\.plainWord)
        .prefix { $0 != nil }.compactMap(\.self)
      for count in stride(from: further.count, to: 0, by: -1) {
        let words = further.prefix(count)
        let whole = ([value] + words).map(\.text).joined(separator: " ")
        guard isDay(whole, of: key) else { continue }
        throw QueryError(
          "\(whole.quotedForMessage) has a space, so it ends before '\(words[0].text.excerpt)'",
          at: words[0].range, hints: ["write it in quotes: \(word.text):\"\(whole)\""])
      }
    }
  }

  /// Whether a text is a value of a key that takes days or times.
  private func isDay(_ text: String, of key: Key) -> Bool {
    let value = QueryWord(text: text, range: 0..<0)
    switch key {
    case .custom(let field): return field.kind == .day && (try? days(value)) != nil
    case .builtIn(.property(let field)):
      return field.property?.kind == .day && (try? days(value)) != nil
    case .builtIn(.created), .builtIn(.updated), .builtIn(.moved), .builtIn(.claimed),
      .builtIn(.closed):
      return (try? moments(value)) != nil
    case .builtIn: return false
    }
  }

  // MARK: - Ranges

  /// The values that a typed bound covers, such as one number or all days of a week.
  private struct Span<Bound> {
    let first: Bound
    let last: Bound
    /// The greatest value before the span.
    let before: Bound
    /// The smallest value after the span.
    let after: Bound
  }

  private func range<Bound: Comparable & Hashable & Sendable>(
    _ value: QueryWord, least: Bound, greatest: Bound,
    read: (QueryWord) throws(QueryError) -> Span<Bound>
  ) throws(QueryError) -> QueryCondition.RangeTest<Bound> {
    switch value.text.lowercased() {
    case "none": return .none
    case "any", "*": return .any
    default: break
    }
    if let dots = Self.rangeDots(in: value.text) {
      return .within(try interval(value, dots: dots, least: least, greatest: greatest, read: read))
    }
    let compared = Compared(value)
    let span = try read(compared.bound)
    switch compared.comparison {
    case .equal: return .within(span.first...span.last)
    case .less: return .within(least...span.before)
    case .lessOrEqual: return .within(least...span.last)
    case .greater: return .within(span.after...greatest)
    case .greaterOrEqual: return .within(span.first...greatest)
    }
  }

  /// Returns the number of characters before `..`; nil if the text has no `..`.
  private static func rangeDots(in text: String) -> Int? {
    zip(text, text.dropFirst()).enumerated().first { $1 == (".", ".") }?.offset
  }

  /// Parses `A..B`; one of the bounds may be missing or `*`.
  private func interval<Bound: Comparable>(
    _ value: QueryWord, dots: Int, least: Bound, greatest: Bound,
    read: (QueryWord) throws(QueryError) -> Span<Bound>
  ) throws(QueryError) -> ClosedRange<Bound> {
    var first = value
    first.text = String(value.text.prefix(dots))
    if !value.isQuoted { first.range = value.range.prefix(dots) }
    let last = value.dropFirst(dots + 2)
    // GitHub writes `*` for an open end.
    let open = ["", "*"]
    guard !open.contains(first.text) || !open.contains(last.text) else {
      throw QueryError("'..' has no bound beside it", at: value.range)
    }
    let from = open.contains(first.text) ? least : try read(first).first
    let to = open.contains(last.text) ? greatest : try read(last).last
    guard from <= to else {
      throw QueryError("\(value.text.quotedForMessage) ends before it begins", at: value.range)
    }
    return from...to
  }
}

extension QueryExpression {
  /// The term, also if it is negated; nil for a group.
  fileprivate var positiveTerm: QueryTerm? {
    switch self {
    case .term(let term): term
    case .not(let inner, _): inner.positiveTerm
    case .all, .any: nil
    }
  }

  /// The word to search for without quotes; nil for any other expression.
  fileprivate var plainWord: QueryWord? {
    guard case .term(let term) = self, term.head == .text, !term.values[0].isQuoted else {
      return nil
    }
    return term.values[0]
  }
}
