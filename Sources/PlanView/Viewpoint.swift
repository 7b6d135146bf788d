package import PlanModel

/// From where plans are looked at: the moment, the day, and how much of an id tells it apart.
package struct Viewpoint: Sendable {
  package let now: Timestamp
  /// The day in the reader's time zone, which `now` does not tell.
  package let today: CalendarDay
  /// Returns the shortest unique prefix of a plan's id on the board.
  package let shortID: @Sendable (PlanID) -> String

  package init(
    now: Timestamp, today: CalendarDay,
    shortID: @escaping @Sendable (PlanID) -> String = { String($0.text.prefix(4)) }
  ) {
    (self.now, self.today, self.shortID) = (now, today, shortID)
  }

  /// How long ago something was, in words; see `RelativeTime`.
  package func words(since time: Timestamp?) -> String {
    time.map { RelativeTime.words(for: $0, now: now) } ?? "at an unknown time"
  }
}
