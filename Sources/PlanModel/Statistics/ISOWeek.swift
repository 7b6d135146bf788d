/// An ISO 8601 week, from Monday to Sunday: `2026-W47`.
package struct ISOWeek: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let monday: CalendarDay

  /// Returns the week that contains a day.
  package init(of day: CalendarDay) { monday = day + (1 - day.weekday) }

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

  /// The year of the week's Thursday, to which ISO 8601 counts the week.
  package var year: Int { (monday + 3).year }

  /// The number of the week in its year, 1 to 53.
  package var number: Int {
    let thursday = monday + 3
    let newYear = CalendarDay(year: thursday.year, month: 1, day: 1) ?? thursday
    return (thursday - newYear) / 7 + 1
  }

  package var description: String {
    "\(CalendarDay.padded(year, to: 4))-W\(CalendarDay.padded(number, to: 2))"
  }

  package static func < (left: ISOWeek, right: ISOWeek) -> Bool { left.monday < right.monday }
}
