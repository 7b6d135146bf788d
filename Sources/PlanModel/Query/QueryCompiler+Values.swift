extension QueryCompiler {
  /// Returns the condition for a value, or nil if it only widens the query.
  mutating func condition(
    _ key: QueryKey, _ value: QueryWord, in term: QueryTerm
  ) throws(QueryError) -> QueryCondition? {
    switch key {
    case .state: return .state(try columns(value))
    case .kind: return .kind(try choice(value, of: Column.Kind.self, "kind of column"))
    case .label: return .label(SearchText(value.text))
    case .assignee: return .assignee(try person(value))
    case .owner: return .owner(try person(value))
    case .priority: return .priority(try priorities(value))
    case .due: return .day(.due, try days(value))
    case .created: return .day(.created, try days(value))
    case .updated: return .day(.updated, try days(value))
    case .overdue:
      return try choice(value, of: Answer.self, "answer") == .yes ? .overdue : .not(.overdue)
    case .has:
      if let feature = QueryFeature(named: value.text.lowercased()) { return .has(feature) }
      return .has(try choice(value, of: QueryFeature.self, "part of a plan"))
    case .is: return try condition(forIs: value, in: term)
    case .link: return try link(value)
    case .id:
      guard let prefix = PlanID.normalizedPrefix(value.text) else {
        throw QueryError(
          "\(value.text.quotedForMessage) cannot be the beginning of an id", at: value.range)
      }
      return .id(prefix: prefix)
    case .alias: return try alias(value)
    case .title: return .title(SearchText(value.text))
    case .body: return .body(SearchText(value.text))
    case .sort, .limit: return nil
    }
  }

  enum Answer: String, CaseIterable { case yes, no }
  enum Status: String, CaseIterable { case blocked, deleted, any }

  mutating func condition(
    forIs value: QueryWord, in term: QueryTerm
  ) throws(QueryError) -> QueryCondition? {
    switch try choice(value, of: Status.self, "status") {
    case .blocked: return .blocked
    case .deleted:
      // A negated `is:deleted` does not widen the query to deleted plans.
      if !term.isNegated { includesDeleted = true }
      return .deleted
    case .any:
      guard !term.isNegated else {
        throw QueryError("'is:any' cannot be negated", at: term.range)
      }
      includesDeleted = true
      return nil
    }
  }

  /// Reads one of the names of an enumeration.
  func choice<Choice>(
    _ value: QueryWord, of type: Choice.Type, _ noun: String
  ) throws(QueryError) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    if let choice = Choice(rawValue: value.text.lowercased()) { return choice }
    throw unknown(noun, value, names: Choice.allCases.map(\.rawValue))
  }

  func unknown(_ noun: String, _ value: QueryWord, names: [String]) -> QueryError {
    let near = Suggestion.nearest(to: value.text, in: names).map { "did you mean '\($0)'?" }
    let all = names.isEmpty ? nil : "possible are \(names.joined(separator: ", "))"
    return QueryError(
      "unknown \(noun) \(value.text.quotedForMessage)", at: value.range, hints: [near, all])
  }

  /// Returns the ids of the columns with that id or title.
  func columns(_ value: QueryWord) throws(QueryError) -> Set<String> {
    let name = SearchText(value.text)
    let found = context.board.columns.filter { name.equals($0.id) || name.equals($0.title) }
    let lanes = context.lanes.filter { name.equals($0) }
    guard !found.isEmpty || !lanes.isEmpty else {
      let columns = context.board.columns
      let near = Suggestion.nearest(to: value.text, in: columns.flatMap { [$0.id, $0.title] })
      let list = columns.map(\.id).joined(separator: ", ")
      throw QueryError(
        "unknown column \(value.text.quotedForMessage)", at: value.range,
        hints: [
          near.map { "did you mean '\($0)'?" }, list.isEmpty ? nil : "the columns are \(list)",
        ])
    }
    return lanes.union(found.map(\.id))
  }

  func person(_ value: QueryWord) throws(QueryError) -> QueryCondition.PersonTest {
    switch value.text.lowercased() {
    case "none": return .none
    case "any": return .any
    case "@me":
      guard let me = context.me else {
        throw QueryError(
          "'@me' is not known: git has no identity for you", at: value.range,
          hints: ["set it with: git config --global user.email you@example.com"])
      }
      return .me(me)
    default: return .named(SearchText(value.text))
    }
  }

  func priorities(_ value: QueryWord) throws(QueryError) -> Set<Priority?> {
    switch value.text.lowercased() {
    case "none": return [nil]
    case "any": return Set(Priority.allCases)
    default:
      let (comparison, name) = comparison(value)
      let bound = try choice(name, of: Priority.self, "priority")
      return Set(Priority.allCases.filter { comparison.holds($0, bound) })
    }
  }

  func days(_ value: QueryWord) throws(QueryError) -> QueryCondition.DayTest {
    switch value.text.lowercased() {
    case "none": return .none
    case "any": return .any
    default: break
    }
    if let dots = rangeDots(in: value.text) { return .within(try daysOfRange(value, dots: dots)) }
    let (comparison, word) = comparison(value)
    let number = try day(word).dayNumber
    switch comparison {
    case .equal: return .within(number...number)
    case .less: return .within(Int.min...(number - 1))
    case .lessOrEqual: return .within(Int.min...number)
    case .greater: return .within((number + 1)...Int.max)
    case .greaterOrEqual: return .within(number...Int.max)
    }
  }

  /// Returns the number of characters before `..`, or nil if there is no `..`.
  func rangeDots(in text: String) -> Int? {
    zip(text, text.dropFirst()).enumerated().first { $1 == (".", ".") }?.offset
  }

  /// Reads `A..B`, in which one bound may be missing.
  func daysOfRange(_ value: QueryWord, dots: Int) throws(QueryError) -> ClosedRange<Int> {
    var first = value
    first.text = String(value.text.prefix(dots))
    if !value.isQuoted { first.range = value.range.prefix(dots) }
    let last = value.dropFirst(dots + 2)
    guard !first.text.isEmpty || !last.text.isEmpty else {
      throw QueryError("'..' has no day beside it", at: value.range)
    }
    let from = first.text.isEmpty ? Int.min : try day(first).dayNumber
    let to = last.text.isEmpty ? Int.max : try day(last).dayNumber
    guard from <= to else {
      throw QueryError(
        "\(value.text.quotedForMessage) ends before it begins", at: value.range)
    }
    return from...to
  }

  func day(_ word: QueryWord) throws(QueryError) -> CalendarDay {
    let parsed: CalendarDay?
    do {
      parsed = try DueDate.parse(word.text, today: context.today)
    } catch {
      throw QueryError(error.message, at: word.range, hints: [error.hint])
    }
    guard let parsed else {
      throw QueryError("'none' cannot be compared with a day", at: word.range)
    }
    return parsed
  }

  /// Reads `kind` or `kind:target`.
  func link(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    // `Link` is not used: it always has a target.
    let parts = value.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].isEmpty else {
      throw QueryError(
        "no kind of link before ':'", at: value.range,
        hints: ["known are \(Link.knownKinds.joined(separator: ", "))"])
    }
    let kind = parts[0].lowercased()
    guard parts.count == 2, !parts[1].isEmpty else { return .link(kind: kind, target: nil) }
    let target = String(parts[1])
    return .link(
      kind: kind,
      target: QueryCondition.LinkTarget(
        idPrefix: PlanID.normalizedPrefix(target), alias: SearchText(target),
        ids: Set(context.aliases.plans(called: target).map(\.text))))
  }

  /// Reads an alias, or `~` and a part of one.
  func alias(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    guard value.text.first == "~" else { return .alias(SearchText(value.text)) }
    let part = value.dropFirst(1)
    guard !part.text.isEmpty else {
      throw QueryError(
        "no text behind '~'", at: value.range, hints: ["for example alias:~github"])
    }
    return .aliasPart(SearchText(part.text))
  }

  mutating func addSort(_ value: QueryWord) throws(QueryError) {
    let isDescending = value.text.first == "-"
    let name = isDescending ? value.dropFirst(1) : value
    let key = try choice(name, of: QuerySort.Key.self, "sort key")
    sorts.append(QuerySort(key: key, isDescending: isDescending))
  }

  mutating func setLimit(_ value: QueryWord) throws(QueryError) {
    guard let number = Int(value.text), number > 0 else {
      throw QueryError(
        "\(value.text.quotedForMessage) is not a number of plans", at: value.range,
        hints: ["for example \(QueryKey.limit.example)"])
    }
    guard limit == nil else { throw QueryError("a second limit", at: value.range) }
    limit = number
  }
}

// MARK: - Comparisons

extension QueryCompiler {
  enum Comparison: String, CaseIterable {
    // The longer signs first, so that `<=` is not read as `<`.
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case equal = "="

    func holds<Value: Comparable>(_ value: Value, _ bound: Value) -> Bool {
      switch self {
      case .lessOrEqual: value <= bound
      case .greaterOrEqual: value >= bound
      case .less: value < bound
      case .greater: value > bound
      case .equal: value == bound
      }
    }
  }

  /// Splits the sign of a comparison from a value; without one, it is `=`.
  func comparison(_ value: QueryWord) -> (comparison: Comparison, bound: QueryWord) {
    guard let sign = Comparison.allCases.first(where: { value.text.hasPrefix($0.rawValue) }) else {
      return (.equal, value)
    }
    return (sign, value.dropFirst(sign.rawValue.count))
  }
}
