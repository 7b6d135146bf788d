package import PlanModel

/// A cache of the plans of a board before a change. Each plan is read and parsed at most once.
package final class FoundPlans {
  private let read: (PlanID) throws -> PlanDocument?
  private var known: [PlanID: Result<PlanDocument?, any Error>] = [:]

  /// Makes an empty cache.
  ///
  /// - Parameter read: Reads a plan as `BoardSnapshot.document` does.
  init(read: @escaping (PlanID) throws -> PlanDocument?) { self.read = read }

  convenience init(of snapshot: BoardSnapshot) {
    self.init { id in try snapshot.document(id) }
  }

  /// Returns the document of a plan; nil if the board does not have it.
  ///
  /// - Throws: As `BoardSnapshot.document`.
  package func document(_ id: PlanID) throws -> PlanDocument? {
    if let known = known[id] { return try known.get() }
    let result = Result { try read(id) }
    known[id] = result
    return try result.get()
  }

  /// Returns the document of a plan; nil if it is missing or unreadable.
  ///
  /// - Throws: As `BoardSnapshot.readableDocument`.
  package func readableDocument(_ id: PlanID) throws -> PlanDocument? {
    do { return try document(id) } catch StoreError.unreadablePlan { return nil }
  }
}
