package import PlanModel

/// Plans one below the other: what `pmgit list` shows.
package struct ListModel: Sendable {
  /// In the order that was given.
  package let rows: [PlanSummary]
  /// Whether a query chose the plans, so that an empty list does not mean that there are none.
  package let isFiltered: Bool

  /// - Parameter plans: All that the query found, in its order; deleted plans are marked.
  package init(
    _ plans: some Sequence<Plan>, board: Board, viewpoint: Viewpoint, isFiltered: Bool = false
  ) {
    rows = plans.map { PlanSummary($0, board: board, viewpoint: viewpoint) }
    self.isFiltered = isFiltered
  }
}
