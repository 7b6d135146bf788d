package import PlanModel

/// A cache of the plans of a board before a change. Each plan is read and parsed at most once.
package final class FoundPlans {
  private let read: (PlanID) throws -> PlanDocument?
  private var known: [PlanID: Plan] = [:]

  /// The result of reading a plan.
  private enum Plan {
    case document(PlanDocument)
    case missing
    case failure(any Error)
  }

  /// - Parameter read: Reads a plan as `BoardSnapshot.document` does.
  init(read: @escaping (PlanID) throws -> PlanDocument?) { self.read = read }

  convenience init(of snapshot: BoardSnapshot) {
    self.init { id in try snapshot.document(id) }
  }

  /// Returns the document of a plan; nil if the board does not have it.
  ///
  /// - Throws: As `BoardSnapshot.document`.
  package func document(_ id: PlanID) throws -> PlanDocument? {
    switch plan(id) {
    case .document(let document): return document
    case .missing: return nil
    case .failure(let error): throw error
    }
  }

  /// Returns the document of a plan; nil if it is missing or unreadable.
  ///
  /// - Throws: As `BoardSnapshot.readableDocument`.
  package func readableDocument(_ id: PlanID) throws -> PlanDocument? {
    switch plan(id) {
    case .document(let document): return document
    case .missing, .failure(StoreError.unreadablePlan): return nil
    case .failure(let error): throw error
    }
  }

  private func plan(_ id: PlanID) -> Plan {
    if let plan = known[id] { return plan }
    let plan: Plan
    do {
      plan = try read(id).map(Plan.document) ?? .missing
    } catch {
      plan = .failure(error)
    }
    known[id] = plan
    return plan
  }
}
