import PlanModel

extension BoardStore {
  /// Writes what was meant by values that people don't see, where that is sure.
  ///
  /// - Returns: Those of the findings that are mended.
  func mendValues(
    _ findings: [Finding], in transaction: inout Transaction
  ) throws(StoreError) -> [Finding] {
    var mended: [Finding] = []
    var edits: [PlanID?: [Edit]] = [:]
    var present: [PlanID?: Set<WrongValue>] = [:]
    for case .wrongValue(let found) in findings {
      guard let mend = found.wrong.mend else { continue }
      if present[found.plan] == nil {
        present[found.plan] = try values(of: found.plan, in: transaction)
      }
      // Somebody may have mended it since it was found.
      guard present[found.plan]?.contains(found.wrong) == true else { continue }
      edits[found.plan, default: []] += mend
      mended.append(.wrongValue(found))
    }
    for (plan, edits) in edits {
      // Once a file: each edit of a document copies it.
      if let plan { try transaction.edit(plan, edits) } else { transaction.editBoard(edits) }
    }
    return mended
  }

  private func values(
    of plan: PlanID?, in transaction: Transaction
  ) throws(StoreError) -> Set<WrongValue> {
    guard let plan else { return Set(transaction.boardDocument.wrongValues) }
    guard try transaction.found.readableDocument(plan) != nil else { return [] }
    return Set(try transaction.document(plan).wrongValues)
  }
}
