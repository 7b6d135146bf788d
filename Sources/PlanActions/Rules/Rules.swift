import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Adds a rule, or restores a removed one with a new text.
  ///
  /// - Parameter text: The rule as typed: `on move to review: label +needs-eyes`.
  /// - Throws: `Problem` if the board has a rule of that name, or if the text is wrong.
  package func addRule(_ name: String, _ text: String) async throws -> BoardChange {
    let id = try Self.ruleName(name)
    return try await changeRule(text) { rule, board in
      guard !board.rules.contains(where: { $0.id == id }) else { throw Problem.ruleExists(id) }
      guard board.rules.count < BoardRule.mostRules else {
        throw Problem.usage(
          "the board has \(board.rules.count) rules, and only \(BoardRule.mostRules) run",
          hints: ["remove one with \(pmgit: "rule", "remove", board.rules[0].id)"])
      }
      return BoardEdits(
        subject: "add rule \(id): \(rule)",
        done: "added rule \(id): \(rule.words(on: board))",
        edits: Edit.rule(StoredRule(id: id, text: rule.description)))
    }
  }

  /// Replaces the text of a rule.
  package func changeRule(_ name: String, _ text: String) async throws -> BoardChange {
    try await changeRule(text) { rule, board in
      let id = try board.rule(orThrow: name).id
      return BoardEdits(
        subject: "change rule \(id): \(rule)",
        done: "changed rule \(id): \(rule.words(on: board))",
        edits: [.write(PlanList.rules.path(id, "text"), .string(rule.description))])
    }
  }

  /// Renames a rule. This may change its place in the order, because rules run in the order of
  /// names.
  package func renameRule(_ name: String, to newName: String) async throws -> BoardChange {
    let new = try Self.ruleName(newName)
    return try await changeBoard { document in
      let board = Board(document)
      let old = try board.rule(orThrow: name)
      guard !board.rules.contains(where: { $0.id == new }) else { throw Problem.ruleExists(new) }
      return BoardEdits(
        subject: "rename rule \(old.id) to \(new)", done: "renamed rule \(old.id) to \(new)",
        edits: [document.removal(ofItem: ExactString(old.id), in: "rules")]
          + Edit.rule(StoredRule(id: new, text: old.text)))
    }
  }

  package func removeRule(_ name: String) async throws -> BoardChange {
    try await changeBoard { document in
      let rule = try Board(document).rule(orThrow: name)
      return BoardEdits(
        subject: "remove rule \(rule.id)", done: "removed rule \(rule.id)",
        edits: [document.removal(ofItem: ExactString(rule.id), in: "rules")])
    }
  }

  /// Checks the text of a rule, brings it into canonical form, and changes the settings.
  private func changeRule(
    _ text: String, _ edits: (BoardRule, Board) throws -> BoardEdits
  ) async throws -> BoardChange {
    let named = try findingNames(in: BoardRule(text))
    var outcome = try await changeBoard { document in
      let board = Board(document)
      return try edits(try checked(named.rule, on: board), board)
    }
    outcome.notices = named.notices + outcome.notices
    return outcome
  }

  private static func ruleName(_ typed: String) throws -> String {
    let name = typed.lowercased()
    guard Validation.isColumnID(name) else {
      throw InvalidValue(
        field: "rule", value: typed, reason: "is not the name of a rule",
        hint: Validation.formOfIDs)
    }
    return name
  }
}

// MARK: - Checks

extension Workspace {
  /// Resolves the people and labels that a rule names, like the options of `edit`, so that the rule
  /// spells them as plans do. `@me` is kept, because it means the author of the change in which the
  /// rule runs.
  private func findingNames(in rule: BoardRule) throws -> (rule: BoardRule, notices: [Notice]) {
    var notices: [Notice] = []
    let board = try store.snapshot().board
    let person = { (typed: String, field: String) in
      if Participant.isMe(typed) { return "@me" }
      let found = try self.findPerson(typed, field: field)
      notices += found.notices
      return found.text
    }
    let labels = rule.actions.contains {
      if case .change(.labels, _, _) = $0 { true } else { false }
    }
    let known = try labels ? knownLabels() : nil
    let actions = try rule.actions.map { action -> RuleAction in
      switch action {
      case .change(.assignees, let added, let removed):
        return .change(
          .assignees, added: try added.map { try person($0, "assignee") },
          removed: try removed.map { try person($0, "assignee") })
      case .change(let set, let added, let removed):
        return .change(
          set, added: added.map { known?.written($0) ?? $0 },
          removed: removed.map { known?.written($0) ?? $0 })
      case .set(let field, let text) where field.property?.kind == .person && text != "none":
        return .set(field, try person(text, field.rawValue))
      case .custom(let name, let text):
        guard let field = board.field(named: name), field.kind == .person,
          !CustomChange.clears(text, field)
        else { return action }
        return .custom(field: name, value: try person(text, field.id))
      case .set, .empty, .move: return action
      }
    }
    return (BoardRule(rule.trigger, if: rule.condition, actions), notices.unique)
  }

  /// Returns a rule with the ids of the columns and other things that it names.
  ///
  /// - Throws: `Problem` for a name that the board does not have, a wrong value, or a condition
  ///   that can't be judged from one plan.
  private func checked(_ rule: BoardRule, on board: Board) throws -> BoardRule {
    if let condition = rule.condition { try check(condition: condition, on: board) }
    let canonical = BoardRule(
      try rule.trigger.checked(on: board, today: participant.today), if: rule.condition,
      try rule.actions.map { try checked($0, on: board) })
    // Parsed again to check the length: ids may be longer than the typed names.
    return try BoardRule(canonical.description)
  }

  private func check(condition: String, on board: Board) throws {
    if let term = Query.termBeyondOnePlan(in: condition, on: board) {
      throw Problem.termBeyondOnePlan(term)
    }
    let context = QueryContext(now: now, clocks: clocks, me: try me(), board: board)
    do throws(QueryError) {
      _ = try Query.parse(condition, context: context)
    } catch {
      throw Problem(error, in: condition)
    }
  }

  private func checked(_ action: RuleAction, on board: Board) throws -> RuleAction {
    switch action {
    case .move(let name): return .move(try board.column(named: name).id)
    case .custom(let name, let text):
      let field = try board.field(orThrow: name)
      if field.kind != .choices { _ = try value(text, of: field) }
      return .custom(field: field.id, value: text)
    case .set(let field, let text):
      guard let property = field.property, text != "none" else { return action }
      if field == .iteration, IterationWord(named: text) != nil {
        return .set(field, text.lowercased())
      }
      let value = try value(text, of: property, on: board)
      // Stays as typed: days and times are relative to the change, and @me is the change's author.
      let isRelative = [.day, .moment, .person].contains(property.kind)
      return isRelative ? action : .set(field, value?.text ?? "none")
    case .change, .empty: return action
    }
  }
}

extension RuleTrigger {
  /// Returns the trigger with the ids of what it names.
  fileprivate func checked(on board: Board, today: CalendarDay) throws -> RuleTrigger {
    switch self {
    case .moveTo(let name): return .moveTo(try board.column(named: name).id)
    case .moveFrom(let name): return .moveFrom(try board.column(named: name).id)
    case .milestone(let name):
      return .milestone(try board.phases.phase(named: name, .milestone, on: today).id)
    case .add, .done, .reopen, .label, .assign, .owner, .block, .commit: return self
    }
  }
}

extension Board {
  /// Returns the rule with a name, ignoring case.
  ///
  /// - Throws: A problem that lists the board's rules.
  fileprivate func rule(orThrow name: String) throws -> StoredRule {
    let name = name.lowercased()
    if let rule = rules.first(where: { $0.id == name }) { return rule }
    let names = rules.map(\.id)
    throw Problem.usage(
      "the board has no rule '\(name.excerpt)'",
      hints: Hint.didYouMean(name, among: names)
        + (names.isEmpty ? [] : ["see them with \(pmgit: "rule", "list")"]))
  }
}

extension Problem {
  fileprivate static func ruleExists(_ id: String) -> Problem {
    .usage(
      "there is a rule '\(id)' already",
      hints: ["change it with \(pmgit: "rule", "edit", id, "RULE")"])
  }
}
