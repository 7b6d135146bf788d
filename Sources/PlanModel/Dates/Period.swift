/// A number of days, weeks, months or years, ahead or back: `3d`, `+2w`, `-1m`.
package struct Period: Hashable, Sendable {
  package enum Unit: Character, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
    case year = "y"
  }

  /// The number of units; negative leads back.
  package let count: Int
  package let unit: Unit

  /// The largest count. It leads out of the calendar from any day, and arithmetic with it can't
  /// overflow.
  static let limit = 10_000_000

  /// Creates a period; the count is limited to ten million units.
  package init(_ count: Int, _ unit: Unit) {
    self.count = min(max(count, -Self.limit), Self.limit)
    self.unit = unit
  }

  /// Parses an optional sign, digits and a unit in either case; nil for other texts.
  package init?(_ text: String) {
    let text = text.lowercased()
    guard let unit = text.last.flatMap(Unit.init) else { return nil }
    var digits = text.dropLast()
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    // A number too large for an integer is valid, and leads out of the calendar.
    let count = Int(digits) ?? Int.max
    self.init(isNegative ? -count : count, unit)
  }
}

extension CalendarDay {
  /// Returns the day after a period; nil outside the years 0001 to 9999.
  ///
  /// A month or year later is the same day of the month. If that month is too short it is its last
  /// day: a month after January 31st is the last day of February.
  package func advanced(by period: Period) -> CalendarDay? {
    switch period.unit {
    case .day: advanced(days: period.count)
    case .week: advanced(days: period.count * 7)
    case .month: advanced(months: period.count)
    case .year: advanced(months: period.count * 12)
    }
  }

  private func advanced(days: Int) -> CalendarDay? {
    let number = dayNumber + days
    let day = CalendarDay(dayNumber: number)
    // `CalendarDay` limits a number outside the calendar to the first or last day.
    return day.dayNumber == number ? day : nil
  }

  private func advanced(months: Int) -> CalendarDay? {
    let total = year * 12 + (month - 1) + months
    guard total >= 12 else { return nil }
    let (year, month) = (total / 12, total % 12 + 1)
    return CalendarDay(
      year: year, month: month, day: min(day, Self.days(inMonth: month, of: year)))
  }

  /// Returns the last day of the month that is `months` later.
  func endOfMonth(after months: Int) -> CalendarDay {
    let first = CalendarDay(year: year, month: month, day: 1) ?? self
    let last = first.advanced(months: months) ?? self
    return CalendarDay(
      year: last.year, month: last.month,
      day: Self.days(inMonth: last.month, of: last.year)) ?? self
  }
}
