/// What an argument of a command names, and so what a shell can complete it to.
package enum CompletionSubject: String, CaseIterable, Sendable {
  case nothing
  /// Plans on the board; those that are not finished; those that were deleted.
  case plans
  case openPlans = "open-plans"
  case deletedPlans = "deleted-plans"
  /// Plans with conflicts, and behind the first one its fields that wait for a decision.
  case conflicts
  /// Plans, and behind the first one a column.
  case plansAndColumn = "plans-and-column"
  /// Plans, or behind the first one the lines of its checklist.
  case plansAndLines = "plans-and-lines"
  case column
  /// Several between commas.
  case columns
  case label
  case labels
  case person
  case people
  case query
  /// A plan, or a query.
  case planOrQuery = "plan-or-query"
  /// A plan to be taken, or with `--next` a query.
  case planToTake = "plan-to-take"
  /// A kind, a colon and a plan.
  case link
  case alias
  case view
  case board
  case field
  /// A day to come; a moment of the past.
  case day
  case moment
  case file
  case folder
  /// The commands of the program.
  case command
}
