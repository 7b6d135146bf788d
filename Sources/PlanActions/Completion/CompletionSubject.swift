/// The meaning of a command's argument, which determines its completions.
package enum CompletionSubject: String, CaseIterable, Sendable {
  case nothing
  /// Plans on the board; `openPlans` are unfinished, `deletedPlans` were deleted.
  case plans
  case openPlans = "open-plans"
  case deletedPlans = "deleted-plans"
  /// Plans with conflicts; after the first plan, its fields in conflict.
  case conflicts
  /// Plans, and after the first one a column.
  case plansAndColumn = "plans-and-column"
  /// Plans, or after the first one the lines of its checklist.
  case plansAndLines = "plans-and-lines"
  case column
  /// Several columns, separated by commas.
  case columns
  case label
  case labels
  case person
  case people
  case query
  /// A plan or a query.
  case planOrQuery = "plan-or-query"
  /// A plan to take, or a query if `--next` is given.
  case planToTake = "plan-to-take"
  /// A kind, a colon and a plan.
  case link
  case alias
  case view
  case board
  case field
  /// A future day; `moment` is a moment of the past.
  case day
  case moment
  case file
  case folder
  /// The commands of the program.
  case command
}
