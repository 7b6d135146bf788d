package import PlanModel

/// The ticks of a chart's vertical axis: round numbers from 0 up.
package struct ValueAxis: Hashable, Sendable {
  /// The distance between two ticks: 1, 2 or 5 times a power of ten.
  package let step: Double
  /// The number of steps from 0 to the top, at least 1.
  package let steps: Int

  /// Chooses the ticks of an axis of numbers that begins at 0.
  ///
  /// - Parameters:
  ///   - greatest: The greatest number that the axis must include; never negative.
  ///   - limit: The largest number of ticks above 0, at least 1.
  ///   - isWhole: Whether the numbers are whole numbers, as counts are.
  package init(upTo greatest: Double, atMost limit: Int, isWhole: Bool) {
    let step = Self.step(greatest / Double(limit), isWhole ? 1 : 0.001)
    self.step = step
    steps = max(1, Int((greatest / step).rounded(.up)))
  }

  /// Returns the smallest round step that is at least `least` and at least `smallest`.
  private static func step(_ least: Double, _ smallest: Double) -> Double {
    var unit = smallest
    while true {
      for factor in [1.0, 2, 5] where unit * factor >= least { return unit * factor }
      unit *= 10
    }
  }

  package var top: Double { step * Double(steps) }

  /// The ticks from 0 to the top.
  package var ticks: [Double] { (0...steps).map { Double($0) * step } }

  /// Returns the text of a tick without trailing zeros.
  package func label(_ tick: Double) -> String { tick.text(decimals: 3) }
}

/// The tick marks of a chart's horizontal axis: days, Mondays, or the first days of months or
/// years.
package struct DateAxis: Sendable {
  package struct Tick: Hashable, Sendable {
    package let day: CalendarDay
    /// A short date such as `Nov 3`, `Nov` or `2026`; at most six characters.
    package let label: String
  }

  package let ticks: [Tick]

  /// Chooses the ticks of an axis of days.
  ///
  /// - Parameter limit: The largest number of ticks, at least 1. A short range may have no ticks.
  package init(_ days: ClosedRange<CalendarDay>, atMost limit: Int) {
    let length = days.upperBound - days.lowerBound
    let step = Step.all.first { length / $0.leastDays < limit } ?? .years(Self.longest)
    ticks = step.days(in: days).prefix(limit).map { Tick(day: $0, label: step.label($0)) }
  }

  /// The largest step in years, which is longer than the calendar.
  private static let longest = 10_000

  private enum Step {
    case days(Int)
    case weeks(Int)
    case months(Int)
    case years(Int)

    static let all: [Step] =
      [.days(1), .days(2), .weeks(1), .weeks(2), .months(1), .months(2), .months(3), .months(6)]
      + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map(Step.years)

    /// A lower bound on the number of days between two ticks.
    var leastDays: Int {
      switch self {
      case .days(let count): count
      case .weeks(let count): count * 7
      case .months(let count): count == 1 ? 28 : count * 30 - 1
      case .years(let count): count * 365
      }
    }

    /// Returns the days in a range that have a tick.
    func days(in range: ClosedRange<CalendarDay>) -> [CalendarDay] {
      switch self {
      case .days(let count): Self.days(range, every: count, offset: 0)
      // 1970-01-05 was a Monday.
      case .weeks(let count): Self.days(range, every: count * 7, offset: 4)
      case .months(let count): Self.months(range, every: count)
      case .years(let count): Self.months(range, every: count * 12)
      }
    }

    private static func days(
      _ range: ClosedRange<CalendarDay>, every step: Int, offset: Int
    ) -> [CalendarDay] {
      let first = range.lowerBound.dayNumber - offset
      let behind = (first % step + step) % step
      return stride(
        from: first + (step - behind) % step + offset, through: range.upperBound.dayNumber, by: step
      ).map { CalendarDay(dayNumber: $0) }
    }

    private static func months(
      _ range: ClosedRange<CalendarDay>, every step: Int
    ) -> [CalendarDay] {
      let number = { (day: CalendarDay) in day.year * 12 + day.month - 1 }
      let first = number(range.lowerBound) / step * step
      return stride(from: first, through: number(range.upperBound), by: step).compactMap {
        CalendarDay(year: $0 / 12, month: $0 % 12 + 1, day: 1)
      }.filter(range.contains)
    }

    func label(_ day: CalendarDay) -> String {
      switch self {
      case .days, .weeks: "\(day.shortMonth) \(day.day)"
      // January shows the year, so that readers find where a year begins.
      case .months: day.month == 1 ? String(day.year) : day.shortMonth
      case .years: String(day.year)
      }
    }
  }
}
