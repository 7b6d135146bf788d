package import PlanModel
package import PlanStore

extension Transaction {
  /// A plan as the change leaves it so far, if it is not deleted.
  package func livePlan(_ id: PlanID) throws -> Plan { try plan(id).live }
}

extension Plan {
  /// The plan, or an error if it is deleted: a change would restore it without a request.
  package var live: Plan {
    get throws {
      guard !isDeleted else { throw Problem.deleted(id) }
      return self
    }
  }
}
