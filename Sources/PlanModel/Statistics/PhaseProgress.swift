/// How much of a milestone or an iteration is done.
package struct PhaseProgress: Hashable, Sendable {
  package let phase: Phase
  /// The plans that are done, and all plans.
  package let plans: Progress
  /// The sum of the estimates of the plans that are done.
  package let estimateDone: NumberSum
  /// The sum of the estimates of all plans.
  package let estimate: NumberSum
  /// The number of plans without an estimate.
  package let withoutEstimate: Int
  /// The number of open plans in earlier open phases; 0 for a closed phase.
  package let ahead: Int

  /// The number of plans that are not done.
  package var open: Int { plans.total - plans.done }

  /// Returns the progress of all phases of one kind, in their order.
  ///
  /// - Parameter plans: The plans of the board; deleted ones are ignored.
  /// - Complexity: Linear in plans and phases.
  package static func all(
    _ kind: Phase.Kind, of plans: [Plan], on board: Board
  ) -> [PhaseProgress] {
    var sums: [ExactString: Sums] = [:]
    for plan in plans where !plan.isDeleted {
      guard let id = plan.phase(kind) else { continue }
      sums[ExactString(id), default: Sums()].add(plan, isDone: board.kind(of: plan.state) == .done)
    }
    var ahead = 0
    return board.phases[kind].map { phase in
      let sum = sums[ExactString(phase.id)] ?? Sums()
      let progress = PhaseProgress(
        phase: phase, plans: Progress(done: sum.done, total: sum.total),
        estimateDone: sum.estimateDone, estimate: sum.estimate,
        withoutEstimate: sum.withoutEstimate, ahead: phase.isClosed ? 0 : ahead)
      if !phase.isClosed { ahead += progress.open }
      return progress
    }
  }

  private struct Sums {
    var (done, total, withoutEstimate) = (0, 0, 0)
    var (estimateDone, estimate) = (NumberSum(), NumberSum())

    mutating func add(_ plan: Plan, isDone: Bool) {
      total += 1
      if isDone { done += 1 }
      guard let number = plan.estimate else {
        withoutEstimate += 1
        return
      }
      estimate.add(number)
      if isDone { estimateDone.add(number) }
    }
  }
}
