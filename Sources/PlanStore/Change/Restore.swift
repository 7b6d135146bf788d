import Git
package import PlanModel

extension BoardStore {
  /// Restores a plan without a readable file, from a version at another path or its last readable
  /// version.
  ///
  /// A copy of another plan's file under a new id becomes a plan with that id. Values with invalid
  /// stamps get new stamps, as a guard would refuse them.
  ///
  /// - Parameter now: The time that the stamps are compared with.
  /// - Throws: `StoreError.nothingToRestore` if no version can be read; `.unknownPlan` if the plan
  ///   never existed.
  package func putBack(
    _ id: PlanID, in transaction: inout Transaction, at now: Timestamp
  ) throws(StoreError) {
    let board = transaction.before
    let isThere = try board.hasFile(of: id)
    let misplaced = isThere ? nil : try board.misplacedPlans().first { $0.id == id }
    var version =
      if let misplaced { misplaced.document } else {
        try lastReadable(id, at: board.commit)
      }
    if version == nil { version = try board.copy(at: id) }
    guard let version else {
      throw isThere ? StoreError.nothingToRestore(id) : .unknownPlan(typed: id.text)
    }
    transaction.putBack(id, version, from: misplaced?.path)
    try transaction.mendStamps(of: id, by: try stampCheck(at: now, on: board))
  }
}

extension BoardSnapshot {
  /// Returns the document of a copied plan file under its new id; nil unless the original plan
  /// still exists.
  fileprivate func copy(at id: PlanID) throws(StoreError) -> PlanDocument? {
    guard let held = try misplacedPlan(at: id.path), try readableDocument(held.id) != nil else {
      return nil
    }
    var copy = held.document
    copy.id = ExactString(id.text)
    return copy
  }

  /// Returns whether a plan has a file at its path, readable or not.
  ///
  /// - Complexity: Two trees read.
  func hasFile(of id: PlanID) throws(StoreError) -> Bool {
    try repository.treeEntry(at: id.path, in: tree) != nil
  }
}
