package import PlanModel

/// The answers of a forecast, for each of its certainties.
package struct ForecastModel: Sendable {
  package struct Finish: Hashable, Sendable {
    package let percent: Int
    /// By which day; nil for more than ten years.
    package let day: CalendarDay?
  }

  package struct Count: Hashable, Sendable {
    package let percent: Int
    /// How many plans at least.
    package let count: Int
  }

  /// How many plans are to be finished.
  package let count: Int
  /// Whether those are the open plans.
  package let isOfOpenPlans: Bool
  package let finish: [Finish]
  /// The day by which plans are counted; nil for none.
  package let day: CalendarDay?
  /// Empty without a day.
  package let counts: [Count]
  /// The past days from which it draws, and how many plans were finished on them.
  package let past: ClosedRange<CalendarDay>
  package let finished: Int
  package let seed: UInt64

  /// - Parameters:
  ///   - count: How many plans are to be finished; nil for the open ones.
  ///   - open: How many plans are open.
  ///   - day: A day after today; nil for none.
  ///   - today: The day after the last one of the forecast's past.
  package init(
    _ forecast: Forecast, count: Int?, open: Int, by day: CalendarDay?, today: CalendarDay
  ) {
    (self.count, isOfOpenPlans, self.day) = (count ?? open, count == nil, day)
    (finished, seed) = (forecast.finished, forecast.seed)
    past = (today + -forecast.past.count)...(today + -1)
    finish = zip(Forecast.certainties, forecast.days(toFinish: self.count)).map {
      Finish(percent: $0, day: $1.map { today + $0 })
    }
    counts = (day.map { forecast.counts(inDays: $0 - today) } ?? []).enumerated().map {
      Count(percent: Forecast.certainties[$0.offset], count: $0.element)
    }
  }
}
