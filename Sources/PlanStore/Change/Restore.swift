import Git
package import PlanModel

extension BoardStore {
  /// Gives a plan without a readable file the version found at another path, or else its last
  /// readable one.
  ///
  /// A copy of another plan's file under a new id becomes a plan of that id. Values whose stamp no
  /// command has written are written anew, as a guard would refuse them.
  ///
  /// - Parameter now: The time that the stamps are compared with.
  /// - Throws: `StoreError.nothingToRestore` if no version can be read, `.unknownPlan` if there never
  ///   was one.
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
  /// The document that a copied plan file makes under its own id; nil unless the plan that it was
  /// copied from is still there.
  fileprivate func copy(at id: PlanID) throws(StoreError) -> PlanDocument? {
    guard let held = try misplacedPlan(at: id.path), try readableDocument(held.id) != nil else {
      return nil
    }
    var copy = held.document
    copy.id = ExactString(id.text)
    return copy
  }

  /// Returns whether a plan has a file in its place, readable or not.
  ///
  /// - Complexity: Two trees read.
  func hasFile(of id: PlanID) throws(StoreError) -> Bool {
    try repository.treeEntry(at: id.path, in: tree) != nil
  }
}
