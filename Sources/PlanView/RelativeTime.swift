package import PlanModel

/// Formats moments relative to now: `just now`, `3 minutes ago`, `yesterday`, `2 weeks ago`.
package enum RelativeTime {
  private static let minute: Int64 = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let units = [
    ("year", 365 * day), ("month", 30 * day), ("week", 7 * day), ("day", day), ("hour", hour),
    ("minute", minute),
  ]

  /// Returns the words for `time`, rounded down to its largest unit.
  ///
  /// A day is 24 hours, because calendar days depend on a time zone. So `yesterday` means 24 to 48
  /// hours ago. A moment in the future, caused by a wrong clock, is `in 3 hours`.
  package static func words(for time: Timestamp, now: Timestamp) -> String {
    let seconds = now.seconds - time.seconds
    if abs(seconds) < minute { return "just now" }
    if (day..<2 * day).contains(seconds) { return "yesterday" }
    guard let (name, length) = units.first(where: { abs(seconds) >= $0.1 }) else {
      return "just now"
    }
    let count = CountWords.words(Int(abs(seconds) / length), name)
    return seconds > 0 ? "\(count) ago" : "in \(count)"
  }

  private static let shortNames = [
    "year": "y", "month": "mo", "week": "w", "day": "d", "hour": "h",
  ]

  /// Returns the time since `time` in its largest unit, in a short form: `3d`, `5mo`.
  ///
  /// - Returns: nil for less than an hour, and for a moment in the future.
  package static func shortWords(for time: Timestamp, now: Timestamp) -> String? {
    let seconds = now.seconds - time.seconds
    guard seconds >= hour, let (name, length) = units.first(where: { seconds >= $0.1 }),
      let unit = shortNames[name]
    else { return nil }
    return "\(seconds / length)\(unit)"
  }
}
