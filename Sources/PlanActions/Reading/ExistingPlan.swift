package import PlanModel
package import PlanStore

extension BoardSnapshot {
  /// A plan that must be there.
  package func existingDocument(_ id: PlanID) throws(StoreError) -> PlanDocument {
    guard let document = try document(id) else { throw .unknownPlan(typed: id.text) }
    return document
  }

  package func plan(_ id: PlanID) throws(StoreError) -> Plan {
    Plan(try existingDocument(id), id: id)
  }
}

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
