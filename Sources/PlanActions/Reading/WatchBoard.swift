import Git
import PlanStore
package import PlanView

/// A request to report the changes of a board as they happen.
package struct WatchBoard: Sendable {
  /// The watched plans: beginnings of ids, aliases or words of titles. Empty for all that match.
  package var plans: [String] = []
  /// A query. A plan must match it before or after the change. Empty for all plans.
  package var query = ""
  package var goal: WatchGoal?
  /// The longest duration of the watch; nil for no limit.
  package var timeout: Duration?
  /// The time between the starts of two syncs; nil for no syncs.
  package var syncPeriod: Duration?

  /// How often the board is read even if the system reports no change. The system may not report
  /// all changes: a branch may be on the disk of another machine.
  package var period: Duration = .seconds(1)
  /// How often the goal is judged even without a change, because it may also depend on the time.
  package var judgingPeriod: Duration = .seconds(10)
  /// How long the branch or the repository may be missing before the watch fails. Another program
  /// may replace it in two steps.
  package var gracePeriod: Duration = .seconds(2)
  /// Whether to poll without the system's notifications of changed files.
  package var isPolling = false

  package init() {}
}

/// A report from a watch.
package enum WatchReport {
  /// The watch has begun. Every change after the commit will be reported.
  case begun(ShownBoard)
  case change(WatchedChange, on: ShownBoard)
  /// A sync failed; the watch continues.
  case syncFailed(Problem)
}

/// The reason why a watch ended.
package enum WatchEnd: Sendable {
  case met, timedOut
  /// Nobody reads the reports any more.
  case unwanted
}

extension Workspace {
  /// Reports the changes of the board as they happen, each once, until the goal is met or the time
  /// is over.
  ///
  /// - Parameters:
  ///   - isWanted: Whether somebody still reads the reports.
  ///   - report: Receives each report.
  package func watch(
    _ request: WatchBoard, while isWanted: () -> Bool = { true },
    _ report: (WatchReport) throws -> Void
  ) async throws -> WatchEnd {
    let watch = store.branchWatch(isPolling: request.isPolling)
    var run = try WatchRun(request, on: self)
    let syncs = try WatchSyncs(request.syncPeriod, of: self, wake: watch.wake)
    do {
      try report(.begun(run.shown))
      while true {
        syncs?.start()
        if let problem = syncs?.newProblem() { try report(.syncFailed(problem)) }
        if try run.look(report) { break }
        guard let left = run.timeLeft, isWanted() else { break }
        await watch.wait(upTo: min(left, request.period))
        try Task.checkCancellation()
      }
    } catch {
      await syncs?.end()
      throw error
    }
    await syncs?.end()
    return run.isMet ? .met : run.timeLeft == nil ? .timedOut : .unwanted
  }
}
