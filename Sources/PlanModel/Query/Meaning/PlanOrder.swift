/// The order of plans that a query asks for.
struct PlanOrder {
  private let sorts: [QuerySort]
  private let board: Board
  private let columns: [String: Int]

  /// - Parameter sorts: The sorts, the most important first; if empty, the order of the board.
  init(_ sorts: [QuerySort], board: Board) {
    self.sorts = sorts.isEmpty ? [QuerySort(key: .rank)] : sorts
    self.board = board
    columns = Dictionary(
      board.columns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the plans in order; equal ones by rank and then by id.
  ///
  /// - Complexity: O(*n* log *n*); the compared values are computed once for each plan.
  func sorted(_ plans: [Plan]) -> [Plan] {
    let rows = plans.indices.map { index in
      Row(index: index, values: sorts.map { values(of: plans[index], for: $0.key) })
    }
    let ordered = rows.sorted { left, right in
      for (sort, pair) in zip(sorts, zip(left.values, right.values)) {
        for (leftValue, rightValue) in zip(pair.0, pair.1) where leftValue != rightValue {
          return leftValue.precedes(rightValue, isDescending: sort.isDescending)
        }
      }
      let (leftPlan, rightPlan) = (plans[left.index], plans[right.index])
      return Rank.precedes(
        (leftPlan.rank, leftPlan.id.text), (rightPlan.rank, rightPlan.id.text))
    }
    return ordered.map { plans[$0.index] }
  }

  private struct Row {
    let index: Int
    /// The values to compare for each sort, the most important first; always equally many.
    let values: [[Value]]
  }

  private enum Value: Equatable {
    case number(Double)
    case text(ExactString)
    case missing

    /// Returns whether the value comes before another; missing ones come last in either direction.
    func precedes(_ other: Value, isDescending: Bool) -> Bool {
      switch (self, other) {
      case (.number(let left), .number(let right)): isDescending ? right < left : left < right
      case (.text(let left), .text(let right)): isDescending ? right < left : left < right
      case (.missing, _): false
      case (_, .missing): true
      // Unreachable: all values of one sort are of one type.
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  private func values(of plan: Plan, for key: QuerySort.Key) -> [Value] {
    switch key {
    case .rank:
      column(of: plan.state)
        + [Rank.isValid(plan.rank) ? .text(ExactString(plan.rank)) : .missing]
    case .state: column(of: plan.state)
    case .due: [number(plan.due?.dayNumber)]
    // The most urgent first.
    case .priority: [number(plan.priority.flatMap(Priority.allCases.firstIndex).map { -$0 })]
    case .estimate: [plan.estimate.flatMap { Double($0.lexeme) }.map(Value.number) ?? .missing]
    case .created: [time(.created, of: plan)]
    case .updated: [time(.updated, of: plan)]
    case .moved: [time(.moved, of: plan)]
    case .claimed: [time(.claimed, of: plan)]
    case .closed: [time(.closed, of: plan)]
    case .title: [.text(ExactString(plan.title.lowercased()))]
    }
  }

  /// Returns the column's index, or its id if the board does not have it, so that plans of one such
  /// column stay together.
  private func column(of state: String) -> [Value] {
    columns[state].map { [number($0), .missing] } ?? [.missing, .text(ExactString(state))]
  }

  private func number(_ number: Int?) -> Value {
    number.map { .number(Double($0)) } ?? .missing
  }

  private func time(_ field: PlanTime, of plan: Plan) -> Value {
    // A double holds milliseconds exactly for 285,000 years.
    field.time(of: plan, board: board).map { .number(Double($0.milliseconds)) } ?? .missing
  }
}
