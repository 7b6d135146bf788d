/// Sorts plans in the order that a query asks for.
struct PlanOrder {
  private let sorts: [QuerySort]
  private let board: Board
  private let columns: [String: Int]

  /// - Parameter sorts: The sort keys, most important first; if empty, plans are in board order.
  init(_ sorts: [QuerySort], board: Board) {
    self.sorts = sorts.isEmpty ? [QuerySort(key: .rank)] : sorts
    self.board = board
    columns = Dictionary(
      board.columns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the plans in order; equal plans are sorted by rank and then by id.
  ///
  /// - Complexity: O(*n* log *n*); the sort values are computed once for each plan.
  func sorted(_ plans: [Plan]) -> [Plan] {
    let keys = SortKeys(
      plans.map { plan in
        sorts.flatMap { sort in
          values(of: plan, for: sort.key).map { ($0, isDescending: sort.isDescending) }
        }
      })
    let places = plans.indices.sorted { left, right in
      if let isFirst = keys.precedes(left, right) { return isFirst }
      return Rank.precedes(
        (plans[left].rank, plans[left].id.text), (plans[right].rank, plans[right].id.text))
    }
    return places.map { plans[$0] }
  }

  private func values(of plan: Plan, for key: QuerySort.Key) -> [SortValue] {
    switch key {
    case .rank:
      column(of: plan.state)
        + [Rank.isValid(plan.rank) ? .text(ExactString(plan.rank)) : .missing]
    case .state: column(of: plan.state)
    case .property(let field): [value(field.property?.value(of: plan))]
    case .time(let time): [self.time(time, of: plan)]
    case .title: [.text(ExactString(plan.title.lowercased()))]
    }
  }

  /// Returns the column's index, or its id if it is not on the board; so plans of such a column
  /// stay together.
  private func column(of state: String) -> [SortValue] {
    columns[state].map { [number($0), .missing] } ?? [.missing, .text(ExactString(state))]
  }

  private func value(_ value: PropertyValue?) -> SortValue {
    switch value {
    case .day(let day): number(day.dayNumber)
    // The most urgent priority is first.
    case .priority(let priority): number(Priority.allCases.firstIndex(of: priority).map { -$0 })
    case .number(let number): Double(number.lexeme).map(SortValue.number) ?? .missing
    case .person, nil: .missing
    }
  }

  private func number(_ number: Int?) -> SortValue {
    number.map { .number(Double($0)) } ?? .missing
  }

  private func time(_ field: PlanTime, of plan: Plan) -> SortValue {
    // A double holds milliseconds exactly for 285,000 years.
    field.time(of: plan, board: board).map { .number(Double($0.milliseconds)) } ?? .missing
  }
}
