package import PlanModel

/// The plans of a board below their parents: what `pmgit tree` shows.
package struct TreeModel: Sendable {
  package struct Row: Sendable {
    package let summary: PlanSummary
    /// The number of plans above it.
    package let depth: Int
    /// The id of the plan right above it.
    package let parent: PlanID?
    /// Whether no other child of its parent follows.
    package let isLast: Bool
    package let repetition: PlanForest.Repetition
    /// How many of its children are done; nil if it has none.
    package let progress: Progress?
    /// Whether it stands there only because a plan below it was asked for.
    package let isContext: Bool
  }

  package let rows: [Row]
  /// Whether a query chose the plans, so that an empty tree need not mean a board without parents.
  package let isFiltered: Bool

  /// - Parameters:
  ///   - plans: All plans of the board.
  ///   - wanted: The plans that were asked for; nil for all.
  package init(
    _ forest: PlanForest, plans: some Sequence<Plan>, wanted: Set<PlanID>? = nil, board: Board,
    viewpoint: Viewpoint, relations: PlanRelations
  ) {
    let byID = Dictionary(plans.map { ($0.id, $0) }) { first, _ in first }
    isFiltered = wanted != nil
    // A plan with several parents stands in several rows.
    let facts = byID.mapValues { plan in
      (
        summary: PlanSummary(plan, board: board, viewpoint: viewpoint, relations: relations),
        progress: relations.progress(of: plan.id)
      )
    }
    rows = forest.rows.compactMap { row in
      guard let (summary, progress) = facts[row.id] else { return nil }
      return Row(
        summary: summary, depth: row.depth, parent: row.parent, isLast: row.isLast,
        repetition: row.repetition, progress: progress,
        isContext: !(wanted?.contains(row.id) ?? true))
    }
  }
}
