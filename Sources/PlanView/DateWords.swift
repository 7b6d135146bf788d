package import PlanModel

/// The style in which histories show dates and times.
package struct DateStyle: Sendable {
  package enum Form: String, CaseIterable, Sendable {
    /// The time since then, such as `3 days ago`.
    case relative
    /// A date and time like git's `iso`: `2026-11-24 14:05:09 +0900`.
    case iso
    /// A date and time like git's `local`: `Tue Nov 24 14:05:09 2026`.
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
    case .relative: moment.relativeWords(now: now)
    case .iso: iso(moment)
    case .local: local(moment)
    }
  }

  private func iso(_ moment: Timestamp) -> String {
    let (day, seconds) = clocks.dayAndSeconds(of: moment)
    let minutes = clocks.minutesAheadOfUTC(at: moment)
    let zone = twoDigits(abs(minutes) / 60) + twoDigits(abs(minutes) % 60)
    return "\(day) \(clock(seconds)) \(minutes < 0 ? "-" : "+")\(zone)"
  }

  private func local(_ moment: Timestamp) -> String {
    let (day, seconds) = clocks.dayAndSeconds(of: moment)
    return "\(day.shortWeekday) \(day.shortMonth) \(day.day) \(clock(seconds)) \(day.year)"
  }

  private func clock(_ seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
  }
}

extension Timestamp {
  private static let minute: Int64 = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour
  /// The units from the largest to the smallest. Ages are not counted in minutes.
  private static let units: [(name: String, short: String?, length: Int64)] = [
    ("year", "y", 365 * day), ("month", "mo", 30 * day), ("week", "w", 7 * day),
    ("day", "d", day), ("hour", "h", hour), ("minute", nil, minute),
  ]

  /// Returns the time between this moment and `now` in words, rounded down to its largest unit:
  /// `just now`, `3 minutes ago`, `yesterday`, `2 weeks ago`.
  ///
  /// A day is 24 hours, because calendar days depend on a time zone. So `yesterday` means 24 to 48
  /// hours ago. A moment in the future, caused by a wrong clock, is `in 3 hours`.
  package func relativeWords(now: Timestamp) -> String {
    let elapsed = now.seconds - seconds
    if abs(elapsed) < Self.minute { return "just now" }
    if (Self.day..<2 * Self.day).contains(elapsed) { return "yesterday" }
    guard let unit = Self.units.first(where: { abs(elapsed) >= $0.length }) else {
      return "just now"
    }
    let count = CountWords.words(Int(abs(elapsed) / unit.length), unit.name)
    return elapsed > 0 ? "\(count) ago" : "in \(count)"
  }

  /// Returns the time since this moment in its largest unit, in a short form: `3d`, `5mo`.
  ///
  /// - Returns: nil for less than an hour, and for a moment in the future.
  package func shortAge(now: Timestamp) -> String? {
    let elapsed = now.seconds - seconds
    let unit = Self.units.first { elapsed >= $0.length }
    guard let unit, let name = unit.short else { return nil }
    return "\(elapsed / unit.length)\(name)"
  }
}

extension CalendarDay {
  /// The most days ahead that are shown as a number of days; later dates are clearer as dates.
  private static let daysCounted = 13

  /// The most days overdue that are shown as a number of days. For a longer time, months or years
  /// are exact enough.
  private static let daysPastCounted = 99

  /// Returns the words for a due date, such as `today`, `tomorrow`, `in 3 days`, `3 days overdue`,
  /// `5 months overdue`, or the date itself: at most 17 characters for the next thousand years.
  ///
  /// - Parameter isDone: Whether the plan is done. Then the date itself is shown.
  package func dueWords(today: CalendarDay, isDone: Bool) -> String {
    guard !isDone else { return description }
    switch self - today {
    case 0: return "today"
    case 1: return "tomorrow"
    case 2...Self.daysCounted: return "in \(self - today) days"
    case ..<0: return "\(Self.words(pastDays: today - self)) overdue"
    default: return description
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

/// The words for the end of a lease.
extension Timestamp {
  /// Returns the words that follow `lease`: `until 14:30, in 25 minutes`, `ended 5 minutes ago`.
  package func leaseWords(now: Timestamp, on clocks: LocalClocks) -> String {
    guard self > now else { return endedWords(now: now) }
    return "until \(timeWords(now: now, on: clocks)), \(distanceWords(now: now))"
  }

  /// Returns the words for an end to come, to follow a sentence: `until 14:30 (in 25 minutes)`.
  package func untilWords(now: Timestamp, on clocks: LocalClocks) -> String {
    "until \(timeWords(now: now, on: clocks)) (\(distanceWords(now: now)))"
  }

  /// Returns the words for a lease that is over, such as `ended 5 minutes ago`.
  package func endedWords(now: Timestamp) -> String { "ended \(relativeWords(now: now))" }

  /// Returns how far the moment is ahead, such as `in 25 minutes`.
  private func distanceWords(now: Timestamp) -> String {
    seconds - now.seconds < 60 ? "in less than a minute" : relativeWords(now: now)
  }

  /// Returns the time of day, with the date if that is not today: `14:30`, `2026-11-27 14:30`.
  private func timeWords(now: Timestamp, on clocks: LocalClocks) -> String {
    let words = clocks.dateAndTime(of: self)
    return clocks.day(of: self) == clocks.day(of: now) ? String(words.suffix(5)) : words
  }
}

extension LocalClocks {
  /// Returns the local date and time of a moment, such as `2026-11-24 14:05`.
  package func dateAndTime(of moment: Timestamp) -> String {
    let (day, seconds) = dayAndSeconds(of: moment)
    return "\(day) \(twoDigits(seconds / 3600)):\(twoDigits(seconds / 60 % 60))"
  }

  /// Returns the local day of a moment, and the time of day in seconds.
  fileprivate func dayAndSeconds(of moment: Timestamp) -> (day: CalendarDay, seconds: Int) {
    let shown = moment.milliseconds + Int64(minutesAheadOfUTC(at: moment)) * 60_000
    let length: Int64 = 86_400_000
    return (day(of: moment), Int(((shown % length) + length) % length / 1000))
  }
}

/// Returns a number with at least two digits. It must not be negative.
private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

/// A period as it is shown to people, such as `2026-11-16 to 2026-11-22`, `2026-11-24` or
/// `2026-11-24 14:00 to now`.
package struct ShownPeriod: Hashable, Sendable {
  /// The first moment of the period.
  package let since: Timestamp
  /// The last moment; nil if the period has no end.
  package let until: Timestamp?

  package init(since: Timestamp, until: Timestamp?) { (self.since, self.until) = (since, until) }

  /// Returns the period in local time.
  ///
  /// A start at the first moment of a day is shown without its time of day, and so is an end at the
  /// last moment of a day. If the texts of the start and the end are equal, the text is shown once.
  package func words(on clocks: LocalClocks) -> String {
    let (first, last) = (clocks.day(of: since), until.map { clocks.day(of: $0) })
    let start =
      clocks.start(of: first) == since
      ? first.description : clocks.dateAndTime(of: since)
    guard let until, let last else { return "\(start) to now" }
    let end =
      clocks.end(of: last) == until ? last.description : clocks.dateAndTime(of: until)
    return start == end ? start : "\(start) to \(end)"
  }
}
