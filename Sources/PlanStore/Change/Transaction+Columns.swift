package import PlanModel

/// Applies the rules of columns to a change.
extension Transaction {
  /// Returns the moves that the board's rules forbid, sorted by plan id.
  package func columnViolations() throws -> [ColumnRule.Violation] {
    hasColumnRules ? try columnViolations(in: try changedFiles()) : []
  }

  /// Fails if a column's rule forbids a move. A remote with pmgit's guard would refuse the commit
  /// later.
  func checkColumnRules(_ files: [ChangedFile]) throws {
    guard hasColumnRules else { return }
    if let violation = try columnViolations(in: files).first {
      throw StoreError.columnRule(violation)
    }
  }

  private var hasColumnRules: Bool { before.board.columns.contains { !$0.from.isEmpty } }

  private func columnViolations(in files: [ChangedFile]) throws -> [ColumnRule.Violation] {
    var violations: [ColumnRule.Violation] = []
    for changed in files {
      guard case .plan(let id) = changed.file, !exempt.contains(id) else { continue }
      let old = try found.readableDocument(id)
      if old == nil {
        // An unreadable plan is assumed to stay in its column.
        guard try !before.hasFile(of: id) else { continue }
      }
      let violation = ColumnRule.violation(
        of: id, from: old, to: changed.document, on: before.board)
      if let violation { violations.append(violation) }
    }
    return violations
  }

  /// Exempts the plans of an undo from the rules of the columns. A plan that is also in `shared` is
  /// the exception. It keeps its present column if the rules forbid the reversed move from there,
  /// and also from its column in `shared`.
  ///
  /// A remote's guard compares the change with the remote's own board. If the move was never
  /// shared, the guard sees neither the move nor its reversal, so the reversal is always allowed.
  ///
  /// - Parameter shared: The board that other clones have; nil if no other clone has it.
  /// - Returns: The violations of the plans that keep their column.
  mutating func keepRules(
    for ids: Set<PlanID>, knowing shared: BoardSnapshot?
  ) throws -> [ColumnRule.Violation] {
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
