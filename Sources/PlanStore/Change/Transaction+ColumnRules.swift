package import PlanModel

/// What the columns let plans do.
extension Transaction {
  /// The steps of the change that the board does not allow, in the order of the plans' ids.
  package func columnViolations() throws(StoreError) -> [ColumnRule.Violation] {
    hasColumnRules ? try columnViolations(in: try changedFiles()) : []
  }

  /// Fails if a plan goes where the board does not let it go: a remote with pmgit's guard would
  /// refuse it later.
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
        // A plan that can't be read is where it is, wherever that was.
        guard try !before.hasFile(of: id) else { continue }
      }
      let violation = ColumnRule.violation(
        of: id, from: old, to: changed.document, on: before.board)
      if let violation { violations.append(violation) }
    }
    return violations
  }

  /// Lets plans that went back in their columns stay there, but those of which others know the step
  /// and that the board does not let go back: these stay where they were.
  ///
  /// A remote with pmgit's guard goes by what it has. Where that is what the plan goes back to, it
  /// sees no step at all; so nobody's rule is in the way of taking back a step that is still one's
  /// own.
  ///
  /// - Parameter shared: The board as others have it; nil where nobody else has it.
  /// - Returns: The plans that stay, each with its rule.
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
