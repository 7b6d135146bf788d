package import PlanModel
package import PlanStore

extension Transaction {
  /// A plan as the change leaves it so far, if it is not deleted.
  package func livePlan(_ id: PlanID) throws -> Plan { try plan(id).live }
}

extension Plan {
  /// The plan, if it is not deleted: changing one that is would bring it back unasked.
  package var live: Plan {
    get throws {
      guard !isDeleted else { throw Problem.deleted(id) }
      return self
    }
  }
}
