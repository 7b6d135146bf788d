package import PlanModel

/// The progress of the milestones or the iterations of a board.
package struct PhaseReport: Sendable {
  package struct Row: Sendable {
    package let progress: PhaseProgress
    /// The forecast days on which the plans of this milestone or iteration are finished; empty if
    /// nothing is open or the past is too short.
    package let finish: [ForecastModel.Finish]
    /// Whether this is the iteration that includes today.
    package let isCurrent: Bool

    package init(_ progress: PhaseProgress, finish: [ForecastModel.Finish], isCurrent: Bool) {
      (self.progress, self.finish, self.isCurrent) = (progress, finish, isCurrent)
    }

    package var phase: Phase { progress.phase }

    /// Whether plans are open and the last day is over.
    package func isOverdue(on today: CalendarDay) -> Bool {
      !phase.isClosed && progress.open > 0 && phase.last.map { $0 < today } ?? false
    }
  }

  /// The course of a single milestone or iteration.
  package struct Course: Sendable {
    package let work: WorkLeft
    package let burnup: Chart
    package let burndown: Chart
    /// The days that the charts cover, in words.
    package let remark: String

    package init(work: WorkLeft, burnup: Chart, burndown: Chart, remark: String) {
      (self.work, self.burnup, self.burndown, self.remark) = (work, burnup, burndown, remark)
    }
  }

  package let kind: Phase.Kind
  package let rows: [Row]
  /// The course of the only row, if a single milestone or iteration was requested.
  package let course: Course?
  package let today: CalendarDay

  package init(_ kind: Phase.Kind, _ rows: [Row], course: Course?, today: CalendarDay) {
    (self.kind, self.rows, self.course, self.today) = (kind, rows, course, today)
  }
}
