/// Completes queries: the keys, and the values of each key on a board.
package struct QueryCompletion {
  /// The names on a board; each list is computed only when it is needed.
  package struct Names {
    package let columns: [Column]
    /// The fields that the board defines.
    package let fields: [CustomField]
    package let labels: () -> [Completion]
    package let people: () -> [PersonHandles]
    /// Returns the plans whose ids begin with a typed text.
    package let plans: (_ typed: String) -> [Completion]
    package let aliases: () -> [Completion]
    package let views: () -> [Completion]
    package let phases: Phases

    package init(
      columns: [Column], fields: [CustomField] = [], labels: @escaping () -> [Completion],
      people: @escaping () -> [PersonHandles],
      plans: @escaping (_ typed: String) -> [Completion], aliases: @escaping () -> [Completion],
      views: @escaping () -> [Completion], phases: Phases = Phases()
    ) {
      self.phases = phases
      (self.columns, self.labels, self.people) = (columns, labels, people)
      self.fields = fields
      (self.plans, self.aliases, self.views) = (plans, aliases, views)
    }
  }

  private let names: Names
  /// A board with the fields of `names`, which finds them by their keys.
  private let board: Board

  package init(_ names: Names) {
    self.names = names
    var board = Board(columns: [])
    board.fields = names.fields
    self.board = board
  }

  /// Returns the completions of a text.
  ///
  /// - Parameter typed: A query up to the cursor, or only the word before the cursor. Only the last
  ///   term is completed; the text before that term is kept.
  /// - Complexity: Linear in the text and the names.
  package func completions(of typed: String) -> [Completion] {
    let start = Self.startOfTerm(in: typed)
    let (kept, term) = (String(typed[..<start]), typed[start...])
    let found: [Completion]
    if term.first == "#" {
      found = values(of: .label, term.dropFirst(), behind: "#")
    } else if term.first == "@" {
      let typed = String(term.dropFirst())
      found = (Self.matching(["me"], typed) + people(typed)).map {
        Completion("@" + Self.quoted($0.text), about: $0.about)
      }
    } else if let colon = term.firstIndex(of: ":"), term.first != "\"" {
      let (name, head) = (String(term[..<colon]), String(term[...colon]))
      let rest = term[term.index(after: colon)...]
      if let field = board.field(called: name) {
        found = values(of: field, rest, behind: head)
      } else {
        guard let key = QueryKey(named: name) else { return [] }
        found = values(of: key, rest, behind: head)
      }
    } else {
      found = keys(beginningWith: String(term))
    }
    return found.map { Completion(kept + $0.text, about: $0.about, goesOn: $0.goesOn) }
  }

  /// Returns the index at which the last term begins, after spaces, parentheses and a minus.
  private static func startOfTerm(in text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isQuoted {
        if character == "\"", !isEscaped { isQuoted = false }
        isEscaped = character == "\\" && !isEscaped
      } else if character.isWhitespace || (index == start && "(-".contains(character)) {
        start = text.index(after: index)
      } else if character == "\"" {
        isQuoted = true
      }
    }
    return start
  }

  private func keys(beginningWith typed: String) -> [Completion] {
    let keys = QueryKey.allCases.map { (name: $0.rawValue, meaning: $0.meaning) }
    return (keys + names.fields.map { (name: $0.key, meaning: $0.meaning) })
      .filter { Completion.begins($0.name, with: typed) }
      .map { Completion($0.name + ":", about: $0.meaning, goesOn: true) }
  }

  // MARK: - Values

  /// Returns the completions of the last value after a key.
  private func values(of key: QueryKey, _ text: Substring, behind head: String) -> [Completion] {
    let start = Self.startOfValue(in: text)
    let sign = Self.sign(of: text[start...], for: key)
    return values(text, behind: head, from: start, sign: sign) { candidates(key, $0) }
  }

  /// Returns the completions of the last value after the key of a custom field.
  private func values(
    of field: CustomField, _ text: Substring, behind head: String
  ) -> [Completion] {
    let start = Self.startOfValue(in: text)
    let isOrdered = [.number, .day, .choice, .choices].contains(field.kind)
    let sign = text[start...].prefix { isOrdered && "<>=".contains($0) }
    return values(text, behind: head, from: start, sign: sign) { typed in
      let others = Self.matching(["none", "any"], typed)
      switch field.kind {
      case .day: return Self.matching(Self.coming, typed) + others
      case .choice, .choices:
        return Self.matching(field.options.filter(Self.isPlain), typed) + others
      case .person: return Self.matching(["@me"], typed) + others + people(typed)
      case .yesNo: return Self.matching(["yes", "no"], typed) + others
      case .text, .number, .url: return others
      }
    }
  }

  /// Whether a text from the board can be offered: it has no control characters.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      ![.control, .format, .lineSeparator, .paragraphSeparator]
        .contains($0.properties.generalCategory)
    }
  }

  /// Returns the completions of the value that begins at `start`.
  private func values(
    _ text: Substring, behind head: String, from start: Substring.Index, sign: Substring,
    candidates: (_ typed: String) -> [Completion]
  ) -> [Completion] {
    var typed = String(text[start...].dropFirst(sign.count))
    let isQuoted = typed.first == "\""
    if isQuoted { typed = Self.unquoted(typed) }
    let kept = head + text[..<start] + sign
    // `none` and `any` do not follow a comparison sign.
    let found = candidates(typed).filter {
      sign.isEmpty || !["none", "any"].contains($0.text)
    }
    return found.map { value in
      let text = value.goesOn && !isQuoted ? value.text : Self.quoted(value.text)
      return Completion(kept + text, about: value.about, goesOn: value.goesOn)
    }
  }

  /// Returns the index at which the last value of a comma-separated list begins.
  private static func startOfValue(in text: Substring) -> Substring.Index {
    var start = text.startIndex
    var (isQuoted, isEscaped) = (false, false)
    for index in text.indices {
      if text[index] == "\"", !isEscaped { isQuoted.toggle() }
      if text[index] == ",", !isQuoted { start = text.index(after: index) }
      isEscaped = isQuoted && text[index] == "\\" && !isEscaped
    }
    return start
  }

  /// Returns the comparison sign before a value, or the minus before a sort key.
  private static func sign(of value: Substring, for key: QueryKey) -> Substring {
    switch key {
    case .sort: value.prefix { $0 == "-" }
    case .owner: value.prefix(0)
    case .property, .created, .updated, .moved, .claimed, .closed:
      value.prefix { "<>=".contains($0) }
    default: value.prefix(0)
    }
  }

  private static func unquoted(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text.dropFirst() {
      if !isEscaped, character == "\"" { break }
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { result.append(character) }
    }
    return result
  }

  /// Returns a value as a query needs it: in quotes if it can't be a bare word.
  private static func quoted(_ value: String) -> String {
    let isBare = value.first.map { !"<>=\"-".contains($0) } ?? false
    guard !isBare || value.contains(where: { $0.isWhitespace || ",()".contains($0) }) else {
      return value
    }
    let escaped = value.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }
    return "\"" + escaped.joined() + "\""
  }

  private func candidates(_ key: QueryKey, _ typed: String) -> [Completion] {
    switch key {
    case .assignee, .owner: Self.matching(["@me", "none", "any"], typed) + people(typed)
    case .by: Self.matching(["@me", Agent.anyWord], typed) + people(typed)
    case .createdBy: Self.matching(["@me"], typed) + people(typed)
    case .parent, .childOf, .blocks, .blockedBy, .id:
      (key == .parent ? Self.matching(["none", "any"], typed) : []) + names.plans(typed)
    case .link: links(typed)
    default: fixed(key).filter { Completion.begins($0.text, with: typed) }
    }
  }

  /// Returns the values of a key that do not depend on the typed text.
  private func fixed(_ key: QueryKey) -> [Completion] {
    switch key {
    case .is: Self.words(QueryStatus.allCases.map(\.rawValue))
    case .no, .has: Self.words(QueryFeature.allCases.map(\.rawValue) + names.fields.map(\.key))
    case .state:
      names.columns.map { Completion($0.id, about: $0.title == $0.id ? "" : $0.title) }
    case .kind: Self.words(Column.Kind.allCases.map(\.rawValue))
    case .label: names.labels()
    case .property(.milestone): names.phases.completions(.milestone) + Self.words(["none", "any"])
    case .property(.iteration): names.phases.completions(.iteration) + Self.words(["none", "any"])
    case .property(let field): Self.words((field.property?.words ?? []) + ["none", "any"])
    case .created, .updated, .moved, .claimed, .closed: Self.words(Self.past)
    case .alias: names.aliases()
    case .view: names.views()
    case .sort: Self.words(QuerySort.names + names.fields.map(\.key))
    default: []
    }
  }

  /// The completions for fields with a day, such as `due`.
  package static let coming = [
    "today", "tomorrow", "+3d", "+1w", "eow", "eom", "next-week", "next-month",
  ]
  /// The completions for past moments, such as `created`; `2h` is two hours ago.
  package static let past = [
    "today", "yesterday", "mon", "2h", "3d", "1w", "2w", "1m", "last-week",
  ]

  /// The completions for the time that is left, for example until a lease ends.
  package static let timesLeft = ["15m", "30m", "1h", "2h", "1d"]

  private static func words(_ words: [String]) -> [Completion] { words.map { Completion($0) } }

  private static func matching(_ words: [String], _ typed: String) -> [Completion] {
    self.words(words.filter { Completion.begins($0, with: typed) })
  }

  private func people(_ typed: String) -> [Completion] {
    names.people().compactMap { person in
      person.handle(beginningWith: typed).map { Completion($0, about: person.person.formatted) }
    }
  }

  /// Returns the kinds of links or, after a kind and a colon, the plans.
  private func links(_ typed: String) -> [Completion] {
    guard let colon = typed.firstIndex(of: ":") else {
      // The other kinds are stored on the other plan, and have their own query keys.
      return LinkWord.preferred.filter { LinkWord($0)?.isReverse == false }
        .filter { Completion.begins($0, with: typed) }.map { Completion($0 + ":", goesOn: true) }
    }
    return names.plans(String(typed[typed.index(after: colon)...])).map {
      Completion(typed[...colon] + $0.text, about: $0.about)
    }
  }
}

extension Phases {
  /// Returns the special words for iterations, then the phases with a valid id, open ones first.
  package func completions(_ kind: Phase.Kind) -> [Completion] {
    let valid = self[kind].filter { Phase.isID($0.id) }
    let words = kind == .iteration ? IterationWord.allCases.map { Completion($0.rawValue) } : []
    return words
      + (valid.filter { !$0.isClosed } + valid.filter(\.isClosed)).map {
        Completion($0.id, about: $0.title ?? $0.days)
      }
  }
}

extension PlanProperty {
  /// The values that are completed; empty for people and numbers.
  fileprivate var words: [String] {
    switch kind {
    case .day: QueryCompletion.coming
    case .priority: Priority.allCases.map(\.rawValue)
    case .moment: QueryCompletion.timesLeft
    case .repetition: Repetition.listedAdverbs
    case .person, .number, .phase: []
    }
  }
}

/// A completion of a typed word, with its meaning.
package struct Completion: Hashable, Sendable {
  /// The whole word as the program reads it, without a shell's quotes.
  package var text: String
  /// One line of explanation, which may contain control characters; may be empty.
  package var about: String
  /// Whether more must be typed after the text, as after `label:`.
  package var goesOn: Bool

  package init(_ text: String, about: String = "", goesOn: Bool = false) {
    (self.text, self.about, self.goesOn) = (text, about, goesOn)
  }

  /// Whether a word begins with a typed text, ignoring case and accents.
  package static func begins(_ word: String, with typed: String) -> Bool {
    typed.isEmpty || SearchText(typed).begins(word)
  }
}
