/// A plan that was finished on the board, with its times.
package struct FinishedPlan: Sendable {
  package let journey: PlanJourney
  package let finished: Timestamp
  /// When work on it began; nil if it was never in progress.
  package let started: Timestamp?

  /// The seconds from the start of work to the end; nil if the start is unknown.
  package var cycleTimeInSeconds: Int64? { started.map { max(0, finished.seconds - $0.seconds) } }

  /// The seconds from the plan's creation to its end.
  package var leadTimeInSeconds: Int64 { max(0, finished.seconds - journey.created.seconds) }

  init(_ journey: PlanJourney, at finished: Timestamp, started: Timestamp?) {
    (self.journey, self.finished, self.started) = (journey, finished, started)
  }
}
