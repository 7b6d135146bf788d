/// Due dates as people type them: `Dec 1`, `fri`, `next week`, `+2w`, `eom`, `none`.
package enum DueDate {
  /// The forms that `parse` reads, for help and for hints.
  package static let forms =
    "2026-12-01, Dec 1, today, tomorrow, fri, next week, 3d, in 2 weeks, eow, eom, eoq, eoy or none"

  /// Parses a day, ignoring case; nil means `none`.
  ///
  /// - A month and a day without a year are the next such day, today included.
  /// - A weekday is the next one after today: on a Friday, `fri` is a week later. `this fri` may be
  ///   today, `last fri` is before today, and `next fri` is in the next week.
  /// - Weeks go from Monday to Sunday. `next week`, `next month` and so on mean the first day of
  ///   that week or month. `this week` and `last week` mean the last day of the week; so do `eow`
  ///   and `end of next week`.
  /// - `3d`, `+3d` and `in 3 days` count from today ahead; `-3d` and `3 days ago` count back.
  /// - A leading `by` or `on` is ignored. A weekday before a date must match the date.
  /// - Words may be joined by hyphens: `next-week`.
  ///
  /// - Throws: `DueDateError`, never `notAPeriod`.
  package static func parse(
    _ text: String, today: CalendarDay
  ) throws(DueDateError) -> CalendarDay? {
    guard let words = DateWords(text) else { throw .notADate(text) }
    if words.count == 1, words.first == "none" { return nil }
    return try parse(words, typed: text, today: today)
  }

  private static func parse(
    _ typed: DateWords, typed text: String, today: CalendarDay
  ) throws(DueDateError) -> CalendarDay {
    var words = typed
    words.skip("by", "on")
    guard let phrase = try DayPhrase(words, typed: text) else {
      if let day = try date(withWeekday: words, typed: text, today: today) { return day }
      throw try timed(words, typed: text) ?? .notADate(text)
    }
    switch phrase {
    case .week, .month, .year: throw .notADate(text)
    default: break
    }
    guard let day = day(phrase, today: today) else { throw .outsideCalendar(text) }
    return day
  }

  /// Parses `Thu 24 Dec`; nil for another form.
  ///
  /// - Throws: `DueDateError` if the date has another weekday.
  private static func date(
    withWeekday words: DateWords, typed text: String, today: CalendarDay
  ) throws(DueDateError) -> CalendarDay? {
    var rest = words
    guard let weekday = rest.next().flatMap(CalendarNames.weekday),
      let phrase = try DayPhrase(rest, typed: text)
    else { return nil }
    switch phrase {
    case .day, .dayOfYear, .dayOfMonth: break
    default: return nil
    }
    guard let day = day(phrase, today: today) else { throw .outsideCalendar(text) }
    guard day.weekday == weekday else {
      let name = CalendarNames.name(ofWeekday: day.weekday)
      throw .noSuchDay(text, reason: "\(day) is a \(name)")
    }
    return day
  }

  /// Returns the error for a day with a time: `2026-12-24T17:00`, `fri 5pm`, `in 2 hours`. Returns
  /// nil for other words.
  private static func timed(
    _ words: DateWords, typed text: String
  ) throws(DueDateError) -> DueDateError? {
    if DateOffset(words) != nil { return .hasTime(text, day: "today") }
    var rest = words
    guard let last = rest.popLast() else { return nil }
    let isBehindAt = rest.skipLast("at")
    guard isTime(last) || isBehindAt && CalendarNames.digits(last[...]) != nil else { return nil }
    if rest.isAtEnd { return .hasTime(text, day: "today") }
    return try DayPhrase(rest, typed: text) == nil ? nil : .hasTime(text, day: rest.joined)
  }

  /// Whether a word is a time of day: `17:00`, `5pm`, `noon`.
  private static func isTime(_ word: String) -> Bool {
    if word.contains(":") || timesOfDay.contains(word) { return true }
    return (word.hasSuffix("am") || word.hasSuffix("pm"))
      && CalendarNames.digits(word.dropLast(2)) != nil
  }

  private static let timesOfDay: Set = [
    "noon", "midnight", "morning", "afternoon", "evening", "night",
  ]

  /// Parses days for a query; nil means `none`.
  ///
  /// A week, month, quarter or year gives all of its days. Any other text gives one day, as `parse`
  /// reads it.
  ///
  /// - Throws: `DueDateError`, never `notAPeriod`.
  package static func days(
    _ text: String, today: CalendarDay
  ) throws(DueDateError) -> ClosedRange<CalendarDay>? {
    if let words = DateWords(text), let phrase = try DayPhrase(words, typed: text),
      let days = phrase.wholeDays(from: today, lookingBack: false)
    {
      return days
    }
    return try parse(text, today: today).map { $0...$0 }
  }

  /// Parses the period by which a date is moved: `3d`, `2w`, `1m`, `-1d`.
  ///
  /// - Throws: `DueDateError.notAPeriod`.
  package static func parsePeriod(_ text: String) throws(DueDateError) -> Period {
    guard let period = Period(text) else { throw .notAPeriod(text) }
    return period
  }

  private static func day(_ phrase: DayPhrase, today: CalendarDay) -> CalendarDay? {
    guard case .whole(let unit, let direction) = phrase else {
      return phrase.day(from: today, lookingBack: false)
    }
    let days = unit.days(direction, from: today)
    return direction == .next ? days?.lowerBound : days?.upperBound
  }
}

/// The reason why a text is not a date, a moment or a period. Each case holds the typed text.
package enum DueDateError: Error, Hashable {
  case notADate(String)
  /// The text has the form of a date, but the day does not exist.
  case noSuchDay(String, reason: String)
  /// The text names a time of day; `day` is the text without the time.
  case hasTime(String, day: String)
  /// The text has the form of a time, but no day has that time.
  case noSuchTime(String)
  /// The order of day and month is ambiguous. Each meaning is a text that can be typed.
  case whichOrder(String, meanings: [String])
  /// The text may mean a number of minutes or of months.
  case whichUnit(String, count: Int)
  /// The date is before the year 0001 or after 9999.
  case outsideCalendar(String)
  case notAPeriod(String)

  package var message: String {
    switch self {
    case .notADate(let text): "\(text.quotedForMessage) is not a date"
    case .noSuchDay(let text, let reason): "\(text.quotedForMessage) is not a date: \(reason)"
    case .hasTime(let text, _): "\(text.quotedForMessage) has a time, and a date is a whole day"
    case .noSuchTime(let text):
      "\(text.quotedForMessage) is not a time: times go from 00:00 to 23:59"
    case .whichOrder(let text, let meanings):
      meanings.count == 1
        ? "\(text.quotedForMessage) is not in the order of year, month and day"
        : "\(text.quotedForMessage) does not say which number is the month"
    case .whichUnit(let text, _): "\(text.quotedForMessage) may mean minutes or months"
    case .outsideCalendar(let text): "\(text.quotedForMessage) leads out of the years 0001 to 9999"
    case .notAPeriod(let text):
      "\(text.quotedForMessage) is not a number of days, weeks, months or years"
    }
  }

  package var hint: String { hint(where: "dates are \(DueDate.forms)") }

  /// Returns a hint with the text to type instead.
  ///
  /// - Parameter forms: A sentence that lists the forms accepted in this place.
  package func hint(where forms: String) -> String {
    switch self {
    case .notADate, .noSuchDay, .noSuchTime, .outsideCalendar: forms
    case .hasTime(_, let day): "write it as '\(day)'"
    case .whichOrder(_, let meanings): "write it as '\(meanings.joined(separator: "' or '"))'"
    case .whichUnit(_, let count): "write it as '\(count)min ago' or '\(count)mo ago'"
    case .notAPeriod: "write it as 3d, 2w, 1m, 1y or -1d"
    }
  }
}
