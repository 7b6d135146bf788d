package import PlanModel

/// The plans of a board below their parents, as `pmgit list --tree` shows them.
package struct TreeModel: Sendable {
  package struct Row: Sendable {
    package let summary: PlanSummary
    /// The place of the row in the tree.
    package let place: PlanForest.Row
    /// How many children of the plan are done; nil if it has no children.
    package let progress: Progress?
    /// Whether the row is shown only because a plan below it was requested.
    package let isContext: Bool
  }

  package let rows: [Row]
  /// Whether a query chose the plans. If so, an empty tree does not mean an empty board.
  package let isFiltered: Bool

  /// Makes the rows of a tree of plans.
  ///
  /// - Parameters:
  ///   - plans: All plans of the board.
  ///   - wanted: The requested plans; nil for all.
  package init(
    _ forest: PlanForest, plans: some Sequence<Plan>, wanted: Set<PlanID>? = nil, board: Board,
    viewpoint: Viewpoint, relations: PlanRelations
  ) {
    let byID = Dictionary(plans.map { ($0.id, $0) }) { first, _ in first }
    isFiltered = wanted != nil
    let board = SummarizedBoard(board, viewpoint, relations)
    // A plan with several parents is in several rows.
    let facts = byID.mapValues { plan in
      (
        summary: PlanSummary(plan, on: board),
        progress: relations.progress(of: plan.id)
      )
    }
    rows = forest.rows.compactMap { row in
      guard let (summary, progress) = facts[row.id] else { return nil }
      return Row(
        summary: summary, place: row, progress: progress,
        isContext: !(wanted?.contains(row.id) ?? true))
    }
  }
}
