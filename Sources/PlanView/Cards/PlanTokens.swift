package import PlanModel

/// The marks of a plan on a card and in a list.
///
/// Each warning has a mark in addition to its colour: `!` for overdue, `≠` for a conflict, `⊘` for
/// a blocked plan.
package enum PlanTokens {
  package static let overdueMark: SafeText = "!"
  package static let conflictMark: SafeText = "≠"
  package static let blockedMark: SafeText = "⊘"

  /// Returns only the marks of the warnings, such as `!⊘`.
  package static func warnings(_ plan: PlanSummary) -> StyledText {
    var marks = StyledText()
    if plan.isOverdue { marks.append(overdueMark, .overdue) }
    if !plan.plan.conflicts.isEmpty { marks.append(conflictMark, .conflict) }
    if plan.isBlocked { marks.append(blockedMark, .blocked) }
    return marks
  }

  /// Returns the due date, such as `! 3 days overdue` or `due tomorrow`; empty without one.
  package static func due(_ plan: PlanSummary) -> StyledText {
    guard let words = plan.dueWords else { return StyledText() }
    return plan.isOverdue
      ? StyledText("\(overdueMark) \(words)", .overdue) : StyledText("due \(words)", .muted)
  }

  package static func priority(_ plan: PlanSummary) -> StyledText {
    switch plan.plan.priority {
    case .urgent: StyledText("urgent", .priorityUrgent)
    case .high: StyledText("high", .priorityHigh)
    case .medium: StyledText("medium", .muted)
    case .low: StyledText("low", .muted)
    case nil: StyledText()
    }
  }

  package static func conflict(_ plan: PlanSummary) -> StyledText {
    // The text of a deletion already mentions a conflict about the deletion.
    let count = plan.plan.conflicts.count { plan.deletionNote == nil || $0.field != "deleted" }
    return switch count {
    case 0: StyledText()
    case 1: StyledText("\(conflictMark) conflict", .conflict)
    default: StyledText("\(conflictMark) \(count) conflicts", .conflict)
    }
  }

  /// Returns `⊘ blocked by m3f8, n9k2 +1`, with the first two blocking plans and the number of the
  /// others; empty if the plan is not blocked.
  package static func blocked(_ plan: PlanSummary) -> StyledText {
    guard plan.isBlocked else { return StyledText() }
    let named = plan.blockerShortIDs.prefix(2).joined(separator: ", ")
    let others = plan.blockers.count - 2
    let more = others > 0 ? " +\(others)" : ""
    return StyledText("\(blockedMark) blocked by \(named)\(more)", .blocked)
  }

  package static func estimate(_ plan: PlanSummary) -> StyledText {
    plan.plan.estimate.map { StyledText("est \($0.lexeme)", .muted) } ?? StyledText()
  }

  package static func checklist(_ plan: PlanSummary) -> StyledText {
    plan.checklist.map { StyledText("[\($0.done)/\($0.total)]", .muted) } ?? StyledText()
  }

  /// Returns the note that somebody removed a line while another person changed it; empty for any
  /// other line.
  package static func removal(of line: ChecklistItem) -> StyledText {
    line.wasRemoved ? StyledText("  \(conflictMark) removed meanwhile", .conflict) : StyledText()
  }

  package static func labels(_ plan: PlanSummary) -> [StyledText] {
    plan.plan.labels.map { StyledText("#\($0)", .label) }
  }

  /// Returns the people of a plan, first the owner, such as `owner @dev`, `@two`.
  package static func people(_ plan: PlanSummary) -> [StyledText] {
    let owner = plan.owner.map { "owner \(at($0), .person)" as StyledText }
    return [owner].compactMap(\.self) + plan.helpers.map { StyledText(at($0), .person) }
  }

  private static func at(_ name: String) -> String { name.hasPrefix("@") ? name : "@\(name)" }

  /// Returns the time in the column, such as `3d`; empty for less than an hour.
  package static func age(_ plan: PlanSummary) -> StyledText {
    StyledText(plan.ageWords ?? "", .muted)
  }

  package static func deletion(_ plan: PlanSummary) -> StyledText {
    guard let note = plan.deletionNote else { return StyledText() }
    let mark: StyledText = plan.plan.isDeleted ? "" : "\(conflictMark, .conflict) "
    return mark + StyledText(note, .conflict)
  }

  /// Returns the due date. For a done plan it is the time of finishing, which is more useful.
  private static func time(_ plan: PlanSummary) -> StyledText {
    plan.isDone ? StyledText(plan.stateSinceWords ?? "", .muted) : due(plan)
  }

  /// Returns the tokens below a card's title, the most urgent first.
  package static func all(_ plan: PlanSummary) -> [StyledText] {
    let tokens =
      [time(plan), blocked(plan), priority(plan), conflict(plan)] + facts(plan)
      + [plan.isDone ? StyledText() : age(plan)]
    return tokens.filter { !$0.isEmpty }
  }

  /// Returns the tokens by importance, for a short card with room for only some of them. A conflict
  /// comes first, because it has no other mark on such a card. Urgent tokens, people, and the
  /// others follow.
  package static func byImportance(_ plan: PlanSummary) -> [StyledText] {
    let tokens =
      [conflict(plan), deletion(plan), time(plan), blocked(plan), priority(plan)] + people(plan)
      + [checklist(plan), estimate(plan)] + plan.cardFieldWords.map(\.words) + labels(plan)
      + [plan.isDone ? StyledText() : age(plan)]
    return tokens.filter { !$0.isEmpty }
  }

  /// Returns the tokens after the title of a one-line card. The warnings are shown as marks before
  /// the title.
  package static func besidesWarnings(_ plan: PlanSummary) -> [StyledText] {
    [plan.isOverdue || plan.isDone ? StyledText() : due(plan), priority(plan)] + facts(plan)
      + [age(plan)]
  }

  /// Returns the tokens that are neither urgent nor a time: the deletion, the checklist, the
  /// estimate, custom fields, labels and people.
  package static func facts(_ plan: PlanSummary) -> [StyledText] {
    [deletion(plan), checklist(plan), estimate(plan)] + plan.cardFieldWords.map(\.words)
      + labels(plan) + people(plan)
  }
}
