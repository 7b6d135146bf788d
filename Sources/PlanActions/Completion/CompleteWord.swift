package import PlanModel
import PlanStore
import PlanView

/// The completions for a shell: words, or a request that the shell itself completes files or
/// folders.
package enum CompletionAnswer: Sendable {
  case words([Completion])
  case files, folders
}

extension Completion {
  /// Whether a word can be offered to a shell.
  ///
  /// A terminal must show the word unchanged, and no command must take it for an option.
  package static func isOffered(_ word: String) -> Bool {
    !word.isEmpty && word.first != "-" && SafeText(word).string == word
  }
}

extension Workspace {
  /// Returns the possible completions at a point of a command line, on this board.
  ///
  /// - Complexity: Reads no plans for subjects such as columns, views and boards. For others, reads
  ///   the plans that changed since the last time.
  package func complete(_ point: CompletionPoint) throws -> CompletionAnswer {
    switch point.wanted {
    case .subject(let subject): .words(try values(of: subject, at: point))
    case .words: point.answerWithoutBoard ?? .words([])
    }
  }

  private func values(
    of subject: CompletionSubject, at point: CompletionPoint
  ) throws -> [Completion] {
    let typed = point.typed
    switch subject {
    case .nothing, .file, .folder: return []
    case .plans: return try plans().plans(typed)
    case .openPlans: return try plans().plans(typed, .open)
    case .deletedPlans: return try plans().plans(typed, .deleted) + matching(["board"], typed)
    case .conflicts: return try plansOrConflicts(point)
    case .plansAndColumn: return try plansAndColumn(point)
    case .plansAndLines: return try plansAndLines(point)
    case .column: return matching(try columns(), typed)
    case .columns: return PlanCompletions.list(typed, of: try columns())
    case .label: return matching(try plans().labels, typed)
    case .labels: return PlanCompletions.list(typed, of: try plans().labels)
    case .person: return try people(typed)
    case .people: return try peopleInList(typed)
    case .query:
      // A tree may be that of a plan.
      return try point.options["--tree"] == nil
        ? completions(ofQuery: typed) : plansOrQuery(point)
    case .planOrQuery: return try plansOrQuery(point)
    case .planToTake:
      return point.options["--next"] == nil
        ? try plans().plans(typed, .open) : try completions(ofQuery: typed)
    case .link: return try links(typed)
    case .alias: return matching(try plans().aliases, typed)
    case .view: return matching(try viewNames(), typed)
    case .board: return matching(try boards().map(\.name.text), typed)
    case .bridge: return matching(try bridges().map(\.name), typed)
    case .rule:
      let rules = try store.snapshot().board.rules.filter { Validation.isColumnID($0.id) }
      return matching(rules.map { Completion($0.id, about: $0.text) }, typed)
    case .milestone, .iteration:
      let kind = subject == .milestone ? Phase.Kind.milestone : .iteration
      return matching(try store.snapshot().board.phases.completions(kind), typed)
    case .field: return matching(try HistoryFilter.fieldNames + fieldKeys().map(\.text), typed)
    case .members:
      return PlanCompletions.list(typed, of: words(PlanMembers.all) + (try fieldKeys()))
    case .customField: return matching(try fieldKeys(), typed)
    case .fieldValue: return try fieldValues(typed)
    case .numbers:
      let board = try store.snapshot().board
      return PlanCompletions.list(typed, of: words(SummedField.names(on: board)))
    case .grouping: return matching(PlanGrouping.names(on: try store.snapshot().board), typed)
    case .flowGrouping:
      let fields = try fieldKeys().map(\.text)
      return matching(FlowGrouping.builtIn.map(\.name) + fields, typed)
    case .day: return matching(QueryCompletion.coming + ["none"], typed)
    case .moment: return matching(QueryCompletion.past, typed)
    }
  }

  private func matching(_ words: [String], _ typed: String) -> [Completion] {
    matching(self.words(words), typed)
  }

  private func matching(_ completions: [Completion], _ typed: String) -> [Completion] {
    completions.filter { Completion.begins($0.text, with: typed) }
  }

  private func words(_ words: [String]) -> [Completion] { words.map { Completion($0) } }

  // MARK: - Fields of the board

  private func fieldKeys() throws -> [Completion] {
    try store.snapshot().board.fields.map { Completion($0.key, about: $0.title) }
  }

  /// Returns the completions of `NAME=VALUE`: first of the name, then of the value. A `+` or `-`
  /// before options is kept.
  private func fieldValues(_ typed: String) throws -> [Completion] {
    let board = try store.snapshot().board
    guard let equals = typed.firstIndex(of: "=") else {
      return board.fields.filter { Completion.begins($0.id, with: typed) }
        .map { Completion($0.id + "=", about: $0.help ?? $0.title, goesOn: true) }
    }
    guard let field = board.field(named: String(typed[..<equals])) else { return [] }
    var head = String(typed[...equals])
    var rest = String(typed[typed.index(after: equals)...])
    if field.kind == .choices, let sign = rest.first, "+-".contains(sign) {
      head.append(sign)
      rest.removeFirst()
    }
    let found: [Completion] =
      switch field.kind {
      case .choice: matching(field.options.filter(Completion.isOffered), rest)
      case .choices:
        PlanCompletions.list(rest, of: words(field.options.filter(Completion.isOffered)))
      case .day: matching(QueryCompletion.coming, rest)
      case .yesNo: matching(["yes", "no"], rest)
      case .person: try people(rest)
      case .text, .number, .url: []
      }
    return found.map { Completion(head + $0.text, about: $0.about, goesOn: $0.goesOn) }
  }

  // MARK: - Values from the board

  private func plans() throws -> PlanCompletions {
    let snapshot = try store.snapshot()
    return PlanCompletions(try snapshot.plans(withTexts: false).plans, board: snapshot.board)
  }

  /// Returns the columns with a valid id; others are skipped without an error.
  private func columns() throws -> [Completion] {
    try store.snapshot().board.columns.filter { Validation.isColumnID($0.id) }.map {
      Completion($0.id, about: $0.title)
    }
  }

  private func viewNames() throws -> [Completion] {
    try savedViews(of: store.snapshot().board).filter { Validation.isViewName($0.name) }.map {
      Completion($0.name, about: $0.query)
    }
  }

  private func knownPeople(_ plans: PlanCompletions) throws -> [PersonHandles] {
    try peopleIndex(plans.people).handles
  }

  /// Returns `@me` and the people on plans. Authors of commits are left out, because reading them
  /// would take too long.
  private func people(_ typed: String) throws -> [Completion] {
    let bare = typed.first == "@" ? String(typed.dropFirst()) : typed
    let sign = typed.prefix(typed.count - bare.count)
    let found = try knownPeople(plans()).compactMap { person in
      person.handle(beginningWith: bare).map {
        Completion(sign + $0, about: person.person.formatted)
      }
    }
    let me = Completion("@me", about: try me()?.formatted ?? "")
    return matching([me], typed) + found
  }

  private func peopleInList(_ typed: String) throws -> [Completion] {
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    return try people(String(typed[start...])).map {
      Completion(typed[..<start] + $0.text, about: $0.about)
    }
  }

  // MARK: - Arguments of several kinds

  private func plansAndColumn(_ point: CompletionPoint) throws -> [Completion] {
    let columns = matching(try columns(), point.typed)
    // With a query only the column is named; without one, at least one plan comes first.
    if point.options["--where"] != nil { return columns }
    guard !point.earlier.isEmpty else { return try plans().plans(point.typed) }
    // There may be many plans, so further ones are offered only if the word can't be a column.
    return columns.isEmpty ? try plans().plans(point.typed) : columns
  }

  private func plansAndLines(_ point: CompletionPoint) throws -> [Completion] {
    // With one of these options, all arguments are plans.
    let namesLines = ["--line", "--all"].contains { point.options[$0] != nil }
    guard !namesLines, let first = point.earlier.first else {
      return try plans().plans(point.typed)
    }
    let snapshot = try store.snapshot()
    let lines = try snapshot.plan(snapshot.resolveID(first)).checklist
    let numbered = lines.enumerated().map { number, line in
      Completion(String(number + 1), about: (line.done ? "done: " : "") + line.text)
    }
    let offered = matching(numbered, point.typed)
    // If no line matches, the word may name another plan; an option then names the lines.
    return offered.isEmpty ? try plans().plans(point.typed) : offered
  }

  private func plansOrQuery(_ point: CompletionPoint) throws -> [Completion] {
    let terms = try completions(ofQuery: point.typed)
    guard point.earlier.isEmpty, !point.typed.contains(":") else { return terms }
    let plans = try plans()
    // Beside terms, only plans whose id begins with the word are offered.
    return terms + (terms.isEmpty ? plans.plans(point.typed) : plans.plans(withID: point.typed))
  }

  private func links(_ typed: String) throws -> [Completion] {
    guard let colon = typed.firstIndex(of: ":") else {
      return matching(LinkWord.preferred, typed).map { Completion($0.text + ":", goesOn: true) }
    }
    let kind = typed[...colon]
    return try plans().plans(String(typed[typed.index(after: colon)...])).map {
      Completion(kind + $0.text, about: $0.about)
    }
  }

  /// For the first word, returns the plans in conflict, and `board` for the settings. For later
  /// words, returns the fields in conflict of the first plan, and the plans in conflict that are
  /// not named yet.
  private func plansOrConflicts(_ point: CompletionPoint) throws -> [Completion] {
    let plans = try plans().plans(point.typed, .inConflict)
    guard let first = point.earlier.first else { return plans + matching(["board"], point.typed) }
    return try conflicts(of: first, point.typed)
      + plans.filter { plan in !point.earlier.contains { $0.hasPrefix(plan.text) } }
  }

  /// Returns the fields in conflict of a plan; of the settings if the name is `board`.
  private func conflicts(of name: String, _ typed: String) throws -> [Completion] {
    let snapshot = try store.snapshot()
    if name == "board" { return matching(snapshot.board.conflicts.map(\.field), typed) }
    let id = try snapshot.resolveID(name)
    guard let document = try snapshot.readableDocument(id) else { return [] }
    return matching(Plan(document, id: id).conflicts.map(\.field), typed)
  }

  /// Returns the possible completions of the last word of a query.
  package func completions(ofQuery typed: String) throws -> [Completion] {
    let snapshot = try store.snapshot()
    var failure: (any Error)?
    // The plans are read once, and only for a key whose values come from plans.
    var read: PlanCompletions?
    func plans() -> PlanCompletions {
      if let read { return read }
      do { read = try self.plans() } catch { failure = error }
      return read ?? PlanCompletions([], board: snapshot.board)
    }
    func views() -> [Completion] {
      do { return try viewNames() } catch { failure = error }
      return []
    }
    func people() -> [PersonHandles] {
      do { return try knownPeople(plans()) } catch { failure = error }
      return []
    }
    let names = QueryCompletion.Names(
      columns: snapshot.board.columns.filter { Validation.isColumnID($0.id) },
      fields: snapshot.board.fields, labels: { plans().labels }, people: people,
      plans: { plans().plans($0) },
      aliases: { plans().aliases }, views: views, phases: snapshot.board.phases)
    let found = QueryCompletion(names).completions(of: typed)
    if let failure { throw failure }
    return found
  }
}
