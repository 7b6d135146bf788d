package import PlanModel

/// Charts of the flow of work over a board.
package struct FlowCharts {
  private let journeys: [PlanJourney]
  private let stages: Stages
  private let period: ReportPeriod

  /// The largest number of weeks with a bar: five years.
  static let mostWeeks = 260

  package init(_ journeys: [PlanJourney], by stages: Stages, in period: ReportPeriod) {
    (self.journeys, self.stages, self.period) = (journeys, stages, period)
  }

  package func chart(_ kind: ChartKind) -> Chart {
    switch kind {
    case .cumulativeFlow: cumulativeFlow
    case .burndown: burndown
    case .burnup: burnup
    case .cycleTime: cycleTime
    case .throughput: throughput
    }
  }

  private var cumulativeFlow: Chart {
    let flow = CumulativeFlow(journeys, by: stages, in: period)
    // The rightmost column is at the bottom, so plans move down from band to band.
    let series = flow.bands.reversed().map { band in
      Chart.Series(
        name(of: band), Chart.Tone(stages.kind(of: band.columns.first ?? "")),
        values(band.counts, on: flow.days))
    }
    return Chart(
      .cumulativeFlow, .areas, unit: "plans", days: range(flow.days), series: series,
      summary: "Plans in each column at the end of each day"
        + ending(flow.days, series.reversed()))
  }

  private func name(of band: CumulativeFlow.Band) -> String {
    guard band.columns.count > 1 else {
      let title = stages.title(of: band.columns.first ?? "")
      return title.isEmpty ? "(no state)" : title
    }
    return "\(band.columns.count) other columns"
  }

  private var burndown: Chart {
    let work = WorkLeft(journeys, by: stages, in: period)
    let series = [Chart.Series("open", .active, values(work.open, on: work.days))]
    return Chart(
      .burndown, .lines, unit: "plans", days: range(work.days), series: series,
      summary: "Open plans at the end of each day" + ending(work.days, series))
  }

  private var burnup: Chart {
    let work = WorkLeft(journeys, by: stages, in: period)
    let series = [
      Chart.Series("all", .waiting, values(work.scope, on: work.days)),
      Chart.Series("done", .finished, values(work.done, on: work.days)),
    ]
    return Chart(
      .burnup, .lines, unit: "plans", days: range(work.days), series: series,
      summary: "All plans and those that are done at the end of each day"
        + ending(work.days, series))
  }

  private var cycleTime: Chart {
    let finished = FlowStatistics(journeys, by: stages, in: period).finished
      .sorted { ($0.finished, $0.journey.plan.id) < ($1.finished, $1.journey.plan.id) }
    let values = finished.compactMap { plan in
      plan.cycleTimeInSeconds.map { seconds in
        Chart.Value(
          Double(seconds) / 86_400, on: period.clocks.day(of: plan.finished),
          plan: plan.journey.plan.id, title: plan.journey.plan.title)
      }
    }
    let percentiles = Percentiles(values.map(\.number))
    let rules = [50, 85].compactMap { percent in
      percentiles[percent].map { Chart.Rule(name: "\(percent) %", number: $0) }
    }
    let words = rules.map {
      "\($0.name) took at most \($0.number.text(decimals: 1)) days"
    }
    return Chart(
      .cycleTime, .points, unit: "days", days: days,
      series: [Chart.Series("cycle time", .finished, values)], rules: rules,
      summary:
        "Days from the beginning of the work on \(CountWords.words(values.count, "plan")) to "
        + "the end, by the day of the end. \(words.joined(separator: ", ")).")
  }

  private var throughput: Chart {
    let statistics = FlowStatistics(journeys, by: stages, in: period)
    let weeks = Throughput(statistics.finished, of: journeys, in: period).weeks
      .suffix(Self.mostWeeks)
    let values = weeks.map { Chart.Value(Double($0.finished), on: $0.week.monday) }
    let total = weeks.reduce(0) { $0 + $1.finished }
    let ends =
      (weeks.first?.week.monday ?? days.lowerBound)...(weeks.last?.week.sunday ?? days.upperBound)
    return Chart(
      .throughput, .bars, unit: "plans", days: ends,
      series: [Chart.Series("finished", .finished, values)],
      summary:
        "Plans finished in each of \(CountWords.words(weeks.count, "week")): \(total) in all.")
  }

  private var days: ClosedRange<CalendarDay> { period.firstDay(of: journeys)...period.lastDay }

  private func range(_ days: [CalendarDay]) -> ClosedRange<CalendarDay> {
    (days.first ?? period.lastDay)...(days.last ?? period.lastDay)
  }

  private func values(_ counts: [Int], on days: [CalendarDay]) -> [Chart.Value] {
    zip(counts, days).map { Chart.Value(Double($0), on: $1) }
  }

  private func ending(_ days: [CalendarDay], _ series: [Chart.Series]) -> String {
    let range = range(days)
    let values = series.map { "\($0.name) \(Int($0.values.last?.number ?? 0))" }
    return ", from \(range.lowerBound) to \(range.upperBound). On the last day: "
      + values.joined(separator: ", ") + "."
  }
}
