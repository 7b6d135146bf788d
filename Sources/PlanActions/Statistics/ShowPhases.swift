package import PlanModel
import PlanStore
package import PlanView

/// The progress of milestones or iterations.
package struct PhasesShown {
  package let shown: ShownBoard
  package let report: PhaseReport
  /// The number of closed milestones or iterations that are not shown.
  package let closedLeftOut: Int
  /// Why there is no forecast, or how rough it is.
  package let forecastNotices: [Notice]
  /// Notices about the plans and the days.
  package let notices: [Notice]
}

extension Workspace {
  /// Returns the progress of milestones or iterations.
  ///
  /// - Parameters:
  ///   - name: The only one to show, by its id or title, or for iterations by a word such as
  ///     `current`; nil for all.
  ///   - withClosed: Whether closed ones are shown too.
  package func phases(
    _ kind: Phase.Kind, named name: String? = nil, withClosed: Bool = false
  ) throws -> PhasesShown {
    let found = try flow(FlowRequest())
    let (shown, today) = (found.shown, found.shown.today)
    let phases = shown.board.phases
    let all = PhaseProgress.all(kind, of: found.journeys.map(\.plan), on: shown.board)
    var chosen = all.filter { withClosed || !$0.phase.isClosed }
    var course: PhaseReport.Course?
    if let name {
      let phase = try phases.phase(named: name, kind, on: today)
      chosen = all.filter { ExactString($0.phase.id) == ExactString(phase.id) }
      course = self.course(of: phase, in: found)
    }
    let current = kind == .iteration ? phases.iteration(.current, on: today)?.id : nil
    // All phases are simulated together, so that a single one gets the same days as in the full
    // list.
    let finish = finish(of: all, in: found)
    let days = Dictionary(zip(all.map { ExactString($0.phase.id) }, finish.days)) { first, _ in
      first
    }
    let rows = chosen.map { progress in
      PhaseReport.Row(
        progress, finish: days[ExactString(progress.phase.id)] ?? [],
        isCurrent: progress.phase.id == current)
    }
    return PhasesShown(
      shown: shown, report: PhaseReport(kind, rows, course: course, today: today),
      closedLeftOut: name == nil ? all.count - chosen.count : 0,
      forecastNotices: finish.notices,
      notices: unknown(kind, in: found) + leftBehind(all, among: phases)
        + (kind == .iteration ? phases.overlapNotices : []))
  }

  /// Returns warnings about the first three closed phases that have open plans, as after a merge.
  private func leftBehind(_ all: [PhaseProgress], among phases: Phases) -> [Notice] {
    all.filter { $0.phase.isClosed && $0.open > 0 }.prefix(3).map { progress in
      let (kind, id) = (progress.phase.kind, progress.phase.id)
      let plans = CountWords.words(progress.open, "open plan")
      let hint: Hint =
        phases.following(progress.phase) == nil
        ? "open it again with \(pmgit: kind.rawValue, "reopen", id)"
        : "carry them over with \(pmgit: kind.rawValue, "close", id, "--to", "next")"
      return .warning("\(kind.rawValue) '\(id)' is closed, and has \(plans)", hints: [hint])
    }
  }

  /// Returns the course of one phase: its plans day by day. An iteration is shown from its first
  /// day to its last one.
  private func course(of phase: Phase, in found: FlowFound) -> PhaseReport.Course {
    let id = ExactString(phase.id)
    let journeys = found.journeys.filter { journey in
      journey.plan.phase(phase.kind).map { ExactString($0) } == id
    }
    let now = found.period.until
    let start = phase.first.map(clocks.start(of:)).flatMap { $0 < now ? $0 : nil }
    let end = phase.kind == .iteration ? phase.last.map(clocks.end(of:)) : nil
    let until = end.flatMap { end in start.map { $0 < end ? min(end, now) : now } } ?? now
    let period = ReportPeriod(since: start, until: until, clocks: clocks)
    let charts = FlowCharts(journeys, by: found.stages, in: period)
    return PhaseReport.Course(
      work: WorkLeft(journeys, by: found.stages, in: period), burnup: charts.chart(.burnup),
      burndown: charts.chart(.burndown),
      remark: "\(phase.name) · \(period.firstDay(of: journeys)) to \(period.lastDay)")
  }

  /// Returns when the plans of each phase will be finished, if the plans of earlier phases are
  /// finished first, and notices about the forecast. The days of a phase are empty if there is no
  /// forecast.
  private func finish(
    of phases: [PhaseProgress], in found: FlowFound
  ) -> (days: [[ForecastModel.Finish]], notices: [Notice]) {
    let counts = phases.map { $0.phase.isClosed || $0.open == 0 ? 0 : $0.ahead + $0.open }
    guard counts.contains(where: { $0 > 0 }) else { return (phases.map { _ in [] }, []) }
    let past = pastDays(found, atMost: Self.usualDays)
    guard let forecast = Forecast(past: past) else {
      let problem = Problem.tooShortPast(days: past.count, finished: past.reduce(0, +))
      return (phases.map { _ in [] }, [.note(Hint(problem.message))])
    }
    let today = found.shown.today
    let days = forecast.days(toFinishEach: counts)
    return (
      zip(counts, days).map { count, days in
        guard count > 0 else { return [] }
        return zip(Forecast.certainties, days).map { percent, days in
          ForecastModel.Finish(percent: percent, day: days.map { today + $0 })
        }
      }, forecast.isRough ? [.roughForecast(forecast)] : []
    )
  }

  /// Returns a notice about open plans in phases that the board does not have.
  private func unknown(_ kind: Phase.Kind, in found: FlowFound) -> [Notice] {
    let board = found.shown.board
    let count = found.journeys.count { journey in
      board.kind(of: journey.plan.state) != .done
        && journey.plan.phase(kind).map { board.phases[kind, $0] == nil } ?? false
    }
    guard count > 0 else { return [] }
    let plans = CountWords.words(count, "open plan")
    return [
      .warning(
        "\(plans) \(count == 1 ? "names" : "name") \(kind.article) that the board does not have",
        hints: ["see them with \(pmgit: "doctor")"])
    ]
  }
}
