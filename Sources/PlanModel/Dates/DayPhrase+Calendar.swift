/// The days that phrases mean, relative to a day. All functions in this file return nil for days
/// outside the years 0001 to 9999.
extension DayPhrase {
  /// Returns the day that the phrase means, looking ahead or back; nil for a whole week, month,
  /// quarter or year.
  func day(from today: CalendarDay, lookingBack isPast: Bool) -> CalendarDay? {
    switch self {
    case .day(let day): day
    case .dayOfYear(let month, let day):
      today.nearest(month: month, day: day, lookingBack: isPast)
    case .dayOfMonth(let day): today.nearest(dayOfMonth: day, lookingBack: isPast)
    case .daysFromToday(let count): today.advanced(by: Period(count, .day))
    case .weekday(let weekday, .next):
      Unit.week.days(.next, from: today).map { $0.lowerBound + (weekday - 1) }
    case .weekday(let weekday, let direction):
      today.nearest(
        weekday: weekday, lookingBack: isPast || direction == .last,
        includesThis: direction == .this || isPast && direction == nil)
    case .offset(let offset): offset.period(lookingBack: isPast).flatMap(today.advanced)
    case .endOf(let unit, let direction): unit.days(direction, from: today)?.upperBound
    case .endOfMonth(let month, let year):
      today.days(ofMonth: month, year: year, lookingBack: isPast)?.upperBound
    case .whole, .week, .month, .year: nil
    }
  }

  /// Returns the days of a whole week, month, quarter or year; nil for another phrase.
  func wholeDays(from today: CalendarDay, lookingBack isPast: Bool) -> ClosedRange<CalendarDay>? {
    switch self {
    case .whole(let unit, let direction): unit.days(direction, from: today)
    case .week(let week): week.monday...week.sunday
    case .month(let month, let year):
      today.days(ofMonth: month, year: year, lookingBack: isPast)
    case .year(let year): CalendarDay.days(ofYear: year)
    default: nil
    }
  }
}

extension DayPhrase.Unit {
  /// Returns the days of the previous, current or next unit; weeks go from Monday to Sunday.
  func days(_ direction: DayPhrase.Direction, from today: CalendarDay) -> ClosedRange<CalendarDay>?
  {
    switch self {
    case .week:
      guard
        let monday = (today + (1 - today.weekday)).advanced(by: Period(direction.rawValue, .week))
      else { return nil }
      return monday...(monday + 6)
    case .month: return months(direction, of: 1, from: today)
    case .quarter: return months(direction, of: 3, from: today)
    case .year: return months(direction, of: 12, from: today)
    }
  }

  private func months(
    _ direction: DayPhrase.Direction, of length: Int, from today: CalendarDay
  ) -> ClosedRange<CalendarDay>? {
    let month = (today.month - 1) / length * length + 1
    guard
      let first = CalendarDay(year: today.year, month: month, day: 1)?
        .advanced(by: Period(direction.rawValue * length, .month))
    else { return nil }
    return first...first.endOfMonth(after: length - 1)
  }
}

extension CalendarDay {
  /// Returns the nearest day with this weekday, looking back or ahead.
  ///
  /// - Parameter includesThis: Whether this day itself may be returned.
  func nearest(weekday: Int, lookingBack: Bool, includesThis: Bool) -> CalendarDay? {
    var distance = (lookingBack ? self.weekday - weekday + 7 : weekday - self.weekday + 7) % 7
    if distance == 0, !includesThis { distance = 7 }
    return advanced(by: Period(lookingBack ? -distance : distance, .day))
  }

  /// Returns the nearest day with this month and day, looking back or ahead from this day,
  /// inclusive.
  func nearest(month: Int, day: Int, lookingBack: Bool) -> CalendarDay? {
    // Two leap days can be eight years apart.
    for distance in 0...8 {
      let year = year + (lookingBack ? -distance : distance)
      guard let found = CalendarDay(year: year, month: month, day: day) else { continue }
      if lookingBack ? found <= self : found >= self { return found }
    }
    return nil
  }

  /// Returns the nearest day with this number in its month, looking back or ahead from this day,
  /// inclusive.
  func nearest(dayOfMonth day: Int, lookingBack: Bool) -> CalendarDay? {
    // Of two consecutive months at least one has a 31st, and only February lacks a 30th.
    for distance in 0...2 {
      guard
        let month = CalendarDay(year: year, month: self.month, day: 1)?
          .advanced(by: Period(lookingBack ? -distance : distance, .month)),
        let found = CalendarDay(year: month.year, month: month.month, day: day)
      else { continue }
      if lookingBack ? found <= self : found >= self { return found }
    }
    return nil
  }

  /// Returns all days of a year; nil for a year outside 1 to 9999.
  static func days(ofYear year: Int) -> ClosedRange<CalendarDay>? {
    guard let first = CalendarDay(year: year, month: 1, day: 1) else { return nil }
    return first...first.endOfMonth(after: 11)
  }

  /// Returns the days of a month. Without a year, these are the days of the nearest month with this
  /// number, looking back or ahead; the current month is included.
  func days(ofMonth month: Int, year: Int?, lookingBack: Bool) -> ClosedRange<CalendarDay>? {
    let other = lookingBack ? (month > self.month ? -1 : 0) : (month < self.month ? 1 : 0)
    guard let first = CalendarDay(year: year ?? self.year + other, month: month, day: 1) else {
      return nil
    }
    return first...first.endOfMonth(after: 0)
  }
}
