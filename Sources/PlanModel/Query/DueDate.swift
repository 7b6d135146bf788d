/// Days as people type them: `2026-12-01`, `tomorrow`, `fri`, `+2w`, `eom`, `none`.
package enum DueDate {
  /// The forms that `parse` reads, for help and for hints.
  package static let forms =
    "2026-12-01, today, tomorrow, fri, +3d, +2w, +1m, eow, eom, eoq, eoy or none"

  /// Reads a day, in upper or lower case; nil is `none`.
  ///
  /// - A day of the week is the next one after `today`: on a Friday, `fri` is a week later.
  /// - `3d` and `+3d` count on from `today`, `-3d` back; the units are those of `Period`.
  /// - `eow` is the Sunday of this week, `eom`, `eoq` and `eoy` are the last day of this month,
  ///   quarter and year.
  ///
  /// - Throws: `DueDateError`, never `notAPeriod`.
  package static func parse(
    _ text: String, today: CalendarDay
  ) throws(DueDateError) -> CalendarDay? {
    let word = text.lowercased()
    if word == "none" { return nil }
    if let day = namedDay(word, today: today) ?? CalendarDay(text) { return day }
    if let period = Period(word) {
      guard let day = today.advanced(by: period) else { throw .outsideCalendar(text) }
      return day
    }
    throw error(for: text)
  }

  /// Reads a period by which to move a date: `3d`, `2w`, `1m`, `-1d`.
  ///
  /// - Throws: `DueDateError.notAPeriod`.
  package static func parsePeriod(_ text: String) throws(DueDateError) -> Period {
    guard let period = Period(text) else { throw .notAPeriod(text) }
    return period
  }

  private static func namedDay(_ word: String, today: CalendarDay) -> CalendarDay? {
    switch word {
    case "today": return today
    case "tomorrow": return today + 1
    case "yesterday": return today + -1
    case "eow": return today + (7 - today.weekday)
    case "eom": return today.endOfMonth(after: 0)
    case "eoq": return today.endOfMonth(after: 2 - (today.month - 1) % 3)
    case "eoy": return today.endOfMonth(after: 12 - today.month)
    default:
      guard let index = weekdayIndex(word) else { return nil }
      let ahead = (index + 1 - today.weekday + 7) % 7
      return today + (ahead == 0 ? 7 : ahead)
    }
  }

  /// Returns whether a lowercase word is the name of a day of the week, or its first three letters.
  static func isWeekday(_ word: String) -> Bool { weekdayIndex(word) != nil }

  private static func weekdayIndex(_ word: String) -> Int? {
    weekdays.firstIndex { $0 == word || $0.prefix(3) == word }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Returns the error for a text: a day that does not exist, or no day at all.
  private static func error(for text: String) -> DueDateError {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2), scanner.isAtEnd
    else { return .notADate(text) }
    if year == 0 { return .noSuchDay(text, reason: "years go from 0001 to 9999") }
    guard (1...12).contains(month) else {
      return .noSuchDay(text, reason: "months go from 01 to 12")
    }
    if day == 0 { return .noSuchDay(text, reason: "days go from 01") }
    let last = CalendarDay.days(inMonth: month, of: year)
    return .noSuchDay(text, reason: "\(months[month - 1]) \(year) has \(last) days")
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

/// The reason why a text is not a date or a period. Each case holds the text.
package enum DueDateError: Error, Hashable {
  case notADate(String)
  /// The text has the form of a date, but the day does not exist.
  case noSuchDay(String, reason: String)
  /// The date is before the year 0001 or after 9999.
  case outsideCalendar(String)
  case notAPeriod(String)

  package var message: String {
    switch self {
    case .notADate(let text): "\(text.quotedForMessage) is not a date"
    case .noSuchDay(let text, let reason): "\(text.quotedForMessage) is not a date: \(reason)"
    case .outsideCalendar(let text): "\(text.quotedForMessage) leads out of the years 0001 to 9999"
    case .notAPeriod(let text):
      "\(text.quotedForMessage) is not a number of days, weeks, months or years"
    }
  }

  package var hint: String {
    switch self {
    case .notADate, .noSuchDay, .outsideCalendar: "dates are \(DueDate.forms)"
    case .notAPeriod: "write it as 3d, 2w, 1m, 1y or -1d"
    }
  }
}
