package import PlanModel
package import PlanStore

extension Transaction {
  /// Returns a plan with the changes made so far; fails if it is deleted.
  package func livePlan(_ id: PlanID) throws -> Plan { try plan(id).live }
}

extension Plan {
  /// The plan; throws if it is deleted, because a change would restore it without a request.
  package var live: Plan {
    get throws {
      guard !isDeleted else { throw Problem.deleted(id) }
      return self
    }
  }
}
