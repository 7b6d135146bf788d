/// A week of ISO 8601, from Monday to Sunday: `2026-W47`.
package struct ISOWeek: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let monday: CalendarDay

  /// Returns the week of a day.
  package init(of day: CalendarDay) { monday = day + (1 - day.weekday) }

  package var sunday: CalendarDay { monday + 6 }
  package var next: ISOWeek { ISOWeek(of: monday + 7) }

  /// The year that has most days of the week, to which it is counted.
  package var year: Int { (monday + 3).year }

  /// 1 to 53.
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
