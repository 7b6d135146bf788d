import PlanModel
package import PlanView

/// A forecast of when plans will be finished, and how many by a given day.
package struct WorkForecast {
  package let found: FlowFound
  package let forecast: ForecastModel
  package let notices: [Notice]
}

extension Workspace {
  /// The number of past days that a forecast uses by default: twelve weeks.
  static let usualDays = 84

  /// Forecasts when plans will be finished, and how many by a given day.
  ///
  /// - Parameters:
  ///   - query: The query; empty for all plans.
  ///   - since: The start of the past that the forecast is based on; nil for the last twelve weeks.
  ///   - day: The day to forecast for, in the form of a due date; nil for none.
  ///   - count: The number of plans to finish; nil for all open ones.
  package func forecast(
    _ query: String = "", since: String? = nil, by day: String? = nil, count: Int? = nil,
    seed: UInt64 = Forecast.usualSeed
  ) throws -> WorkForecast {
    let day = try day.map { try comingDay($0) }
    let found = try flow(FlowRequest(query, since: since))
    let days = pastDays(found, atMost: since == nil ? Self.usualDays : .max)
    let open = found.journeys.count { $0.work(by: found.stages).isOpen }
    guard let forecast = Forecast(past: days, seed: seed) else {
      throw Problem.tooShortPast(days: days.count, finished: days.reduce(0, +))
    }
    return WorkForecast(
      found: found,
      forecast: ForecastModel(
        forecast, count: count, open: open, by: day, today: participant.today),
      notices: found.notices + (forecast.isRough ? [.roughForecast(forecast)] : []))
  }

  /// Returns the number of plans finished on each past day, without today.
  func pastDays(_ found: FlowFound, atMost limit: Int) -> [Int] {
    let finished = FlowStatistics(found.journeys, by: found.stages, in: found.period).finished
    return Throughput(finished, of: found.journeys, in: found.period).wholeDays(atMost: limit)
  }

  private func comingDay(_ typed: String) throws -> CalendarDay {
    let today = participant.today
    guard let day = try DueDate.parse(typed, today: today), day >= today else {
      throw Problem.usage(
        "'\(typed.excerpt)' is not a future day", hints: ["for example fri, 2w, eom or 2027-01-31"])
    }
    guard day > today else {
      throw Problem.usage(
        "'\(typed.excerpt)' is today, and a forecast is for a later day",
        hints: ["for example fri, 2w or 2027-01-31"])
    }
    guard day - today <= Forecast.mostDays else {
      throw Problem.usage("'\(typed.excerpt)' is more than ten years ahead")
    }
    return day
  }
}

extension WorkState {
  fileprivate var isOpen: Bool {
    switch self {
    case .waiting, .inProgress: true
    case .finished, .addedDone, .deleted: false
    }
  }
}

extension Problem {
  /// Returns the problem of too few finished plans for a forecast.
  static func tooShortPast(days: Int, finished: Int) -> Problem {
    let plans = CountWords.words(finished, "plan")
    let time = days == 0 ? "before today" : "in the last \(CountWords.words(days, "day"))"
    return Problem(
      code: .tooFewData, message: "\(plans) finished \(time): too few to forecast anything",
      hints: [
        """
        a forecast needs at least \(Forecast.fewestFinished) finished plans in \
        \(Forecast.fewestDays) days; see \(pmgit: "stats")
        """
      ])
  }
}

extension Notice {
  /// Returns the notice that a forecast is uncertain.
  static func roughForecast(_ forecast: Forecast) -> Notice {
    let plans = CountWords.words(forecast.finished, "plan")
    let days = CountWords.words(forecast.past.count, "day")
    return Notice.note("only \(plans) finished in \(days); take this forecast for a rough guess")
  }
}
