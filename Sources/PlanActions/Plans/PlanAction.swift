import PlanModel
import PlanStore

/// An action on plans: its edits, the message of its commit, and how it is reported.
///
/// The body makes the edits in any transaction. It returns a function that describes the change
/// after it was made. So the same action can be a commit of its own, or a step of a batch.
typealias PlanAction<Outcome> = ChangeBody<(Change) throws -> Outcome>

extension Workspace {
  /// Makes an action, as one commit, and reports it.
  func make<Outcome>(
    _ action: PlanAction<Outcome>, by author: ChangeIdentity
  ) async throws -> Outcome {
    let (change, report) = try await change(by: author, action)
    return try report(change)
  }

  /// Returns an action whose report is changed.
  func reporting<Outcome, Reported>(
    _ action: @escaping PlanAction<Outcome>, _ change: @escaping (Outcome) throws -> Reported
  ) -> PlanAction<Reported> {
    { transaction in
      let (message, report) = try action(&transaction)
      return (message, { try change(report($0)) })
    }
  }
}
