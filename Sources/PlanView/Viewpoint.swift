package import PlanModel

/// The reader's moment and day, and the length at which ids are unique.
package struct Viewpoint: Sendable {
  package let now: Timestamp
  /// The day in the reader's time zone, which does not follow from `now`.
  package let today: CalendarDay
  /// Returns the shortest unique prefix of a plan's id on the board.
  package let shortID: @Sendable (PlanID) -> String
  /// How moments are shown.
  package var dates = DateStyle.relative

  package init(
    now: Timestamp, today: CalendarDay,
    shortID: @escaping @Sendable (PlanID) -> String = { String($0.text.prefix(4)) }
  ) {
    (self.now, self.today, self.shortID) = (now, today, shortID)
  }

  /// Returns a moment in words, as a rule the time since then.
  package func words(since time: Timestamp?) -> String {
    time.map { dates.words(for: $0, now: now) } ?? "at an unknown time"
  }
}
