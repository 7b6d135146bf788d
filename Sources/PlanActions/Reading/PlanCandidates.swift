package import PlanModel
import PlanStore
package import PlanView

/// The plans that an ambiguous text may mean, for a person to choose from.
package struct PlanCandidates: Sendable {
  package let typed: String
  /// The ambiguity as a sentence without a full stop.
  package let words: String
  /// The plans, open ones first, each group sorted by the latest change.
  package let plans: [PlanSummary]
}

extension Workspace {
  /// Returns the plans to choose from if the error is an ambiguous name; otherwise nil.
  ///
  /// - Complexity: Reads each of the plans.
  package func candidates(of error: any Error) -> PlanCandidates? {
    guard let error = error as? StoreError, case .ambiguousPlan(let name) = error else {
      return nil
    }
    do {
      let snapshot = try store.snapshot(at: name.commit)
      let shown = shown(snapshot)
      let viewpoint = try shown.viewpoint()
      let plans = try snapshot.readablePlans(name.ids).map {
        PlanSummary($0, board: shown.board, viewpoint: viewpoint)
      }
      guard plans.count > 1 else { return nil }
      return PlanCandidates(
        typed: name.typed, words: name.words, plans: plans.sorted { $0.precedes($1) })
    } catch {
      // The caller then shows the original error, which says more than the failure here.
      return nil
    }
  }

  /// Makes a typed text mean the chosen plan from now on.
  package func use(_ plan: PlanID, for typed: String) { store.meanings[typed] = plan }
}

extension PlanSummary {
  /// Whether a person more likely means this plan than another one.
  fileprivate func precedes(_ other: PlanSummary) -> Bool {
    guard isDone == other.isDone else { return !isDone }
    guard let time = plan.updated, let otherTime = other.plan.updated, time != otherTime else {
      return plan.id < other.plan.id
    }
    return time > otherTime
  }
}
