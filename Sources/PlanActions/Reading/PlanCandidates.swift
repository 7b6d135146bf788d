package import PlanModel
import PlanStore
package import PlanView

/// The plans that a text may mean, among which a person chooses.
package struct PlanCandidates: Sendable {
  package let typed: String
  /// What is ambiguous, in a sentence without a full stop.
  package let words: String
  /// Those that are open first, and of these the latest changed ones.
  package let plans: [PlanSummary]
}

extension Workspace {
  /// Returns the plans to choose from if an error says that a text may mean several; else nil.
  ///
  /// - Complexity: Reads each of them.
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
      // The error that the text is ambiguous says more than that nobody could be asked.
      return nil
    }
  }

  /// From now on a text means a plan that the person chose.
  package func use(_ plan: PlanID, for typed: String) { store.meanings[typed] = plan }
}

extension PlanSummary {
  /// Whether a person means this plan more likely than another one.
  fileprivate func precedes(_ other: PlanSummary) -> Bool {
    guard isDone == other.isDone else { return !isDone }
    guard let time = plan.updated, let otherTime = other.plan.updated, time != otherTime else {
      return plan.id < other.plan.id
    }
    return time > otherTime
  }
}
