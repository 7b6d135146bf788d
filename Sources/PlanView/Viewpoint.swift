package import PlanModel

/// The data of the reader's situation: the current time and day, the short forms of ids, and the
/// style of dates.
package struct Viewpoint: Sendable {
  package let now: Timestamp
  /// The current day in the reader's time zone, which can't be computed from `now`.
  package let today: CalendarDay
  /// Returns the shortest unique prefix of a plan's id on the board.
  package let shortID: @Sendable (PlanID) -> String
  /// The style in which moments are shown.
  package var dates = DateStyle.relative

  package init(
    now: Timestamp, today: CalendarDay,
    shortID: @escaping @Sendable (PlanID) -> String = { String($0.text.prefix(4)) }
  ) {
    (self.now, self.today, self.shortID) = (now, today, shortID)
  }

  /// Returns a moment in words, by default as the time since then.
  package func words(since time: Timestamp?) -> String {
    time.map { dates.words(for: $0, now: now) } ?? "at an unknown time"
  }
}
