import PlanModel
import PlanView

/// The short marks of a plan on a card and in a line of a list.
///
/// Each warning has a mark of its own beside its colour: `!` for overdue, `≠` for a conflict.
enum PlanTokens {
  static let overdueMark: SafeText = "!"
  static let conflictMark: SafeText = "≠"

  /// Returns the due date: `! 3 days overdue`, `due tomorrow`.
  static func due(_ plan: PlanSummary) -> StyledText {
    guard let words = plan.dueWords else { return StyledText() }
    return plan.isOverdue
      ? StyledText("\(overdueMark) \(words)", .overdue) : StyledText("due \(words)", .muted)
  }

  static func priority(_ plan: PlanSummary) -> StyledText {
    switch plan.plan.priority {
    case .urgent: StyledText("urgent", .priorityUrgent)
    case .high: StyledText("high", .priorityHigh)
    case .medium: StyledText("medium", .muted)
    case .low: StyledText("low", .muted)
    case nil: StyledText()
    }
  }

  static func conflict(_ plan: PlanSummary) -> StyledText {
    // The note of a deletion also tells of the deletion's conflict.
    let count = plan.plan.conflicts.count { plan.deletionNote == nil || $0.field != "deleted" }
    return switch count {
    case 0: StyledText()
    case 1: StyledText("\(conflictMark) conflict", .conflict)
    default: StyledText("\(conflictMark) \(count) conflicts", .conflict)
    }
  }

  static func checklist(_ plan: PlanSummary) -> StyledText {
    plan.checklist.map { StyledText("[\($0.done)/\($0.total)]", .muted) } ?? StyledText()
  }

  static func labels(_ plan: PlanSummary) -> [StyledText] {
    plan.plan.labels.map { StyledText("#\($0)", .label) }
  }

  static func assignees(_ plan: PlanSummary) -> [StyledText] {
    plan.assignees.map { StyledText("@\($0)", .person) }
  }

  static func deletion(_ plan: PlanSummary) -> StyledText {
    guard let note = plan.deletionNote else { return StyledText() }
    let mark: StyledText = plan.plan.isDeleted ? "" : "\(conflictMark, .conflict) "
    return mark + StyledText(note, .conflict)
  }

  /// Returns the tokens below the title of a card, the most urgent first.
  ///
  /// Finished work has the time since it was finished, which says more than its due date.
  static func all(_ plan: PlanSummary) -> [StyledText] {
    let time =
      plan.isDone ? StyledText(plan.stateSinceWords ?? "", .muted) : due(plan)
    let tokens =
      [time, priority(plan), conflict(plan), deletion(plan), checklist(plan)] + labels(plan)
      + assignees(plan)
    return tokens.filter { !$0.isEmpty }
  }
}
