/// Notes about terms that are valid but may have been meant differently.
extension QueryCompiler {
  // MARK: - Values that nothing has

  mutating func note(unknownLabel value: QueryWord) {
    guard mayNote else { return }
    let labels = context.plans.labels.sorted()
    let typed = SearchText(value.text + " ")
    let longer = labels.first(where: typed.begins)
    let hint = (longer ?? Suggestion.nearest(to: value.text, in: labels)).map { label in
      "did you mean label:\(label.contains { $0.isWhitespace } ? "\"\(label)\"" : label)?"
    }
    note(
      "no plan has the label \(value.text.quotedForMessage)",
      hint: hint ?? (value.looksLikePattern ? "there are no patterns: write the whole label" : nil))
  }

  mutating func note(_ places: Set<Int>, of value: QueryWord) {
    guard mayNote else { return }
    let people = context.plans.people.people
    if places.isEmpty {
      let names = people.map(\.person.name).filter { !$0.isEmpty }
      let words = names + names.flatMap { $0.split(separator: " ").map(String.init) }
      let name = value.text.first == "@" ? String(value.text.dropFirst()) : value.text
      note(
        "nobody on this board is called \(value.text.quotedForMessage)",
        hint: Suggestion.nearest(to: name, in: words).map { "did you mean '\($0)'?" })
    } else if places.count > 1 {
      let named = places.sorted().prefix(5).map { people[$0].person.formatted }
      note(
        "\(value.text.quotedForMessage) means \(places.count) people",
        hint: "they are \(named.joined(separator: ", "))"
          + (places.count > 5 ? ", …" : "; an address means one of them"))
    }
  }

  mutating func note(unknownAlias alias: String) {
    note(
      "no plan has the alias \(alias.quotedForMessage)",
      hint: "for a part of one write alias:~\(alias.contains { $0.isWhitespace } ? "PART" : alias)")
  }

  /// Adds a note if a length of time in months is longer than a year, such as `30m`. It may have
  /// been meant as minutes.
  mutating func note(monthsIn value: QueryWord) {
    let digits = value.text.drop { "<>=-+~".contains($0) }
    guard digits.last == "m", let number = Int(digits.dropLast()), number > 12 else { return }
    note("\(number)m is \(number) months", hint: "for minutes write \(number)min")
  }

  // MARK: - Words

  /// Adds a note about a search word that may have been meant otherwise, for example as a column, a
  /// status, an id or a pattern.
  mutating func note(textOf word: QueryWord) {
    guard mayNote else { return }
    let text = word.text.lowercased()
    let name = SearchText(word.text)
    if ["or", "and", "not"].contains(text) {
      note(
        "'\(word.text)' was searched for as a word",
        hint: "as an operator it is in capitals: \(text.uppercased())")
    } else if let column = context.board.columns.first(where: {
      name.equals($0.id) || name.equals($0.title)
    }) {
      note(
        "\(word.text.quotedForMessage) was searched for as a text",
        hint: "for the column write state:\(column.id)")
    } else if let status = QueryStatus(named: text) {
      note(
        "\(word.text.quotedForMessage) was searched for as a text",
        hint: "for plans with that status write is:\(status.rawValue)")
    } else if (4..<PlanID.length).contains(word.text.count),
      context.plans.names.plans(beginningWith: word.text).count == 1
    {
      note(
        "\(word.text.quotedForMessage) was searched for as a text",
        hint: "for the plan write id:\(word.text)")
    } else if word.looksLikePattern {
      note(
        "\(word.text.quotedForMessage) was searched for as it is: there are no patterns",
        hint: "a part of a word is enough")
    } else if word.text.first == "+", word.text.dropFirst().first?.isLetter == true {
      note(
        "\(word.text.quotedForMessage) was searched for as a text",
        hint: "for the label write #\(word.text.dropFirst())")
    }
  }

  /// Adds a note about an age or a time that matches only one moment.
  mutating func note(_ key: QueryKey, instant value: QueryWord) {
    note(
      "\(value.text.quotedForMessage) is one moment",
      hint: "for everything since then write \(key.rawValue):>=\(value.text)")
  }

  /// Adds a note about a comparison with an age, such as `<1h`. It compares moments, so it means
  /// longer than an hour ago, but may have been meant as less than an hour ago. `>=1h`, which the
  /// documentation recommends, gets no note, nor do comparisons in views.
  mutating func note(_ key: QueryKey, age value: QueryWord) {
    let sign = value.text.prefix { "<>=".contains($0) }
    let age = value.text.dropFirst(sign.count).drop { $0 == "-" }
    guard openViews.isEmpty, age.first?.isNumber == true, PastMoment.isDistance(String(age)),
      let meaning = ["<": "more than", "<=": "at least", ">": "less than"][sign]
    else { return }
    note(
      "\(value.text.quotedForMessage) is \(meaning) \(age) ago",
      hint: sign == ">"
        ? "for longer ago write \(key.rawValue):<\(age)"
        : "for the time since then write \(key.rawValue):>=\(age)")
  }

  /// Adds a note about words that are a term in another query language, such as `order by`.
  mutating func note(wordsOf parts: [QueryExpression]) {
    let words = parts.map { part in
      if case .term(let term) = part, term.head == .text, !term.values[0].isQuoted {
        term.values[0].text.lowercased()
      } else {
        ""
      }
    }
    for (part, next) in zip(parts, words.dropFirst()) { note(direction: next, after: part) }
    for (word, next) in zip(words, words.dropFirst()) {
      if word == "order", next == "by" {
        note("'order by' was searched for as a text", hint: "for the order write sort:priority,due")
      } else if let key = QueryKey(named: word), let feature = QueryFeature(named: key.rawValue),
        ["is", "not"].contains(next), words.contains(where: Self.emptyWords.contains)
      {
        note("'\(word) \(next)' was searched for as a text", hint: "write no:\(feature.rawValue)")
      } else if let key = QueryKey(named: word), ["in", "is", "was", "has", "not"].contains(next) {
        note(
          "'\(word) \(next)' was searched for as a text",
          hint: "for one of several values write \(key.rawValue):ONE,OTHER")
      }
    }
  }

  /// Adds a note about a word such as `desc` after an order, as in SQL.
  private mutating func note(direction word: String, after part: QueryExpression) {
    guard case .term(let term) = part, case .key(let key) = term.head,
      QueryKey(named: key.text) == .sort, let value = term.values.last,
      let isDescending = Self.directions[word]
    else { return }
    let name = value.text.drop { $0 == "-" }
    note(
      "'\(word)' was searched for as a text",
      hint: "for the order write sort:\(isDescending ? "-" : "")\(name)")
  }

  /// The words for directions of an order, each with whether its direction is descending.
  private static let directions = [
    "asc": false, "ascending": false, "desc": true, "descending": true, "reverse": true,
  ]

  private static let emptyWords: Set = ["empty", "null", "none", "unset", "missing"]

  // MARK: - Contradictions

  /// Adds a note about conditions that no plan can meet together, such as two columns, or a
  /// condition and its negation.
  mutating func noteContradictions(in conditions: [QueryCondition]) {
    let states = conditions.compactMap { if case .state(let ids) = $0 { ids } else { nil } }
    let priorities = conditions.compactMap { if case .priority(let set) = $0 { set } else { nil } }
    let kinds = conditions.compactMap { if case .kind(let kind) = $0 { Set([kind]) } else { nil } }
    noteContradiction(in: states, "columns", "state:todo,doing")
    noteContradiction(in: priorities, "priorities", "priority:high,urgent")
    noteContradiction(in: kinds, "kinds of column", "kind:todo,doing")
    for kind in Phase.Kind.allCases {
      let ids = conditions.compactMap { condition -> Set<ExactString>? in
        if case .phase(kind.field, let ids) = condition { ids } else { nil }
      }
      // An empty set has a note of its own.
      if ids.count > 1, ids.allSatisfy({ !$0.isEmpty }) {
        noteContradiction(in: ids, kind.plural, "\(kind):A,B")
      }
    }
    let all = Set(conditions)
    for case .not(let refused) in conditions {
      if all.contains(refused) {
        note("no plan meets a condition and its opposite", hint: nil)
      } else if case .has(let feature) = refused, all.contains(where: { $0.requires(feature) }) {
        note("no plan is without \(feature.rawValue) and has one", hint: nil)
      }
    }
  }

  private mutating func noteContradiction<Value>(
    in sets: [Set<Value>], _ noun: String, _ example: String
  ) {
    guard let first = sets.first, sets.dropFirst().reduce(first, { $0.intersection($1) }).isEmpty
    else { return }
    note(
      "no plan has two \(noun) at once",
      hint: "for one or the other put a comma between them, as in \(example)")
  }
}

extension QueryCondition {
  /// Whether only plans with a feature meet the condition.
  fileprivate func requires(_ feature: QueryFeature) -> Bool {
    switch self {
    case .label: feature == .set(.labels)
    case .day(let field, .within), .number(let field, .within), .moment(let field, .within):
      feature == .field(field)
    case .spent(.within): feature == .time
    case .repetition(let test): feature == .field(.repeat) && test != .none
    case .phase(let field, _): feature == .field(field)
    case .leased, .leaseOver: feature == .field(.lease) || feature == .field(.owner)
    case .priority(let priorities): feature == .field(.priority) && !priorities.contains(nil)
    case .person(.owner, .oneOf): feature == .field(.owner)
    case .person(.assignee, .oneOf): feature == .set(.assignees)
    case .alias, .aliasPart: feature == .set(.aliases)
    case .repository: feature == .commit || feature == .set(.links)
    default: false
    }
  }
}

extension QueryWord {
  /// Whether the word looks like a pattern of other languages: `epic*`, `/epic/`, `~epic`.
  fileprivate var looksLikePattern: Bool {
    guard !isQuoted, text.count > 1 else { return false }
    return text.contains("*") || text.hasPrefix("~") || text.hasPrefix("/") && text.hasSuffix("/")
  }
}

/// A note about a valid query that may have been meant differently.
package struct QueryNote: Hashable, Sendable {
  /// A sentence in git's style, with the subject in single quotes.
  package let message: String
  /// What to write instead; nil without a suggestion.
  package let hint: String?
}
