import PlanModel

extension IterationSeries {
  /// Returns the iterations of a series. Throws a problem for an invalid length or count.
  static func checked(from start: CalendarDay, every length: Period, count: Int) throws -> [Phase] {
    do {
      return try IterationSeries(from: start, every: length, count: count).iterations
    } catch {
      switch error {
      case .length: throw Problem.badLength(length.text)
      case .dayOfMonth:
        throw Problem.usage(
          "iterations of months can't begin on day \(start.day), which not every month has",
          hints: ["begin on day 1 to 28, or give their length in weeks"])
      case .outsideCalendar: throw Problem.usage("the iterations would end after the year 9999")
      }
    }
  }
}

extension CalendarDay {
  /// Returns the first day that is a whole number of lengths after this one and whose iteration
  /// does not end before `day`.
  func onGrid(of length: Period, notBefore day: CalendarDay) throws -> CalendarDay {
    guard self < day else { return self }
    // A lower bound for the number of lengths, which is at most a few too low.
    let longest =
      switch length.unit {
      case .day: 1
      case .week: 7
      case .month: 31
      case .year: 366
      }
    var number = (day - self) / (longest * length.count)
    while true {
      guard let next = advanced(by: Period((number + 1) * length.count, length.unit)),
        let this = advanced(by: Period(number * length.count, length.unit))
      else { throw Problem.usage("the iterations would end after the year 9999") }
      if next > day { return this }
      number += 1
    }
  }
}

extension Problem {
  static func badLength(_ typed: String) -> Problem {
    .usage(
      "an iteration can't be '\(typed.excerpt)' long",
      hints: ["give 1 day to 1 year, as in --every 2w"])
  }
}
