/// A plan that was seen being finished, with the times that it took.
package struct FinishedPlan: Sendable {
  package let journey: PlanJourney
  package let finished: Timestamp
  /// When its work began; nil if it went straight from waiting to done.
  package let started: Timestamp?

  /// The seconds from the beginning of the work to its end; nil if nobody knows when it began.
  package var cycleTimeInSeconds: Int64? { started.map { max(0, finished.seconds - $0.seconds) } }

  /// The seconds from the making of the plan to its end.
  package var leadTimeInSeconds: Int64 { max(0, finished.seconds - journey.created.seconds) }

  init(_ journey: PlanJourney, at finished: Timestamp, started: Timestamp?) {
    (self.journey, self.finished, self.started) = (journey, finished, started)
  }
}
