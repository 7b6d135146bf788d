/// A day of the Gregorian calendar, without time and time zone: `2026-12-01`.
package struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int
  /// The day of the month, 1 to 31.
  package let day: Int

  /// Creates a day in the years 0001 to 9999; nil if it does not exist.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Parses `YYYY-MM-DD`; nil for other texts.
  package init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let day = scanner.number(2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package var description: String {
    var digits = DigitText()
    digits.append(self)
    return digits.text
  }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

// MARK: - Arithmetic

extension CalendarDay {
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days since 1970-01-01.
  ///
  /// The calculation uses years that begin in March, so that the leap day is the last day of a
  /// year. `Foundation.Calendar` is not used, because it would take longer than the rest of a short
  /// command.
  package var dayNumber: Int {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
  }

  /// Creates the day with a number. Numbers outside the years 0001 to 9999 give the first or last
  /// day.
  package init(dayNumber: Int) {
    let clamped = min(max(dayNumber, -719_162), 2_932_896)
    let days = clamped + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Returns the day that is some days later, limited to the first and last day of the calendar.
  package static func + (day: CalendarDay, days: Int) -> CalendarDay {
    let (number, overflows) = day.dayNumber.addingReportingOverflow(days)
    return CalendarDay(dayNumber: overflows ? days : number)
  }

  /// Returns the number of days from `right` to `left`.
  package static func - (left: CalendarDay, right: CalendarDay) -> Int {
    left.dayNumber - right.dayNumber
  }

  /// The weekday by ISO 8601: 1 for Monday to 7 for Sunday.
  package var weekday: Int { (dayNumber % 7 + 10) % 7 + 1 }
}

// MARK: - Weeks

/// An ISO 8601 week, from Monday to Sunday: `2026-W47`.
package struct ISOWeek: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let monday: CalendarDay

  /// Creates the week that contains a day.
  package init(of day: CalendarDay) { monday = day + (1 - day.weekday) }

  /// Makes a week from its ISO 8601 year and number.
  ///
  /// - Parameter number: The number of the week; if the year has no such week, the result is nil.
  package init?(year: Int, number: Int) {
    // January 4 is always in the first week.
    guard let inFirst = CalendarDay(year: year, month: 1, day: 4) else { return nil }
    self.init(of: inFirst + 7 * (number - 1))
    guard number > 0, self.year == year else { return nil }
  }

  /// Returns the number of the last week of a year, 52 or 53.
  static func last(of year: Int) -> Int {
    CalendarDay(year: year, month: 12, day: 28).map { ISOWeek(of: $0).number } ?? 52
  }

  package var sunday: CalendarDay { monday + 6 }
  package var next: ISOWeek { ISOWeek(of: monday + 7) }

  /// The year of the week by ISO 8601, which is the year of the week's Thursday.
  package var year: Int { (monday + 3).year }

  /// The number of the week in its year, 1 to 53.
  package var number: Int {
    let thursday = monday + 3
    let newYear = CalendarDay(year: thursday.year, month: 1, day: 1) ?? thursday
    return (thursday - newYear) / 7 + 1
  }

  package var description: String {
    var digits = DigitText()
    digits.append(year, width: 4)
    digits.append("-W")
    digits.append(number, width: 2)
    return digits.text
  }

  package static func < (left: ISOWeek, right: ISOWeek) -> Bool { left.monday < right.monday }
}
