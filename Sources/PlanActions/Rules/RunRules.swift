import PlanModel
import PlanStore

extension Workspace {
  /// Runs the rules of the board on the plans that a change has edited so far.
  ///
  /// The plans come in the order of their ids, and the rules in the order of their names. An action
  /// may trigger further rules, on the same plan. Each rule runs on a plan at most once, so every
  /// chain ends.
  ///
  /// - Complexity: Reads only the edited plans, and the ends of columns to which rules move plans.
  func runRules(on transaction: inout Transaction, by author: ChangeIdentity) throws -> [RuleRun] {
    let plans = try transaction.editedPlans()
    if plans.isEmpty { return [] }
    let rules = transaction.before.board.runnableRules
    if rules.isEmpty { return [] }
    var run = RulesRun(workspace: self, author: author)
    for plan in plans { try run.apply(rules, to: plan, in: &transaction) }
    return run.runs
  }
}

/// A run of rules on the plans of one change.
private struct RulesRun {
  let workspace: Workspace
  let author: ChangeIdentity
  private(set) var runs: [RuleRun] = []
  /// The rank of the last plan that rules moved to each column.
  private var lasts: [String: String] = [:]

  init(workspace: Workspace, author: ChangeIdentity) {
    (self.workspace, self.author) = (workspace, author)
  }

  mutating func apply(
    _ rules: [Board.RunnableRule], to plan: Transaction.EditedPlan,
    in transaction: inout Transaction
  ) throws {
    let (id, board) = (plan.id, transaction.before.board)
    var (old, new) = (plan.old, plan.document)
    var waiting = rules
    while !waiting.isEmpty, !new.isHidden {
      let event = RuleEvent(id, from: old, to: new, on: board)
      var left: [Board.RunnableRule] = []
      for rule in waiting {
        let hasRun =
          try event.triggers(rule.rule.trigger, where: workspace.store.commit(_:changes:))
          && run(rule, on: id, in: &transaction)
        if !hasRun { left.append(rule) }
      }
      (old, new) = (new, try transaction.document(id))
      if left.count == waiting.count || old == new { return }
      waiting = left
    }
  }

  /// Runs a rule that was triggered. Returns false if the plan does not match its condition.
  private mutating func run(
    _ rule: Board.RunnableRule, on id: PlanID, in transaction: inout Transaction
  ) throws -> Bool {
    var run = RuleRun(rule: rule.id, plan: id)
    do {
      guard try matches(rule.rule, transaction.plan(id), transaction.before.board) else {
        return false
      }
      for action in rule.rule.actions {
        do {
          if try perform(action, on: id, in: &transaction) {
            run.actions.append(action.description)
            if case .move = action { run.entered.append(try transaction.plan(id).state) }
          }
        } catch {
          run.refused.append(
            RuleRun.Refusal(part: action.description, reason: Problem(error).message))
        }
      }
    } catch {
      let part = rule.rule.condition.map { "if \($0)" } ?? rule.rule.description
      run.refused.append(RuleRun.Refusal(part: part, reason: Problem(error).message))
    }
    if !run.actions.isEmpty || !run.refused.isEmpty { runs.append(run) }
    return true
  }

  // MARK: - Conditions

  private func matches(_ rule: BoardRule, _ plan: Plan, _ board: Board) throws -> Bool {
    guard let condition = rule.condition else { return true }
    if let term = Query.termBeyondOnePlan(in: condition, on: board) {
      throw Problem.termBeyondOnePlan(term)
    }
    let me = author.author.person
    let named =
      Query.mayNamePeople(condition, on: board)
      ? try workspace.peopleIndex(board.people(on: [plan]) + [me.formatted]) : PeopleIndex()
    let context = QueryContext(
      now: author.now, clocks: workspace.clocks, me: me, board: board,
      plans: QueriedPlans([plan], people: named))
    return try Query.parse(condition, context: context).matches(plan)
  }

  // MARK: - Actions

  /// Performs an action. Returns whether it changed the plan.
  ///
  /// - Throws: The reason why the action can't be performed; the plan is then unchanged.
  private mutating func perform(
    _ action: RuleAction, on id: PlanID, in transaction: inout Transaction
  ) throws -> Bool {
    let before = try transaction.document(id)
    let plan = Plan(before, id: id)
    var rank: String?
    if case .move(let name) = action {
      let column = try transaction.before.board.column(named: name)
      if plan.state == column.id { return false }
      if let violation = try transaction.violation(moving: id, to: column.id) {
        throw Problem.refusedMove(violation)
      }
      rank = try nextRank(in: column.id, of: transaction.before)
    }
    let changes = action.changes(by: author.person, on: transaction.before.board)
    var edits = FieldEdits(
      workspace: workspace, changes: changes, id: id, plan: plan, snapshot: transaction.before,
      basis: transaction.before)
    edits.rank = rank
    try transaction.derive(id, edits.edits())
    return try transaction.document(id) != before
  }

  /// Returns a position at the bottom of a column, below the plans that rules moved there before.
  private mutating func nextRank(in column: String, of snapshot: BoardSnapshot) throws -> String {
    let last = try lasts[column] ?? workspace.store.ends(of: column, in: snapshot).last
    let rank = Rank.bottom(at: author.now, after: last, using: &workspace.participant.random)
    lasts[column] = rank
    return rank
  }
}

extension RuleAction {
  /// Returns the action as changes of a plan's fields, with values as people type them.
  ///
  /// - Parameter person: The person that `@me` means, in stored form.
  func changes(by person: String, on board: Board) -> FieldChanges {
    let named = { (text: String) in Participant.isMe(text) ? person : text }
    switch self {
    case .change(let set, let added, let removed):
      let stored = { (names: [String]) in set == .assignees ? names.map(named) : names }
      return FieldChanges(set, .init(added: stored(added), removed: stored(removed)))
    case .empty(let set): return FieldChanges(set, .init(all: []))
    case .set(let field, let text):
      return FieldChanges(field, field.property?.kind == .person ? named(text) : text)
    case .custom(let field, let text):
      let value = board[field: field]?.kind == .person ? named(text) : text
      return FieldChanges(CustomChange(field, .typed(value)))
    case .move(let column): return FieldChanges(.state, column)
    }
  }
}

extension Problem {
  static func termBeyondOnePlan(_ term: String) -> Problem {
    .usage(
      "'\(term.excerpt)' can't be a condition of a rule",
      hints: [
        "a rule judges a plan by its own values, without other plans, the history and views"
      ])
  }

  /// The reason why a rule can't move a plan.
  fileprivate static func refusedMove(_ violation: ColumnRule.Violation) -> Problem {
    Problem(
      code: .columnRule,
      message: "'\(violation.to)' takes plans only from \(violation.allowedWords)")
  }
}
