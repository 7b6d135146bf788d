/// The rule by which a plan repeats: `every 2 weeks`, `every month on 31`, `every day from done`.
///
/// It counts calendar days, so time zones and daylight saving time do not matter.
package struct Repetition: Hashable, Sendable {
  /// The day from which the next day is counted.
  package enum Origin: String, CaseIterable, Sendable {
    /// The due date of the finished plan.
    case due
    /// The day on which the plan was finished.
    case done
  }

  /// The days that count in each period.
  enum Days: Hashable, Sendable {
    /// One day in each period. It has the same place as the day from which periods are counted,
    /// such as the 5th of each month.
    case same
    /// Days of the week, 1 for Monday to 7 for Sunday; not empty.
    case weekdays(Set<Int>)
    /// A day of the month, 1 to 31. A shorter month has its last day instead.
    case dayOfMonth(Int)
    case lastOfMonth
    /// A day of the year. February 28 replaces February 29 in years that are not leap years.
    case dayOfYear(month: Int, day: Int)
  }

  /// The number of units in a period, 1 to `longest`.
  let count: Int
  package let unit: Period.Unit
  let days: Days
  package var origin: Origin

  /// The largest number of units.
  static let longest = 1000

  /// Creates a rule; nil if the count is out of range, or the days do not fit the unit.
  init?(every count: Int, _ unit: Period.Unit, on days: Days = .same, from origin: Origin = .due) {
    guard (1...Self.longest).contains(count), days.fit(unit) else { return nil }
    (self.count, self.unit, self.days, self.origin) = (count, unit, days, origin)
  }
}

extension Repetition.Days {
  fileprivate func fit(_ unit: Period.Unit) -> Bool {
    switch self {
    case .same: true
    case .weekdays(let days): unit == .week && !days.isEmpty && days.allSatisfy((1...7).contains)
    case .dayOfMonth(let day): unit == .month && (1...31).contains(day)
    case .lastOfMonth: unit == .month
    case .dayOfYear(let month, let day):
      unit == .year && CalendarDay(year: 2000, month: month, day: day) != nil
    }
  }
}

// MARK: - The next day

extension Repetition {
  /// The next day of a series, and the rule for the later days.
  package struct Step: Hashable, Sendable {
    package let day: CalendarDay
    package let rule: Repetition
    /// Whether earlier days of the rule are skipped because they have passed.
    package let leavesOut: Bool
  }

  /// Returns the next day after a plan was finished. It is after `today`; nil if the calendar ends
  /// first.
  ///
  /// - Parameters:
  ///   - due: The due date of the finished plan; nil for a plan without one, which repeats from
  ///     today.
  ///   - today: The day on which the plan is finished.
  package func step(due: CalendarDay?, today: CalendarDay) -> Step? {
    let base = origin == .done ? today : due ?? today
    // A plan that is finished early must not come back on the day for which it was due.
    let limit = days == .same && origin == .done ? today : max(today, due ?? today)
    guard let day = next(after: base, past: limit), let first = next(after: base, past: base)
    else { return nil }
    return Step(day: day, rule: fixed(at: base), leavesOut: first < day && first <= today)
  }

  /// Returns the rule with a fixed day if counting from a shorter month would change the day. For
  /// example, `every month` of a plan that was due on the 31st becomes `every month on 31`.
  private func fixed(at base: CalendarDay) -> Repetition {
    guard days == .same, origin == .due, base.day > 28 else { return self }
    let fixed: Days? =
      switch unit {
      case .month: .dayOfMonth(base.day)
      case .year where base.month == 2: .dayOfYear(month: 2, day: base.day)
      default: nil
      }
    return fixed.flatMap { Repetition(every: count, unit, on: $0, from: origin) } ?? self
  }

  /// Returns the first day of the rule that is after both `base` and `limit`.
  ///
  /// Periods are counted from the week, month or year of `base`. With `every month on 31`, the
  /// result may be in the month of `base`. With `every 2 months on 31` or `every 2 years`, the
  /// month or year of `base` is skipped.
  func next(after base: CalendarDay, past limit: CalendarDay) -> CalendarDay? {
    let bound = max(base, limit)
    switch (unit, days) {
    case (.day, _): return advanced(base, by: count, past: bound)
    case (.week, .weekdays(let weekdays)): return weekday(of: weekdays, after: base, past: bound)
    case (.week, _): return advanced(base, by: 7 * count, past: bound)
    case (.month, _), (.year, _): return dayOfMonth(after: base, past: bound)
    }
  }

  private func advanced(_ base: CalendarDay, by days: Int, past bound: CalendarDay) -> CalendarDay?
  {
    base.advanced(by: Period(((bound - base) / days + 1) * days, .day))
  }

  private func weekday(
    of weekdays: Set<Int>, after base: CalendarDay, past bound: CalendarDay
  ) -> CalendarDay? {
    let monday = base.dayNumber - (base.weekday - 1)
    // The period that contains the bound, and the next one: it always has a day after the bound.
    let first = (bound.dayNumber - monday) / (7 * count)
    for period in [first, first + 1] {
      for weekday in weekdays.sorted() {
        let number = monday + 7 * count * period + weekday - 1
        let day = CalendarDay(dayNumber: number)
        // `CalendarDay` limits a number outside the calendar.
        if number > bound.dayNumber { return day.dayNumber == number ? day : nil }
      }
    }
    return nil
  }

  private func dayOfMonth(after base: CalendarDay, past bound: CalendarDay) -> CalendarDay? {
    let months = unit == .year ? 12 * count : count
    var first = base.year * 12 + base.month - 1
    if case .dayOfYear(let month, _) = days { first = base.year * 12 + month - 1 }
    let earliest = count == 1 && days != .same ? 0 : 1
    let passed = bound.year * 12 + bound.month - 1 - first
    for period in max(earliest, passed / months)... {
      guard let day = day(in: first + period * months, of: base) else { return nil }
      if day > bound { return day }
    }
    return nil
  }

  /// Returns the rule's day in a month; nil outside the calendar.
  ///
  /// - Parameter month: The number of months since the year 0.
  private func day(in month: Int, of base: CalendarDay) -> CalendarDay? {
    let (year, month) = (month / 12, month % 12 + 1)
    guard (1...9999).contains(year) else { return nil }
    let last = CalendarDay.days(inMonth: month, of: year)
    let wanted =
      switch days {
      case .same, .weekdays: base.day
      case .dayOfMonth(let day), .dayOfYear(_, let day): day
      case .lastOfMonth: last
      }
    return CalendarDay(year: year, month: month, day: min(wanted, last))
  }

  /// The average number of days between two days of the rule, by which rules are sorted.
  var usualDays: Double {
    let length: Double =
      switch unit {
      case .day: 1
      case .week: 7
      case .month: 30.436875
      case .year: 365.2425
      }
    guard case .weekdays(let weekdays) = days else { return Double(count) * length }
    return Double(count) * length / Double(weekdays.count)
  }
}
