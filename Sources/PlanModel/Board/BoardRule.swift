/// A rule of a board: if a plan changes in a certain way, actions are done in the same commit.
///
///     on move to review if #bug: label +needs-eyes; owner none
///
/// This is the canonical form, which boards store; see `init(_:)` for what people may type.
package struct BoardRule: Hashable, Sendable {
  package let trigger: RuleTrigger
  /// A query that the plan must match; nil for every plan.
  package let condition: String?
  /// At least one action, in the order in which they are done.
  package let actions: [RuleAction]

  package init(_ trigger: RuleTrigger, if condition: String? = nil, _ actions: [RuleAction]) {
    (self.trigger, self.condition, self.actions) = (trigger, condition, actions)
  }

  package static let mostActions = 10
  /// The most rules of a board that run.
  package static let mostRules = 50
}

/// The change of a plan that makes a rule run.
package enum RuleTrigger: Hashable, Sendable {
  /// The plan is added.
  case add
  /// The plan is moved to the column, by its id.
  case moveTo(String)
  /// The plan is moved out of the column.
  case moveFrom(String)
  /// The plan is moved into a column of kind done, from another kind.
  case done
  /// The plan is moved out of the columns of kind done.
  case reopen
  /// The plan gets the label.
  case label(String)
  /// Somebody is assigned to the plan.
  case assign
  /// The plan gets an owner, or its owner changes.
  case owner
  /// The plan is put into the milestone, by its id.
  case milestone(String)
  /// The plan gets a link to a plan that blocks it.
  case block
  /// The plan gets a commit of the code; with a path, one that changes this file, or a file in this
  /// folder.
  case commit(in: String?)

  /// All triggers as people type them, for help and for hints.
  package static let forms =
    "add, move to COLUMN, move from COLUMN, done, reopen, label NAME, assign, owner, "
    + "milestone NAME, block, commit, commit in FOLDER"
}

/// An action of a rule on a plan.
package enum RuleAction: Hashable, Sendable {
  /// Adds members to a set and removes others.
  case change(PlanSet, added: [String], removed: [String])
  /// Removes all members of a set.
  case empty(PlanSet)
  /// Writes a property; the value is as typed, such as `+3d`.
  case set(PlanField, String)
  /// Writes a field of the board's own: its id, and the value as typed.
  case custom(field: String, value: String)
  /// Moves the plan to the column, by its id.
  case move(String)

  /// All actions as people type them, for help and for hints.
  package static let forms =
    "label +ADDED -REMOVED, assign +PERSON, move COLUMN, field NAME=VALUE, "
    + PlanProperty.all.map(\.name).joined(separator: ", ")
}

/// A rule as a board stores it. Its text may come from a newer version, or from an editor.
package struct StoredRule: Hashable, Sendable {
  /// The name. The rules of a board run in the order of their names.
  package let id: String
  /// The text; empty if the board has none.
  package let text: String

  package init(id: String, text: String) { (self.id, self.text) = (id, text) }

  /// Parses the rule.
  ///
  /// - Throws: `InvalidValue` for a name or a text that this version does not understand.
  package func rule() throws(InvalidValue) -> BoardRule {
    guard Validation.isColumnID(id) else {
      throw InvalidValue(
        field: "rule", value: id, reason: "is not the name of a rule", hint: Validation.formOfIDs)
    }
    return try BoardRule(text)
  }

  /// Whether the name is valid and the text is one line, so that the rule can be exported. A newer
  /// version may understand it even if this one does not.
  package var isWellFormed: Bool {
    guard Validation.isColumnID(id) else { return false }
    do throws(InvalidValue) {
      return ExactString(try Validation.line(text, field: "rule")) == ExactString(text)
    } catch {
      return false
    }
  }
}

extension Edit {
  /// Returns the edits that write a rule and show it, even if it was removed.
  package static func rule(_ rule: StoredRule) -> [Edit] {
    [
      .write(PlanList.rules.path(rule.id, "text"), .string(rule.text)),
      .write(PlanList.rules.path(rule.id, "gone"), .null),
    ]
  }
}

extension PlanDocument {
  /// The rules of a board's settings, in the order of their names, without removed ones.
  var storedRules: [StoredRule] {
    records(in: "rules").filter { !$0.value.isRemovedItem }
      .map { StoredRule(id: $0.key.text, text: $0.value["text"]?.string ?? "") }
      .sorted { ExactString($0.id) < ExactString($1.id) }
  }
}

extension Board {
  /// A rule that runs on this board, with its name.
  package struct RunnableRule: Sendable {
    package let id: String
    package let rule: BoardRule
  }

  /// The rules that run, in their order: those that this version understands, up to
  /// `BoardRule.mostRules`.
  package var runnableRules: [RunnableRule] {
    var found: [RunnableRule] = []
    for stored in rules where found.count < BoardRule.mostRules {
      do throws(InvalidValue) {
        found.append(RunnableRule(id: stored.id, rule: try stored.rule()))
      } catch {
        continue  // 'pmgit rule list' and the doctor report it.
      }
    }
    return found
  }

  /// A rule of the board, with its fault if it has one.
  package struct CheckedRule: Sendable {
    package let stored: StoredRule
    /// The rule; nil if this version does not understand it.
    package let rule: BoardRule?
    /// Why the rule does not run, or can't do all of its actions, as the end of a sentence; nil if
    /// no fault is known.
    package let fault: String?
  }

  /// All rules in their order, each with its fault.
  package var checkedRules: [CheckedRule] {
    var count = 0
    return rules.map { stored in
      do throws(InvalidValue) {
        let rule = try stored.rule()
        count += 1
        return CheckedRule(stored: stored, rule: rule, fault: fault(of: rule, number: count))
      } catch {
        let reason = "\(error.field) '\(error.value)' \(error.reason)"
        return CheckedRule(stored: stored, rule: nil, fault: "is not understood: \(reason)")
      }
    }
  }

  private func fault(of rule: BoardRule, number: Int) -> String? {
    if number > BoardRule.mostRules {
      return "does not run, because \(BoardRule.mostRules) rules come before it"
    }
    let unknown = rule.namesUnknown(to: self)
    return unknown.isEmpty
      ? nil : "names \(unknown.joined(separator: " and ")), which the board does not have"
  }
}

extension BoardRule {
  /// Returns the names in the rule that the board does not have: `column 'review'`.
  func namesUnknown(to board: Board) -> [String] {
    var names: [String] = []
    let note = { (kind: String, name: String) in
      let words = "\(kind) '\(name.excerpt)'"
      if !names.contains(words) { names.append(words) }
    }
    switch trigger {
    case .moveTo(let id), .moveFrom(let id):
      if board[column: id] == nil { note("column", id) }
    case .milestone(let id):
      if board.phases[.milestone, id] == nil { note("milestone", id) }
    default: break
    }
    for action in actions {
      switch action {
      case .move(let id): if board[column: id] == nil { note("column", id) }
      case .custom(let id, _): if board[field: id] == nil { note("field", id) }
      case .set(let field, let text):
        guard let kind = field.property?.phaseKind, text.lowercased() != "none",
          kind == .milestone || IterationWord(named: text) == nil
        else { continue }
        if board.phases.named(text, kind).isEmpty { note(kind.rawValue, text) }
      case .change, .empty: break
      }
    }
    return names
  }
}

// MARK: - Events

/// A change of a plan between two versions, which may trigger rules.
package struct RuleEvent {
  /// The plan after the event.
  package let plan: Plan
  private let old: PlanDocument?
  private let new: PlanDocument
  private let before: Plan?
  private let board: Board

  /// Describes a change of one plan for the rules of the board.
  ///
  /// - Parameter old: The plan before the event; nil for a plan that is added.
  package init(_ id: PlanID, from old: PlanDocument?, to new: PlanDocument, on board: Board) {
    (self.old, self.new, self.board) = (old, new, board)
    before = old.map { Plan($0, id: id) }
    plan = Plan(new, id: id)
  }

  /// Whether the event fires a trigger.
  ///
  /// A value that the plan already had, even as one of several in a conflict, is not new. So
  /// neither merges nor decisions of conflicts fire triggers.
  ///
  /// - Parameter changes: Whether the commit of the code with this id changes a file or a folder.
  package func triggers(
    _ trigger: RuleTrigger, where changes: (_ commit: String, _ path: String) throws -> Bool
  ) rethrows -> Bool {
    switch trigger {
    case .add: return old == nil
    case .moveTo(let column): return isMoved && plan.state.isExactly(column)
    case .moveFrom(let column): return isMoved && before?.state.isExactly(column) ?? false
    case .done: return isMoved && isDone(plan) && !(before.map(isDone) ?? true)
    case .reopen: return isMoved && !isDone(plan) && before.map(isDone) ?? false
    case .label(let name):
      let label = SearchText(name)
      return plan.labels.contains(where: label.equals)
        && !(before?.labels.contains(where: label.equals) ?? false)
    case .assign: return !added(plan.assignees, to: before?.assignees).isEmpty
    case .owner: return gets(.owner)
    case .milestone(let id): return gets(.milestone) && plan.milestone?.isExactly(id) ?? false
    case .block: return !newLinks(Link.blockedByKind).isEmpty
    case .commit(nil): return !newLinks(Link.commitKind).isEmpty
    case .commit(let path?):
      return try newLinks(Link.commitKind).contains {
        try changes(CommitLink(target: $0.target).id, path)
      }
    }
  }

  private func newLinks(_ kind: String) -> [Link] {
    let old = Set(before?.links ?? [])
    return plan.links.filter { $0.kind == kind && !old.contains($0) }
  }

  private var isMoved: Bool { old != nil && gets(.state) }

  /// Whether the event gives a field a new shown value.
  private func gets(_ field: PlanField) -> Bool {
    guard let value = new.value(at: field.path), !value.isNull else { return false }
    return !(old?[field.path].contains { $0.value == value } ?? false)
  }

  private func isDone(_ plan: Plan) -> Bool { board.kind(of: plan.state) == .done }

  private func added(_ members: [String], to old: [String]?) -> Set<ExactString> {
    Set(members.map { ExactString($0) }).subtracting((old ?? []).map { ExactString($0) })
  }
}
