package import PlanModel

/// A list of plans: what `pmgit list` shows.
package struct ListModel: Sendable {
  /// The rows in the given order.
  package let rows: [PlanSummary]
  /// Whether a query chose the plans, so that an empty list need not mean a board without plans.
  package let isFiltered: Bool
  /// What was searched for.
  package let found: FoundWords

  /// - Parameter plans: The plans of the query, in its order; deleted ones are marked.
  package init(
    _ plans: some Sequence<Plan>, board: Board, viewpoint: Viewpoint,
    relations: PlanRelations = PlanRelations(), words: [SearchText] = [], isFiltered: Bool = false
  ) {
    rows = plans.map {
      PlanSummary($0, board: board, viewpoint: viewpoint, relations: relations)
    }
    self.isFiltered = isFiltered
    found = FoundWords(words)
  }
}
