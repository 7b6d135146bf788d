package import PlanModel

extension BoardStore {
  /// Repairs, in a transaction, the findings that need no person's decision.
  ///
  /// - Parameters:
  ///   - now: The time for new ranks. Plans without a valid rank go to the bottom of their column.
  /// - Returns: The repaired findings.
  package func mend(
    _ findings: [Finding], in transaction: inout Transaction, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(StoreError) -> [Finding] {
    var mended = try mendValues(findings, in: &transaction)
    for finding in findings where finding.isFixable {
      do throws(StoreError) {
        if try mend(finding, in: &transaction, at: now, using: &generator) {
          mended.append(finding)
        }
      } catch {
        // No readable version exists, so the finding stays.
        guard case .nothingToRestore = error else { throw error }
      }
    }
    return mended
  }

  /// Repairs one finding. Returns false if it can't be repaired or already was.
  private func mend(
    _ finding: Finding, in transaction: inout Transaction, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(StoreError) -> Bool {
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
      try transaction.mendStamps(of: id, by: try stampCheck(at: now, on: board))
      try place(id, in: &transaction, at: now, using: &generator)
    case .notCanonical(_, let id):
      if let id, try isUnreadable(id, in: transaction) { return false }
      transaction.rewrite(id)
    case .brokenSettings:
      if board.brokenSettings == nil { return false }
      transaction.putBackSettings()
    case .wrongStamp(_, let id):
      if let id, try isUnreadable(id, in: transaction) { return false }
      try transaction.mendStamps(of: id, by: try stampCheck(at: now, on: board))
    case .attributes:
      transaction.addFile(try board.completeAttributes(), at: BoardSnapshot.attributesPath)
    case .plan(.invalidRank(let id)):
      try place(id, in: &transaction, at: now, using: &generator)
    default: return false
    }
    return true
  }

  private func isUnreadable(
    _ id: PlanID, in transaction: Transaction
  ) throws(StoreError) -> Bool {
    try transaction.found.readableDocument(id) == nil
  }

  /// Puts a plan at the bottom of its column if its rank is invalid.
  private func place(
    _ id: PlanID, in transaction: inout Transaction, at now: Timestamp,
    using generator: inout some RandomNumberGenerator
  ) throws(StoreError) {
    let plan = try transaction.plan(id)
    guard !Rank.isValid(plan.rank) else { return }
    let last = try ends(of: plan.state, in: transaction.before).last
    try transaction.edit(id, [.rank(Rank.bottom(at: now, after: last, using: &generator))])
  }
}
