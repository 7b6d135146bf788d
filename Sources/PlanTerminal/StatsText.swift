import PlanModel
package import PlanView

/// The flow of work over a board, as tables.
///
/// Lines for programs, with times in seconds:
/// - `finished` and `unstarted` with a count
/// - `cycle` and `lead` with count, median and 85th percentile
/// - `week` with its name, its Monday and a count
/// - `column` with id, count, median, 85th percentile and the share in thousandths
/// - `age` with id, seconds, beginning and title
/// - `group` with name, finished, median and 85th percentile of the cycle time, the same for the
///   lead time, and the count in progress
package struct StatsText: TextForm {
  private let report: FlowReport
  private let viewpoint: Viewpoint

  private static let mostWeeks = 12
  private static let mostPlans = 10
  private static let longestBar = 32

  package init(_ report: FlowReport, viewpoint: Viewpoint) {
    (self.report, self.viewpoint) = (report, viewpoint)
  }

  // MARK: - For people

  package func lines(widthInCells width: Int) -> [StyledText] {
    var lines = head.wrapped(toCells: width, indent: 2)
    for section in [times, weeks].compactMap(\.self) {
      lines += [StyledText()] + section.lines(widthInCells: width)
    }
    if let earlierWeeks, weeks != nil { lines.append(earlierWeeks.truncated(toCells: width)) }
    for section in [columns, inProgress, groups].compactMap(\.self) {
      lines += [StyledText()] + section.lines(widthInCells: width)
    }
    return lines
  }

  private var head: StyledText {
    let statistics = report.all
    var head: StyledText =
      "\(CountWords.words(statistics.finished.count, "plan"), .heading) finished"
    head += ", \(report.first.description) to \(report.last.description)"
    if statistics.withoutStart > 0 {
      head += "; \(statistics.withoutStart) went straight to done, without a cycle time"
    }
    if statistics.addedDone > 0 {
      head += "; \(statistics.addedDone) added as done are not counted"
    }
    return head
  }

  private func table(
    _ headings: [String], _ rows: [[StyledText]], last: TableText.LastColumn = .cut
  ) -> TableText? {
    guard !rows.isEmpty else { return nil }
    return TableText(headings: headings, rows: rows, records: [], last: last)
  }

  private static func words(_ seconds: Int64?) -> StyledText {
    StyledText(seconds.map { Double($0).durationWords } ?? "-")
  }

  private static func cells(_ times: FlowStatistics.Times) -> [StyledText] {
    [words(times.median), words(times.percentile85)]
  }

  private var times: TableText? {
    let rows = [("cycle time", report.all.cycleTime), ("lead time", report.all.leadTime)]
    return table(
      ["", "median", "85 %", "plans"],
      rows.filter { $0.1.plans > 0 }.map {
        [StyledText($0.0)] + Self.cells($0.1) + [StyledText(String($0.1.plans))]
      })
  }

  private var weeks: TableText? {
    let weeks = report.weeks.suffix(Self.mostWeeks)
    let most = weeks.map(\.finished).max() ?? 0
    guard most > 0 else { return nil }
    return table(
      ["week", "finished", ""],
      weeks.map { week in
        let length = week.finished * min(Self.longestBar, max(most, 1)) / most
        let bar = StyledText(String(repeating: "█", count: length), .finished)
        return [
          StyledText(week.week.description), StyledText(String(week.finished)),
          week.isWhole ? bar : bar + StyledText(length > 0 ? " in part" : "in part", .muted),
        ]
      })
  }

  /// A line that summarizes the weeks without a row, such as `earlier: 5 plans in 1 week`; nil if
  /// every week has a row.
  private var earlierWeeks: StyledText? {
    let weeks = report.weeks.dropLast(Self.mostWeeks)
    guard !weeks.isEmpty else { return nil }
    let finished = CountWords.words(weeks.reduce(0) { $0 + $1.finished }, "plan")
    return StyledText("earlier: \(finished) in \(CountWords.words(weeks.count, "week"))", .muted)
  }

  private var columns: TableText? {
    table(
      ["time in column", "median", "85 %", "of all time"],
      report.all.columns.map { column in
        [StyledText(report.title(ofColumn: column.column))] + Self.cells(column.times)
          + [StyledText(column.permille.map { "\(($0 + 5) / 10) %" } ?? "-")]
      }, last: .whole)
  }

  private var inProgress: TableText? {
    let plans = report.all.inProgress
    var rows = plans.prefix(Self.mostPlans).map { age in
      [
        StyledText(Double(age.seconds).durationWords),
        StyledText(viewpoint.shortID(age.plan.id), .id), StyledText(age.plan.title, .title),
      ]
    }
    if plans.count > rows.count {
      rows.append(["", "", StyledText("… and \(plans.count - rows.count) more", .muted)])
    }
    return table(["in progress", "plan", ""], rows)
  }

  private var groups: TableText? {
    table(
      [report.grouping?.name ?? "", "finished", "cycle", "85 %", "lead", "85 %", "in progress"],
      report.groups.map { group in
        let statistics = group.statistics
        return [
          StyledText(report.title(of: group)), StyledText(String(statistics.finished.count)),
        ] + Self.cells(statistics.cycleTime) + Self.cells(statistics.leadTime)
          + [StyledText(String(statistics.inProgress.count))]
      }, last: .whole)
  }

  // MARK: - For programs

  package var records: [PlainRecord] {
    let all = report.all
    var records = [
      PlainRecord(["finished", String(all.finished.count)]),
      PlainRecord(["unstarted", String(all.withoutStart)]),
      PlainRecord(["cycle"] + Self.fields(all.cycleTime)),
      PlainRecord(["lead"] + Self.fields(all.leadTime)),
    ]
    records += report.weeks.map {
      PlainRecord(["week", $0.week.description, $0.week.monday.description, String($0.finished)])
    }
    records += all.columns.map {
      PlainRecord(["column", $0.column] + Self.fields($0.times) + [$0.permille.map { String($0) }])
    }
    records += all.inProgress.map {
      PlainRecord(["age", $0.plan.id.text, String($0.seconds), $0.since.description, $0.plan.title])
    }
    return records
      + report.groups.map { group in
        let statistics = group.statistics
        return PlainRecord(
          ["group", group.name, String(statistics.finished.count)]
            + Self.fields(statistics.cycleTime).dropFirst()
            + Self.fields(statistics.leadTime).dropFirst() + [String(statistics.inProgress.count)])
      }
  }

  /// Returns the count, the median and the 85th percentile.
  private static func fields(_ times: FlowStatistics.Times) -> [String?] {
    [String(times.plans), times.median.map { String($0) }, times.percentile85.map { String($0) }]
  }
}

/// A forecast: when plans will be finished, and how many by a day.
///
/// Lines for programs: `finish`, percent, number of plans, day (empty for more than ten years);
/// `by`, percent, day, smallest number of plans.
package struct ForecastText: TextForm {
  private let forecast: ForecastModel

  package init(_ forecast: ForecastModel) { self.forecast = forecast }

  package var records: [PlainRecord] {
    forecast.finish.map {
      PlainRecord(["finish", String($0.percent), String(forecast.count), $0.day?.description])
    }
      + forecast.counts.map {
        PlainRecord(["by", String($0.percent), forecast.day?.description, String($0.count)])
      }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    var lines =
      forecast.isOfOpenPlans && forecast.count == 0
      ? [StyledText("no plan is open", .muted)] : finishLines
    if let day = forecast.day {
      lines += [StyledText(), "by \(day.description, .heading) are finished"]
      lines += forecast.counts.map { answer in
        answer.count == 0
          ? "  \("\(answer.percent) %: none can be promised by then", .muted)"
          : "  at least \(CountWords.words(answer.count, "plan"), .heading)  \("\(answer.percent) %", .muted)"
      }
    }
    lines += [StyledText(), StyledText(basis, .muted)]
    return lines.flatMap { $0.wrapped(toCells: width, indent: 2) }
  }

  private var finishLines: [StyledText] {
    let noun = forecast.isOfOpenPlans ? "open plan" : "plan"
    let verb = forecast.count == 1 ? "is" : "are"
    return ["\(CountWords.words(forecast.count, noun), .heading) \(verb) finished"]
      + forecast.finish.map { answer in
        let day = answer.day.map { "by \($0)" } ?? "in more than ten years"
        return "  \(day, .heading)  \("\(answer.percent) %", .muted)"
      }
  }

  private var basis: String {
    """
    simulated \(Forecast.futures) times, with the seed \(forecast.seed), from the \
    \(CountWords.words(forecast.finished, "plan")) finished from \(forecast.past.lowerBound) to \
    \(forecast.past.upperBound)
    """
  }
}
