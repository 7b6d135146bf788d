import Git
package import PlanModel

extension BoardStore {
  /// Repairs, in a transaction, the findings that need no person's decision.
  ///
  /// - Parameters:
  ///   - now: The time for new ranks, and for recognizing invalid stamps. Plans without a valid
  ///     rank go to the bottom of their column.
  /// - Returns: The repaired findings.
  package func repair(
    _ findings: [Finding], in transaction: inout Transaction, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws -> [Finding] {
    var repaired = try repairValues(findings, in: &transaction)
    for finding in findings where finding.isFixable {
      do {
        if try repair(finding, in: &transaction, at: now, using: &generator) {
          repaired.append(finding)
        }
      } catch StoreError.nothingToRestore {
        // No readable version exists, so the finding stays.
      }
    }
    return repaired
  }

  /// Repairs one finding. Returns false if the finding can't be repaired or was already repaired.
  private func repair(
    _ finding: Finding, in transaction: inout Transaction, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws -> Bool {
    let board = transaction.before
    switch finding {
    case .unreadablePlan(let plan, _):
      guard let id = plan.id, try board.hasFile(of: id), try isUnreadable(id, in: transaction)
      else { return false }
      try putBack(id, in: &transaction, at: now)
      try place(id, in: &transaction, at: now, using: &generator)
    case .misplaced(let path, let id):
      guard try !board.hasFile(of: id), let found = try board.misplacedPlan(at: path),
        found.id == id
      else { return false }
      transaction.putBack(id, found.document, from: path)
      try transaction.repairStamps(of: id, by: try stampCheck(at: now, on: board))
      try place(id, in: &transaction, at: now, using: &generator)
    case .notCanonical(_, let id):
      if let id, try isUnreadable(id, in: transaction) { return false }
      transaction.rewrite(id)
    case .brokenSettings:
      if board.brokenSettings == nil { return false }
      transaction.putBackSettings()
    case .wrongStamp(_, let id):
      if let id, try isUnreadable(id, in: transaction) { return false }
      try transaction.repairStamps(of: id, by: try stampCheck(at: now, on: board))
    case .attributes:
      transaction.addFile(try board.completeAttributes(), at: BoardSnapshot.attributesPath)
    case .plan(.invalidRank(let id)):
      try place(id, in: &transaction, at: now, using: &generator)
    default: return false
    }
    return true
  }

  private func isUnreadable(_ id: PlanID, in transaction: Transaction) throws -> Bool {
    try transaction.found.readableDocument(id) == nil
  }

  /// Puts a plan at the bottom of its column if its rank is invalid.
  private func place(
    _ id: PlanID, in transaction: inout Transaction, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws {
    let plan = try transaction.plan(id)
    guard !Rank.isValid(plan.rank) else { return }
    let last = try ends(of: plan.state, in: transaction.before).last
    try transaction.edit(id, [.rank(Rank.bottom(at: now, after: last, using: &generator))])
  }

  /// Replaces invalid values by the intended ones, if these are certain.
  ///
  /// - Returns: The repaired findings.
  func repairValues(_ findings: [Finding], in transaction: inout Transaction) throws -> [Finding] {
    var repaired: [Finding] = []
    var edits: [PlanID?: [Edit]] = [:]
    var present: [PlanID?: Set<WrongValue>] = [:]
    for case .wrongValue(let found) in findings {
      guard let repair = found.wrong.repair else { continue }
      if present[found.plan] == nil {
        present[found.plan] = try values(of: found.plan, in: transaction)
      }
      // The value may have been repaired since it was found.
      guard present[found.plan]?.contains(found.wrong) == true else { continue }
      edits[found.plan, default: []] += repair
      repaired.append(.wrongValue(found))
    }
    for (plan, edits) in edits {
      // All edits of a file are applied at once, as each application copies the document.
      if let plan { try transaction.edit(plan, edits) } else { transaction.editBoard(edits) }
    }
    return repaired
  }

  private func values(of plan: PlanID?, in transaction: Transaction) throws -> Set<WrongValue> {
    guard let plan else { return Set(transaction.boardDocument.wrongValues) }
    guard try transaction.found.readableDocument(plan) != nil else { return [] }
    return Set(try transaction.document(plan).wrongValues)
  }

  /// Restores a plan without a readable file: from its file at another path, else from its last
  /// readable version.
  ///
  /// If the plan's file is a copy of another plan's file, it becomes a plan with its own id.
  /// Invalid stamps are replaced, because a guard would refuse them.
  ///
  /// - Parameter now: The time that the stamps are compared with.
  /// - Throws: `StoreError` if no version can be read: `.nothingToRestore` if the plan has a file,
  ///   `.unknownPlan` if it has none. `.planFormatTooNew` if a newer pmgit is needed.
  package func putBack(_ id: PlanID, in transaction: inout Transaction, at now: Timestamp) throws {
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
    try transaction.repairStamps(of: id, by: try stampCheck(at: now, on: board))
  }
}

extension BoardSnapshot {
  /// Returns the document of a file that is a copy of another plan's file, with `id` as the new id.
  /// It is nil if the file is not such a copy, or if the other plan is missing or unreadable.
  fileprivate func copy(at id: PlanID) throws -> PlanDocument? {
    guard let held = try misplacedPlan(at: id.path), try readableDocument(held.id) != nil else {
      return nil
    }
    var copy = held.document
    copy.id = ExactString(id.text)
    return copy
  }

  /// Whether a plan has a file at its path, readable or not.
  ///
  /// - Complexity: Reads three trees.
  func hasFile(of id: PlanID) throws -> Bool {
    try repository.treeEntry(at: id.path, in: tree) != nil
  }
}
