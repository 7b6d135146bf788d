/// A number of days, weeks, months or years, ahead or back: `3d`, `+2w`, `-1m`.
package struct Period: Hashable, Sendable {
  package enum Unit: String, CaseIterable, Sendable { case day, week, month, year }

  /// The number of units; a negative number counts back.
  package let count: Int
  package let unit: Unit

  /// The largest count. From any day it ends outside the calendar, and arithmetic with it can't
  /// overflow.
  static let limit = 10_000_000

  /// Creates a period; the count is limited to ten million units ahead or back.
  package init(_ count: Int, _ unit: Unit) {
    self.count = min(max(count, -Self.limit), Self.limit)
    self.unit = unit
  }

  /// The period as people type it: `2w`.
  package var text: String { "\(count)\(unit.rawValue.prefix(1))" }

  /// Parses an optional sign, digits and a unit in either case; nil for other texts.
  package init?(_ text: String) {
    let text = text.lowercased()
    let unit = Unit.allCases.first { $0.rawValue.first == text.last }
    guard let unit else { return nil }
    var digits = text.dropLast()
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    // A number too large for an integer is valid; its day is outside the calendar.
    let count = Int(digits) ?? Int.max
    self.init(isNegative ? -count : count, unit)
  }
}

extension CalendarDay {
  /// Returns this day moved by a period; nil if the result is outside the years 0001 to 9999.
  ///
  /// A month or year later is the same day of the month. If that month is too short, the result is
  /// its last day: a month after January 31st is the last day of February.
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
    return CalendarDay(year: year, month: month, day: min(day, Self.days(inMonth: month, of: year)))
  }

  /// Returns the last day of the month that is `months` later. If that month is outside the years
  /// 0001 to 9999, returns the last day of the current month.
  func endOfMonth(after months: Int) -> CalendarDay {
    let first = CalendarDay(year: year, month: month, day: 1) ?? self
    let last = first.advanced(months: months) ?? self
    return CalendarDay(
      year: last.year, month: last.month,
      day: Self.days(inMonth: last.month, of: last.year)) ?? self
  }
}

// MARK: - Typed offsets

/// A distance from today or from now: `3d`, `-2h`, `in 3 days`, `two weeks ago`, `a week from now`.
struct DateOffset: Hashable {
  enum Unit: Hashable {
    case minute, hour
    case ofPeriod(Period.Unit)

    /// Reads a unit in any of its spellings: `w`, `wk`, `wks`, `week`, `weeks`.
    init?(spelling word: String) {
      let singular = word.count > 1 && word.last == "s" ? String(word.dropLast()) : word
      switch singular {
      case "min", "minute": self = .minute
      case "h", "hr", "hour": self = .hour
      case "d", "day": self = .ofPeriod(.day)
      case "w", "wk", "week": self = .ofPeriod(.week)
      case "m", "mo", "month": self = .ofPeriod(.month)
      case "y", "yr", "year": self = .ofPeriod(.year)
      default: return nil
      }
    }
  }

  /// The direction of the distance. `asRead` means that no direction was typed: then a due date
  /// counts ahead, and a past moment counts back.
  enum Direction { case asRead, ahead, back }

  /// The number of units; never negative, at most `limit`.
  let count: Int
  let unit: Unit
  let direction: Direction
  /// Whether the distance was typed as `5m ago`, which may mean minutes or months.
  let mayBeMinutes: Bool

  /// The largest count. A period with this count always ends outside the calendar, and its length
  /// in milliseconds does not overflow.
  private static let limit = 100_000_000_000

  /// Parses all of the words; nil if they are not a distance.
  init?(_ words: DateWords) {
    var words = words
    var isAhead = words.skip("in")
    let isBack = !isAhead && words.skipLast("ago")
    if !isAhead, !isBack, words.skipLast("now") || words.skipLast("today") {
      isAhead = words.skipLast("from")
      guard isAhead else { return nil }
    }
    guard var first = words.next() else { return nil }
    var sign = Direction.asRead
    if let mark = first.first, mark == "+" || mark == "-" {
      sign = mark == "+" ? .ahead : .back
      first.removeFirst()
    }
    // A sign together with `in`, `ago` or `from now` is refused, as in `in -3 days`.
    guard sign == .asRead || !(isAhead || isBack) else { return nil }
    let digits = first.prefix { $0.isNumber }
    let count: Int?
    let spelling: String
    if let next = words.next() {
      (count, spelling) = (CalendarNames.count(first), next)
    } else {
      count = CalendarNames.digits(digits)
      spelling = String(first.dropFirst(digits.count))
    }
    guard let count, let unit = Unit(spelling: spelling), words.isAtEnd else { return nil }
    self.count = min(count, Self.limit)
    self.unit = unit
    mayBeMinutes = isBack && spelling == "m"
    direction = isAhead ? .ahead : isBack ? .back : sign
  }

  /// The signed distance in days or longer units; nil for hours and minutes.
  ///
  /// - Parameter isPast: Whether a count without a sign means the past.
  func period(lookingBack isPast: Bool) -> Period? {
    guard case .ofPeriod(let unit) = unit else { return nil }
    return Period(isBack(lookingBack: isPast) ? -count : count, unit)
  }

  /// The signed distance in milliseconds; nil for days and longer units.
  func milliseconds(lookingBack isPast: Bool) -> Int64? {
    let length: Int64
    switch unit {
    case .minute: length = 60_000
    case .hour: length = 3_600_000
    case .ofPeriod: return nil
    }
    return (isBack(lookingBack: isPast) ? -1 : 1) * Int64(count) * length
  }

  private func isBack(lookingBack isPast: Bool) -> Bool {
    direction == .back || (direction == .asRead && isPast)
  }
}
