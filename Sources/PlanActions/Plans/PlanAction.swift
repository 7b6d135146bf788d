import PlanModel
import PlanStore

/// An action on plans: its edits, the message of its commit, and how it is reported.
///
/// The body makes the edits in any transaction. It returns a function that describes the change
/// after it was made. So the same action can be a commit of its own, or a step of a batch.
typealias PlanAction = ChangeBody<(Change) throws -> PlanChanges>

extension Workspace {
  /// Makes an action, as one commit, and reports it.
  ///
  /// - Parameter action: Returns the action for its author.
  func make(_ action: (ChangeIdentity) throws -> PlanAction) async throws -> PlanChanges {
    let author = try author()
    let (change, report) = try await change(by: author, action(author))
    return try report(change)
  }

  /// Returns an action whose report is changed.
  func reporting(
    _ action: @escaping PlanAction, _ change: @escaping (PlanChanges) throws -> PlanChanges
  ) -> PlanAction {
    { transaction in
      let (message, report) = try action(&transaction)
      return (message, { try change(report($0)) })
    }
  }
}
