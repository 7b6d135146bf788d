/// The meaning of a command's argument, which determines its completions.
package enum CompletionSubject: String, CaseIterable, Sendable {
  case nothing
  /// Plans that are not deleted.
  case plans
  /// Plans that are neither finished nor deleted.
  case openPlans = "open-plans"
  /// Deleted plans, and the word `board`.
  case deletedPlans = "deleted-plans"
  /// Plans with conflicts, or the word `board` for the settings. After the first word, also the
  /// fields in conflict of that plan or of the settings.
  case conflicts
  /// At least one plan, then a column. With `--where`, only a column.
  case plansAndColumn = "plans-and-column"
  /// A plan, then the lines of its checklist; more plans if no line matches. With `--line` or
  /// `--all`, only plans.
  case plansAndLines = "plans-and-lines"
  case column
  /// Several columns, separated by commas.
  case columns
  case label
  case labels
  case person
  case people
  case query
  case planOrQuery = "plan-or-query"
  /// A plan to take, or a query if `--next` is given.
  case planToTake = "plan-to-take"
  /// A link: its kind, a colon and a plan.
  case link
  case alias
  case view
  case board
  /// A bridge of the clone.
  case bridge
  /// A rule of the board.
  case rule
  case milestone
  case iteration
  case field
  /// Members of plans, separated by commas.
  case members
  /// A field of the board's own.
  case customField = "custom-field"
  /// A field of the board's own with a value: `points=3`.
  case fieldValue = "field-value"
  /// Fields with numbers, separated by commas.
  case numbers
  /// A field by which boards or statistics group plans.
  case grouping
  case flowGrouping = "flow-grouping"
  /// A future day.
  case day
  /// A moment of the past.
  case moment
  case file
  case folder
}
