/// The values that the words of a query refer to.
package struct QueryContext: Sendable {
  package var today: CalendarDay
  /// The person whom `@me` means; nil if git has no identity.
  package var me: Person?
  package var board: Board
  /// The minutes by which clocks are ahead of UTC, for queries by the day of a change.
  package var minutesAheadOfUTC: Int
  /// The states of all plans, so that those of removed columns can be queried too.
  package var lanes: Set<String>
  /// The plans that links may name by an alias.
  package var aliases: AliasIndex
  /// How the plans of the board stand to each other.
  package var relations: PlanRelations

  package init(
    today: CalendarDay, me: Person?, board: Board, minutesAheadOfUTC: Int = 0,
    lanes: Set<String> = [], aliases: AliasIndex = AliasIndex(),
    relations: PlanRelations = PlanRelations()
  ) {
    (self.today, self.me, self.board) = (today, me, board)
    (self.minutesAheadOfUTC, self.lanes) = (minutesAheadOfUTC, lanes)
    (self.aliases, self.relations) = (aliases, relations)
  }

  /// Returns the day of a moment, by the clocks of the context.
  func day(of time: Timestamp) -> CalendarDay {
    let (shifted, overflows) = time.milliseconds.addingReportingOverflow(
      Int64(minutesAheadOfUTC) * 60_000)
    return overflows ? time.day : Timestamp(milliseconds: shifted).day
  }
}
