package import PlanModel

/// The rules of the columns, applied to a change.
extension Transaction {
  /// The steps of the change that the board's rules forbid, in the order of the plans' ids.
  package func columnViolations() throws(StoreError) -> [ColumnRule.Violation] {
    hasColumnRules ? try columnViolations(in: try changedFiles()) : []
  }

  /// Fails if a plan moves to a column whose rule forbids it: a remote with pmgit's guard would
  /// refuse the commit later.
  func checkColumnRules(_ files: [ChangedFile]) throws(StoreError) {
    guard hasColumnRules else { return }
    if let violation = try columnViolations(in: files).first { throw .columnRule(violation) }
  }

  private var hasColumnRules: Bool { before.board.columns.contains { !$0.from.isEmpty } }

  private func columnViolations(
    in files: [ChangedFile]
  ) throws(StoreError) -> [ColumnRule.Violation] {
    var violations: [ColumnRule.Violation] = []
    for changed in files {
      guard case .plan(let id) = changed.file, !exempt.contains(id) else { continue }
      let old = try found.readableDocument(id)
      if old == nil {
        // A plan that can't be read stays in its column, whichever that was.
        guard try !before.hasFile(of: id) else { continue }
      }
      let violation = ColumnRule.violation(
        of: id, from: old, to: changed.document, on: before.board)
      if let violation { violations.append(violation) }
    }
    return violations
  }

  /// Lets plans that went back to an earlier column stay there, except those whose step is known to
  /// other clones and whose way back a rule forbids: these keep their column.
  ///
  /// A remote's guard compares with the remote's own state. If that is the state that the plan goes
  /// back to, the guard sees no step; so no rule prevents taking back a step that was never shared.
  ///
  /// - Parameter shared: The board as other clones have it; nil if no other clone has it.
  /// - Returns: The plans that keep their column, each with its rule.
  mutating func keepRules(
    for ids: Set<PlanID>, knowing shared: BoardSnapshot?
  ) throws(StoreError) -> [ColumnRule.Violation] {
    exempt(ids)
    guard let shared else { return [] }
    var violations: [ColumnRule.Violation] = []
    for id in ids.sorted() {
      guard let old = try found.readableDocument(id), let document = plans[id],
        ColumnRule.violation(of: id, from: old, to: document, on: before.board) != nil,
        let known = try shared.readableDocument(id),
        let violation = ColumnRule.violation(of: id, from: known, to: document, on: before.board)
      else { continue }
      keepPlace(of: id, as: old)
      violations.append(violation)
    }
    return violations
  }
}
