package import PlanModel

/// A list of plans: what `pmgit list` shows.
package struct ListModel: Sendable {
  /// The rows in the given order.
  package let rows: [PlanSummary]
  /// Whether a query chose the plans, so that an empty list need not mean a board without plans.
  package let isFiltered: Bool
  /// How many finished plans match and are left out.
  package let hiddenCount: Int
  /// What was searched for.
  package let found: FoundWords

  /// - Parameter plans: The plans of the query, in its order; deleted ones are marked.
  package init(
    _ plans: some Sequence<Plan>, board: Board, viewpoint: Viewpoint,
    relations: PlanRelations = PlanRelations(), words: [SearchText] = [], isFiltered: Bool = false,
    hiddenCount: Int = 0
  ) {
    rows = plans.map {
      PlanSummary($0, board: board, viewpoint: viewpoint, relations: relations)
    }
    (self.isFiltered, self.hiddenCount) = (isFiltered, hiddenCount)
    found = FoundWords(words)
  }

  /// What an empty list says.
  package var nothing: String {
    switch (isFiltered, hiddenCount > 0) {
    case (false, false): "no plans yet"
    case (false, true): "no open plans"
    case (true, false): "no plans match"
    case (true, true): "no open plans match"
    }
  }

  /// How many finished plans are left out, and how to see them; nil if none are.
  package var footer: StyledText? {
    guard hiddenCount > 0 else { return nil }
    let plans = CountWords.words(hiddenCount, "finished plan")
    return StyledText(
      "\(plans) left out; --all lists \(hiddenCount == 1 ? "it" : "them") too", .muted)
  }
}
