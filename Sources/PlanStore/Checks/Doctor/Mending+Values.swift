import PlanModel

extension BoardStore {
  /// Replaces invalid values by the intended ones, if these are certain.
  ///
  /// - Returns: The repaired findings.
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
      // The value may have been repaired since it was found.
      guard present[found.plan]?.contains(found.wrong) == true else { continue }
      edits[found.plan, default: []] += mend
      mended.append(.wrongValue(found))
    }
    for (plan, edits) in edits {
      // All edits of a file are applied at once, as each application copies the document.
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
