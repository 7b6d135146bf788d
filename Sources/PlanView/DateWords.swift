package import PlanModel

/// The style in which histories show dates and times.
package struct DateStyle: Sendable {
  package enum Form: String, CaseIterable, Sendable {
    /// `3 days ago`.
    case relative
    /// `2026-11-24 14:05:09 +0900`, like git's `iso`.
    case iso
    /// `Tue Nov 24 14:05:09 2026`, like git's `local`.
    case local
  }

  package let form: Form
  /// The time zone in which moments are shown.
  package let clocks: LocalClocks

  package init(_ form: Form, on clocks: LocalClocks) { (self.form, self.clocks) = (form, clocks) }

  /// The style that shows moments as the time since then.
  package static let relative = DateStyle(.relative, on: .utc)

  /// The largest width of a moment, in terminal cells.
  package static let mostCells = 25

  /// Returns the form that is most similar to a value of git's `log.date`; nil if no form is
  /// similar.
  ///
  /// - Parameter isTerminal: Whether the output is a terminal. On a terminal `auto:FORM` means
  ///   `FORM`; otherwise it gives nil.
  package static func form(ofGit name: String, isTerminal: Bool) -> Form? {
    if let form = name.firstRange(of: "auto:"), form.lowerBound == name.startIndex {
      return isTerminal ? self.form(ofGit: String(name[form.upperBound...]), isTerminal: true) : nil
    }
    switch name {
    case "relative", "human": return .relative
    case "iso", "iso8601", "iso-strict", "iso8601-strict", "iso-local", "iso8601-local",
      "iso-strict-local":
      return .iso
    case "local", "default", "default-local": return .local
    default: return nil
    }
  }

  package func words(for moment: Timestamp, now: Timestamp) -> String {
    switch form {
    case .relative: RelativeTime.words(for: moment, now: now)
    case .iso: iso(moment)
    case .local: local(moment)
    }
  }

  private func iso(_ moment: Timestamp) -> String {
    let (day, seconds) = ShownTime.split(moment, on: clocks)
    let minutes = clocks.minutesAheadOfUTC(at: moment)
    let zone = ShownTime.two(abs(minutes) / 60) + ShownTime.two(abs(minutes) % 60)
    return "\(day) \(clock(seconds)) \(minutes < 0 ? "-" : "+")\(zone)"
  }

  private func local(_ moment: Timestamp) -> String {
    let (day, seconds) = ShownTime.split(moment, on: clocks)
    return "\(day.shortWeekday) \(day.shortMonth) \(day.day) \(clock(seconds)) \(day.year)"
  }

  private func clock(_ seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map(ShownTime.two).joined(separator: ":")
  }
}

/// Formats moments relative to now: `just now`, `3 minutes ago`, `yesterday`, `2 weeks ago`.
package enum RelativeTime {
  private static let minute: Int64 = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let units = [
    ("year", 365 * day), ("month", 30 * day), ("week", 7 * day), ("day", day), ("hour", hour),
    ("minute", minute),
  ]

  /// Returns the time between `time` and `now` in words, rounded down to its largest unit.
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

/// Due dates in words, such as `today`, `tomorrow`, `in 3 days`, `3 days overdue`, `5 months
/// overdue`, or the date itself.
package enum DueWords {
  /// The most days ahead that are shown as a number of days; later dates are clearer as dates.
  private static let daysCounted = 13

  /// The most days overdue that are shown as a number of days. For a longer time, months or years
  /// are exact enough.
  private static let daysPastCounted = 99

  /// Returns the words for a due date: at most 17 characters for the next thousand years.
  ///
  /// - Parameter isDone: Whether the plan is done. Then the date itself is shown.
  package static func words(for due: CalendarDay, today: CalendarDay, isDone: Bool) -> String {
    guard !isDone else { return due.description }
    switch due - today {
    case 0: return "today"
    case 1: return "tomorrow"
    case 2...daysCounted: return "in \(due - today) days"
    case ..<0: return "\(words(pastDays: today - due)) overdue"
    default: return due.description
    }
  }

  private static func words(pastDays days: Int) -> String {
    switch days {
    case ...daysPastCounted: CountWords.words(days, "day")
    case ..<730: CountWords.words(days * 12 / 365, "month")
    default: CountWords.words(days / 365, "year")
    }
  }
}

/// Leases in words: `until 14:30, in 25 minutes`, `ended 5 minutes ago`.
package enum LeaseWords {
  /// Returns the words for the end of a lease, to follow `lease`.
  package static func words(for end: Timestamp, now: Timestamp, on clocks: LocalClocks) -> String {
    guard end > now else { return ended(end, now: now) }
    return "until \(moment(end, now: now, on: clocks)), \(distance(to: end, now: now))"
  }

  /// Returns the words for an end to come, to follow a sentence: `until 14:30 (in 25 minutes)`.
  package static func until(_ end: Timestamp, now: Timestamp, on clocks: LocalClocks) -> String {
    "until \(moment(end, now: now, on: clocks)) (\(distance(to: end, now: now)))"
  }

  /// Returns the words for a lease that is over, such as `ended 5 minutes ago`.
  package static func ended(_ end: Timestamp, now: Timestamp) -> String {
    "ended \(RelativeTime.words(for: end, now: now))"
  }

  /// Returns how far a moment is ahead, such as `in 25 minutes`.
  private static func distance(to end: Timestamp, now: Timestamp) -> String {
    end.seconds - now.seconds < 60
      ? "in less than a minute" : RelativeTime.words(for: end, now: now)
  }

  /// Returns the time of day, with the date if that is not today: `14:30`, `2026-11-27 14:30`.
  private static func moment(_ end: Timestamp, now: Timestamp, on clocks: LocalClocks) -> String {
    let words = ShownTime.toTheMinute(end, on: clocks)
    let isToday = clocks.day(of: end) == clocks.day(of: now)
    return isToday ? String(words.suffix(5)) : words
  }
}

/// Formats moments in local time.
package enum ShownTime {
  /// Returns the date and time, such as `2026-11-24 14:05`.
  package static func toTheMinute(_ moment: Timestamp, on clocks: LocalClocks) -> String {
    let (day, seconds) = split(moment, on: clocks)
    return "\(day) \(two(seconds / 3600)):\(two(seconds / 60 % 60))"
  }

  /// Returns the local day, and the time of day in seconds.
  static func split(
    _ moment: Timestamp, on clocks: LocalClocks
  ) -> (day: CalendarDay, seconds: Int) {
    let shown = moment.milliseconds + Int64(clocks.minutesAheadOfUTC(at: moment)) * 60_000
    let day: Int64 = 86_400_000
    return (clocks.day(of: moment), Int(((shown % day) + day) % day / 1000))
  }

  /// Returns a number with at least two digits. It must not be negative.
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}

/// A period as it is shown to people, such as `2026-11-16 to 2026-11-22`, `2026-11-24` or
/// `2026-11-24 14:00 to now`.
package struct ShownPeriod: Hashable, Sendable {
  /// The first moment of the period.
  package let since: Timestamp
  /// The last moment; nil if the period has no end.
  package let until: Timestamp?

  package init(since: Timestamp, until: Timestamp?) { (self.since, self.until) = (since, until) }

  /// Returns the period in local time. The time of day is left out of a start at the first moment
  /// of a day and of an end at the last moment of a day. If the start and the end have the same
  /// words, they are shown once.
  package func words(on clocks: LocalClocks) -> String {
    let (first, last) = (clocks.day(of: since), until.map { clocks.day(of: $0) })
    let start =
      clocks.start(of: first) == since
      ? first.description : ShownTime.toTheMinute(since, on: clocks)
    guard let until, let last else { return "\(start) to now" }
    let end =
      clocks.end(of: last) == until ? last.description : ShownTime.toTheMinute(until, on: clocks)
    return start == end ? start : "\(start) to \(end)"
  }
}
