extension QueryCompiler {
  /// Returns the condition of a value; nil if the key sets the order or the limit.
  mutating func condition(
    _ key: QueryKey, _ value: QueryWord, in term: QueryTerm
  ) throws(QueryError) -> QueryCondition? {
    if key.asksForFinished { includeFinished() }
    switch key {
    case .is: return try status(value, in: term)
    case .has: return try presence(value)
    case .no: return .not(try presence(value))
    case .state: return .state(try columns(value))
    case .kind: return .kind(try choice(value, of: Column.Kind.self, "kind of column"))
    case .label: return label(value)
    case .assignee: return .person(.assignee, try person(value))
    case .property(let field): return try property(field, value)
    case .createdBy: return .person(.creator, try person(value))
    case .by: return try changer(value)
    case .created, .updated, .moved, .claimed, .closed: return try time(key, value)
    case .spent: return .spent(try spent(value))
    case .parent, .childOf, .blocks, .blockedBy: return try relation(key, value)
    case .link: return try link(value)
    case .repository: return repository(value)
    case .id: return try id(value)
    case .alias: return try alias(value)
    case .title: return .title(SearchText(value.text))
    case .body: return .body(SearchText(value.text))
    case .view: return try view(value)
    case .sort, .limit: return nil
    }
  }

  /// Returns the condition for the author of the last change: a person, or `agent` for any agent. A
  /// person or an agent named `agent` is written `@agent`, or in quotes.
  private mutating func changer(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    guard value.text.lowercased() == Agent.anyWord, !value.isQuoted else {
      return .person(.changer, try person(value))
    }
    if !context.plans.people.places(of: value.text, upTo: .whole).isEmpty {
      note("by:agent finds changes by any agent", hint: "for the one of that name write by:@agent")
    }
    return .changedByAgent
  }

  private mutating func timeLeft(
    _ value: QueryWord, of property: PlanProperty
  ) throws(QueryError) -> QueryCondition.RangeTest<Int64> {
    let range = try moments(inTimeLeft: value, of: property)
    if case .within(let span) = range, span.lowerBound == span.upperBound {
      note(
        "\(value.text.quotedForMessage) is one moment",
        hint: "for those with less time left write \(property.name):<\(value.text)")
    }
    return range
  }

  private mutating func property(
    _ field: PlanField, _ value: QueryWord
  ) throws(QueryError) -> QueryCondition? {
    guard let property = field.property else { return nil }
    switch property.kind {
    case .day: return .day(field, try days(value))
    case .number: return .number(field, try numbers(value, example: property.example))
    case .priority: return .priority(try priorities(value))
    case .person: return .person(.owner, try person(value))
    case .moment: return .moment(field, try timeLeft(value, of: property))
    case .repetition: return .repetition(try repetition(value))
    case .phase: return try phase(field, value)
    }
  }

  /// Returns the condition for a milestone or an iteration.
  ///
  /// Words such as `none` always have their meaning, unless they are quoted. Names that only plans
  /// have are also valid, because the board may have lost the milestone or iteration.
  private mutating func phase(
    _ field: PlanField, _ value: QueryWord
  ) throws(QueryError) -> QueryCondition? {
    guard let kind = Phase.Kind(rawValue: field.rawValue) else { return nil }
    let phases = context.board.phases
    if !value.isQuoted {
      switch value.text.lowercased() {
      case "none": return .not(.has(.field(field)))
      case "any", "*": return .has(.field(field))
      default: break
      }
      if kind == .iteration, let word = IterationWord(named: value.text) {
        guard let phase = phases.iteration(word, on: context.today) else {
          note("\(word.lack) \(context.today)", hint: nil)
          return .phase(field, [])
        }
        return .phase(field, [ExactString(phase.id)])
      }
    }
    let name = SearchText(value.text)
    let known = phases.named(value.text, kind).map { ExactString($0.id) }
    let used = context.plans.phases[kind, default: []].filter { name.equals($0.text) }
    guard known.isEmpty, used.isEmpty else { return .phase(field, used.union(known)) }
    let words = kind == .iteration ? IterationWord.allCases.map(\.rawValue) : []
    throw unknown(kind.rawValue, value, names: words + phases[kind].map(\.id))
  }

  private func repetition(_ value: QueryWord) throws(QueryError) -> QueryCondition.RepetitionTest {
    let text = value.text.lowercased()
    switch text {
    case "none": return .none
    case "any", "*": return .any
    default: break
    }
    if let unit = Period.Unit(rawValue: text) ?? Repetition.adverbs[text] {
      return .unit(unit)
    }
    guard let rule = Repetition(value.text) else {
      throw QueryError(
        "\(value.text.quotedForMessage) is not a rule to repeat by", at: value.range,
        hints: ["write it as repeat:weekly or repeat:\"every 2 weeks\", with none or any"])
    }
    return .rule(rule)
  }

  /// Returns the condition for a search text; a whole id also matches its plan.
  mutating func text(_ word: QueryWord) throws(QueryError) -> QueryCondition {
    guard !word.text.isEmpty else {
      throw QueryError("nothing between the quotes", at: word.range)
    }
    let text = QueryCondition.text(SearchText(word.text))
    if word.isQuoted { return text }
    if let advice = ForeignWords.advice(forWord: word.text) {
      throw QueryError(
        "\(word.text.quotedForMessage) is not a term of a query", at: word.range,
        hints: [advice, "to search for the text, quote it: \"\(word.text)\""])
    }
    note(textOf: word)
    guard word.text.count == PlanID.length, let id = PlanID.normalizedPrefix(word.text) else {
      return text
    }
    includeFinished()
    return .anyOf([.id(prefix: id), text])
  }

  // MARK: - Names

  private mutating func status(
    _ value: QueryWord, in term: QueryTerm
  ) throws(QueryError) -> QueryCondition {
    guard let status = QueryStatus(named: value.text) else {
      if context.plans.foldedLabels.contains(SearchText(value.text).folded.text) {
        throw QueryError(
          "unknown status \(value.text.quotedForMessage)", at: value.range,
          hints: ["for the label write #\(value.text)"])
      }
      if let advice = ForeignWords.advice(forStatus: value.text) {
        throw QueryError(
          "unknown status \(value.text.quotedForMessage)", at: value.range, hints: [advice])
      }
      throw unknown("status", value, names: QueryStatus.allCases.map(\.rawValue))
    }
    if status.asksForFinished { includeFinished() }
    switch status {
    case .open: return .not(.closed)
    case .closed: return .closed
    case .ready: return .ready
    case .blocked: return .blocked
    case .overdue: return .overdue
    case .mine:
      let me = try person(QueryWord(text: "@me", range: value.range))
      return .anyOf([.person(.owner, me), .person(.assignee, me)])
    case .unassigned:
      return .allOf([.anyOf([.person(.owner, .none), .leaseOver]), .person(.assignee, .none)])
    case .leased: return .leased
    case .expired: return .leaseOver
    case .parent: return .has(.child)
    case .child: return .has(.parent)
    case .conflict: return .has(.conflict)
    case .deleted:
      includeDeleted()
      return .deleted
    case .any: return try everything(term)
    }
  }

  private mutating func time(
    _ key: QueryKey, _ value: QueryWord
  ) throws(QueryError) -> QueryCondition {
    note(monthsIn: value)
    let moments = try moments(value)
    note(key, age: value)
    if case .within(let span) = moments, span.lowerBound == span.upperBound,
      value.text.first.map({ !"<>=".contains($0) }) == true, !value.text.contains("..")
    {
      note(key, instant: value)
    }
    switch key {
    case .created: return .time(.created, moments)
    case .moved: return .time(.moved, moments)
    case .claimed: return .time(.claimed, moments)
    case .closed: return .time(.closed, moments)
    default: return .time(.updated, moments)
    }
  }

  /// Returns the condition that a plan has a part, or a value of one of the board's fields.
  private mutating func presence(_ value: QueryWord) throws(QueryError) -> QueryCondition {
    if let field = context.board.field(called: value.text) { return .custom(field, .any) }
    note(hidden: value)
    if let feature = QueryFeature(named: value.text.lowercased()) { return .has(feature) }
    throw unknown(
      "part of a plan", value,
      names: QueryFeature.allCases.map(\.rawValue) + context.board.fields.map(\.key))
  }

  /// Parses the raw value of an enumeration's case. The text may be in upper or lower case. Throws
  /// if no case has this value.
  func choice<Choice>(
    _ value: QueryWord, of type: Choice.Type, _ noun: String
  ) throws(QueryError) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    if let choice = Choice(rawValue: value.text.lowercased()) { return choice }
    throw unknown(noun, value, names: Choice.allCases.map(\.rawValue))
  }

  func unknown(_ noun: String, _ value: QueryWord, names: [String]) -> QueryError {
    let near = Suggestion.nearest(to: value.text, in: names).map { "did you mean '\($0)'?" }
    let shown = names.prefix(20).map { $0.count > 40 ? "\($0.prefix(39))…" : $0 }
    let all =
      names.isEmpty
      ? nil : "possible are \(shown.joined(separator: ", "))\(names.count > 20 ? ", …" : "")"
    return QueryError(
      "unknown \(noun) \(value.text.quotedForMessage)", at: value.range,
      hints: [Self.misplacedMinus(value), near, all])
  }

  /// Returns the hint for a `-` or `!` before the value instead of the key; nil if there is no such
  /// sign.
  private static func misplacedMinus(_ value: QueryWord) -> String? {
    guard let sign = value.text.first, "!-".contains(sign), !value.isQuoted else { return nil }
    return "write the minus before the key, as in -label:bug"
  }

  /// Returns the ids of the columns with this id or title, including removed columns that plans are
  /// still in.
  private func columns(_ value: QueryWord) throws(QueryError) -> Set<String> {
    let name = SearchText(value.text)
    let found = context.board.columns.filter { name.equals($0.id) || name.equals($0.title) }
    let lanes = context.plans.lanes.filter { name.equals($0) }
    guard !found.isEmpty || !lanes.isEmpty else { throw unknownColumn(value) }
    return lanes.union(found.map(\.id))
  }

  private func unknownColumn(_ value: QueryWord) -> QueryError {
    let columns = context.board.columns
    let word = value.text.lowercased()
    let near = Suggestion.nearest(to: value.text, in: columns.flatMap { [$0.id, $0.title] })
      .map { "did you mean '\($0)'?" }
    let status = QueryStatus(named: word).map { "did you mean is:\($0.rawValue)?" }
    let kind = Column.Kind(rawValue: word).map { "did you mean kind:\($0.rawValue)?" }
    let list = columns.map(\.id).joined(separator: ", ")
    return QueryError(
      "unknown column \(value.text.quotedForMessage)", at: value.range,
      hints: [
        Self.misplacedMinus(value), near ?? status ?? kind ?? ForeignWords.advice(forStatus: word),
        list.isEmpty ? nil : "the columns are \(list)",
      ])
  }

  private mutating func label(_ value: QueryWord) -> QueryCondition {
    let label = SearchText(value.text)
    if context.plans.foldedLabels.contains(label.folded.text) { return .label(label) }
    switch value.text.lowercased() {
    case "none": return .not(.has(.set(.labels)))
    case "any", "*": return .has(.set(.labels))
    default:
      note(unknownLabel: value)
      return .label(label)
    }
  }

  /// Returns the test for a person; adds a note if the name matches nobody or several people.
  mutating func person(_ value: QueryWord) throws(QueryError) -> QueryCondition.PersonTest {
    switch value.text.lowercased() {
    case "none", "nobody", "unassigned", "empty": return .none
    case "any", "*", "anybody": return .any
    case "me", "@me", "self", "currentuser()":
      guard let me = context.me else {
        throw QueryError(
          "'@me' is not known: git has no identity for you", at: value.range,
          hints: ["set it with: git config --global user.email you@example.com"])
      }
      return .oneOf(context.plans.people.indices(of: me))
    default:
      let places = context.plans.people.places(of: value.text, upTo: .part)
      note(places, of: value)
      return .oneOf(places)
    }
  }

  // MARK: - Order and number

  func sort(_ value: QueryWord) throws(QueryError) -> QuerySort {
    var name = value
    var isDescending = value.text.first == "-"
    if isDescending { name = value.dropFirst(1) }
    // GitHub puts the direction at the end. A field's id may end in the same way.
    for (ending, descends) in [("-asc", false), ("-desc", true)]
    where name.text.lowercased().hasSuffix(ending)
      && context.board.field(called: name.text) == nil
    {
      name.text.removeLast(ending.count)
      if descends { isDescending.toggle() }
    }
    if let field = context.board.field(called: name.text) {
      return QuerySort(key: .custom(field), isDescending: isDescending)
    }
    guard let key = QuerySort.Key(named: name.text) else {
      throw unknown("sort key", name, names: QuerySort.names + context.board.fields.map(\.key))
    }
    return QuerySort(key: key, isDescending: isDescending)
  }

  func limit(_ value: QueryWord) throws(QueryError) -> Int {
    guard let number = Int(value.text), number > 0 else {
      throw QueryError(
        "\(value.text.quotedForMessage) is not a number of plans", at: value.range,
        hints: ["for example \(QueryKey.limit.example)"])
    }
    return number
  }
}
