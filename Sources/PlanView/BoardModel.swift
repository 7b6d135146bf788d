package import PlanModel

/// The columns of a board, each with its plans: what `pmgit board` shows.
package struct BoardModel: Sendable {
  package struct Lane: Sendable {
    /// The value that plans in the column have as `state`.
    package let id: String
    package let title: String
    /// The kind of the column; nil for a lane whose id the board does not know.
    package let kind: Column.Kind?
    /// The number of all plans in the column, shown or not.
    package let count: Int
    package let limit: Int?
    package let cards: [PlanSummary]

    package var isKnown: Bool { kind != nil }
    package var isOverLimit: Bool { limit.map { count > $0 } ?? false }
    /// The number of plans in the column without a card.
    package var hiddenCount: Int { count - cards.count }
  }

  /// How many cards a column shows; nil for all.
  package struct CardLimits: Hashable, Sendable {
    package var perColumn: Int?
    package var perDoneColumn: Int?

    package init(perColumn: Int? = nil, perDoneColumn: Int? = nil) {
      (self.perColumn, self.perDoneColumn) = (perColumn, perDoneColumn)
    }

    package static let all = CardLimits()
    /// All open work, and the ten plans that were finished last.
    package static let standard = CardLimits(perDoneColumn: 10)
  }

  package let title: String?
  /// The board's columns from left to right, then a lane for each unknown `state`, by its bytes.
  package let lanes: [Lane]
  /// Whether a query chose the plans, so that an empty board need not be one without plans.
  package let isFiltered: Bool

  /// Sorts plans into their columns.
  ///
  /// - Parameters:
  ///   - plans: The plans in the order of the board, which columns keep; a done column shows the
  ///     latest entry first. Deleted plans are left out.
  ///   - limits: The most cards to make; counts are of all plans.
  /// - Complexity: O(n), and O(n log n) in done columns.
  package init(
    _ plans: some Sequence<Plan>, board: Board, viewpoint: Viewpoint,
    limits: CardLimits = .standard, isFiltered: Bool = false
  ) {
    title = board.title
    self.isFiltered = isFiltered
    var byState: [ExactString: [Plan]] = [:]
    for plan in plans where !plan.isDeleted {
      byState[ExactString(plan.state), default: []].append(plan)
    }
    var lanes = board.columns.map { column in
      Lane(
        column: column, plans: byState.removeValue(forKey: ExactString(column.id)) ?? [],
        limits: limits, board: board, viewpoint: viewpoint)
    }
    for (state, plans) in byState.sorted(by: { $0.key < $1.key }) {
      let shown = plans.prefix(limits.perColumn ?? .max)
      lanes.append(
        Lane(
          id: state.text, title: state.text, kind: nil, count: plans.count, limit: nil,
          cards: shown.map { PlanSummary($0, board: board, viewpoint: viewpoint) }))
    }
    self.lanes = lanes
  }

  package var isEmpty: Bool { lanes.allSatisfy { $0.count == 0 } }
}

extension BoardModel.Lane {
  fileprivate init(
    column: Column, plans: [Plan], limits: BoardModel.CardLimits, board: Board,
    viewpoint: Viewpoint
  ) {
    let isDone = column.kind == .done
    let sorted = isDone ? Self.newestFirst(plans) : plans
    let shown = sorted.prefix((isDone ? limits.perDoneColumn : limits.perColumn) ?? .max)
    self.init(
      id: column.id, title: column.title, kind: column.kind, count: plans.count,
      limit: column.limit, cards: shown.map { PlanSummary($0, board: board, viewpoint: viewpoint) })
  }

  /// Sorts plans by their entry into the column; `sorted` is stable, so ties keep their order.
  private static func newestFirst(_ plans: [Plan]) -> [Plan] {
    let time = { (plan: Plan) in
      (plan.stateSince ?? plan.created?.at ?? plan.updated)?.milliseconds ?? .min
    }
    return plans.sorted { time($0) > time($1) }
  }
}
