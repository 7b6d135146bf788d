package import PlanModel

/// A list of plans, as `pmgit list` shows it.
package struct ListModel: Sendable {
  /// The rows in the given order.
  package let rows: [PlanSummary]
  /// Whether a query chose the plans. If so, an empty list does not mean an empty board.
  package let isFiltered: Bool
  /// The number of matching finished plans that are left out.
  package let hiddenCount: Int
  /// The words that were searched for.
  package let found: FoundWords

  /// - Parameter plans: The plans that match the query, in its order. Deleted plans are marked.
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

  /// The message for an empty list.
  package var nothing: String {
    switch (isFiltered, hiddenCount > 0) {
    case (false, false): "no plans yet"
    case (false, true): "no open plans"
    case (true, false): "no plans match"
    case (true, true): "no open plans match"
    }
  }

  /// The number of finished plans that were left out, and how to list them; nil if none were.
  package var footer: StyledText? {
    guard hiddenCount > 0 else { return nil }
    let plans = CountWords.words(hiddenCount, "finished plan")
    return StyledText(
      "\(plans) left out; --all lists \(hiddenCount == 1 ? "it" : "them") too", .muted)
  }
}
