import PlanModel
package import PlanView

/// The progress of milestones or iterations, as a table.
///
/// Lines for programs: id, title, first day, last day or due day, `open` or `closed`, plans done,
/// all plans, estimate done, whole estimate, the days of the forecast for 50, 85 and 95 %, and
/// `current` or empty for iterations.
package struct PhasesText: TextForm {
  private let report: PhaseReport

  package init(_ report: PhaseReport) { self.report = report }

  package var records: [PlainRecord] { report.rows.map { PlainRecord(Self.fields($0)) } }

  fileprivate static func fields(_ row: PhaseReport.Row) -> [String?] {
    let (phase, progress) = (row.phase, row.progress)
    let days = Forecast.certainties.map { percent in
      row.finish.first { $0.percent == percent }?.day?.description
    }
    return [
      phase.id, phase.title, phase.first?.description, phase.last?.description,
      phase.isClosed ? "closed" : "open", String(progress.plans.done),
      String(progress.plans.total), progress.estimateDone.text, progress.estimate.text,
    ] + days + (phase.kind == .iteration ? [row.isCurrent ? "current" : nil] : [])
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let isIteration = report.kind == .iteration
    return TableText(
      headings: [
        report.kind.rawValue, isIteration ? "days" : "due", "done", "estimate",
      ] + Forecast.certainties.map { "\($0) %" },
      rows: report.rows.map(cells), records: [],
      nothing: "no \(report.kind.plural)", last: .whole
    ).lines(widthInCells: width)
  }

  private func cells(_ row: PhaseReport.Row) -> [StyledText] {
    let (phase, plans) = (row.phase, row.progress.plans)
    let isFinished = plans.total > 0 && plans.done == plans.total
    // Only the first column is truncated, so the state is in the second.
    let days =
      [PhaseWords.days(row, today: report.today, isBesideName: true)] + PhaseWords.states(row)
    return [
      StyledText(phase.called, row.isCurrent ? .heading : .plain),
      days.joined(by: ", "),
      StyledText("\(plans.done)/\(plans.total)", isFinished ? .finished : .plain),
      StyledText(PhaseWords.estimate(row.progress) ?? "-"),
    ] + Forecast.certainties.map { percent in PhaseWords.finish(row, percent) }
  }
}

/// The progress of one milestone or iteration: its numbers, its forecast and its charts.
///
/// Lines for programs: `progress` with the fields of `PhasesText`, then for each day `day`, the
/// day, the number of all plans, and the number of done plans.
package struct PhaseText: TextForm {
  private let row: PhaseReport.Row
  private let course: PhaseReport.Course
  private let today: CalendarDay
  private let height: Int?

  /// The greatest height of a chart.
  private static let chartHeight = 14

  /// Prepares the output of one milestone or iteration.
  ///
  /// - Parameter height: The number of lines for each chart; nil if unknown.
  /// - Returns: nil if the report is not about one milestone or iteration.
  package init?(_ report: PhaseReport, heightInLines height: Int?) {
    guard let row = report.rows.first, let course = report.course else { return nil }
    (self.row, self.course, today) = (row, course, report.today)
    self.height = height.map { max(1, $0 / 2) }
  }

  package var records: [PlainRecord] {
    let work = course.work
    return [PlainRecord(["progress"] + PhasesText.fields(row))]
      + work.days.indices.map { index in
        PlainRecord([
          "day", work.days[index].description, String(work.scope[index]), String(work.done[index]),
        ])
      }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let limit = min(height ?? Self.chartHeight, Self.chartHeight)
    let charts = [course.burnup, course.burndown].flatMap { chart in
      [StyledText()]
        + ChartText(chart, remark: course.remark, heightInLines: limit)
        .lines(widthInCells: width)
    }
    return head.flatMap { $0.wrapped(toCells: width, indent: 2) } + charts
  }

  private var head: [StyledText] {
    let (phase, progress) = (row.phase, row.progress)
    let days = PhaseWords.days(row, today: today)
    let title = ([StyledText(phase.called, .heading)] + PhaseWords.states(row)).joined(by: ", ")
    let verb: StyledText = phase.kind == .milestone && phase.last != nil ? "due " : ""
    var lines: [StyledText] = [title]
    if !days.isEmpty { lines.append(verb + days) }
    lines.append(
      StyledText(CountWords.words(progress.plans.total, "plan"), .heading)
        + StyledText(", \(progress.plans.done) done, \(progress.open) open"))
    if let estimate = PhaseWords.estimate(progress) {
      let rest =
        progress.withoutEstimate > 0
        ? "; \(CountWords.words(progress.withoutEstimate, "plan")) without an estimate" : ""
      lines.append(StyledText("\(estimate) of the estimate\(rest)"))
    }
    return lines + forecast
  }

  private var forecast: [StyledText] {
    guard !row.finish.isEmpty else { return [] }
    let before = row.progress.ahead
    let plans = CountWords.words(before, "open plan")
    let order =
      before > 0 ? ", after \(plans) of the \(row.phase.kind.plural) before it" : ""
    return [StyledText(), StyledText("finished\(order)")]
      + row.finish.map { answer in
        "  \(PhaseWords.finish(row, answer.percent))  \("\(answer.percent) %", .muted)"
      }
  }
}

/// The parts of a milestone or an iteration in words.
private enum PhaseWords {
  /// Returns the span of an iteration, or the day on which a milestone is due.
  ///
  /// - Parameter isBesideName: Whether the name is shown too; it may be the first day.
  static func days(
    _ row: PhaseReport.Row, today: CalendarDay, isBesideName: Bool = false
  ) -> StyledText {
    let phase = row.phase
    guard phase.kind == .milestone else {
      let isNamedByDay = isBesideName && phase.name == phase.first?.description
      let days = isNamedByDay ? phase.last.map { "to \($0)" } ?? "" : phase.days
      return row.isOverdue(on: today)
        ? StyledText("\(PlanTokens.overdueMark) \(days)", .overdue) : StyledText(days)
    }
    guard let due = phase.last else { return StyledText() }
    let isDone = phase.isClosed || row.progress.open == 0
    let words = due.dueWords(today: today, isDone: isDone)
    if words == due.description { return StyledText(words) }
    guard row.isOverdue(on: today) else {
      return StyledText(due.description) + StyledText(", \(words)", .muted)
    }
    return StyledText("\(PlanTokens.overdueMark) \(due), \(words)", .overdue)
  }

  /// Returns in words whether the phase is closed, and whether it is the current iteration.
  static func states(_ row: PhaseReport.Row) -> [StyledText] {
    (row.phase.isClosed ? [StyledText("closed", .muted)] : [])
      + (row.isCurrent ? [StyledText("current", .muted)] : [])
  }

  /// Returns the done and the whole estimate, such as `5/13`; nil without estimates.
  static func estimate(_ progress: PhaseProgress) -> String? {
    guard !progress.estimate.isZero else { return nil }
    return "\(progress.estimateDone.text)/\(progress.estimate.text)"
  }

  /// Returns the day of the forecast, marked if it is after the last day.
  static func finish(_ row: PhaseReport.Row, _ percent: Int) -> StyledText {
    guard let answer = row.finish.first(where: { $0.percent == percent }) else {
      return StyledText("-", .muted)
    }
    guard let day = answer.day else { return StyledText("after ten years", .overdue) }
    let isLate = row.phase.last.map { $0 < day } ?? false
    return isLate
      ? StyledText("\(PlanTokens.overdueMark) \(day)", .overdue) : StyledText(day.description)
  }
}
