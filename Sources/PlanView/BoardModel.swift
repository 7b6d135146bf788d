package import PlanModel

/// The columns of a board with their plans, as `pmgit board` shows them.
package struct BoardModel: Sendable {
  /// The plans of one column, or of one column in one swimlane.
  package struct Cell: Sendable {
    /// The shown plans, which may be fewer than `count`.
    package let cards: [PlanSummary]
    /// The number of plans, including those without a card.
    package let count: Int

    /// A cell without plans.
    package static let empty = Cell(cards: [], count: 0)

    package var hiddenCount: Int { count - cards.count }
  }

  /// A column of the board, or the plans with a `state` that is not a column of the board.
  package struct Lane: Sendable {
    /// The column's id, which is the `state` of its plans.
    package let id: String
    package let title: String
    /// The kind of the column; nil if the board has no column with this id.
    package let kind: Column.Kind?
    /// The number of all plans in the column that are not deleted, including those that the query
    /// left out.
    package let count: Int
    /// The number of deleted plans that a query asked for.
    package let deletedCount: Int
    package let limit: Int?
    /// The plans that match the query.
    package fileprivate(set) var cell = Cell.empty
    /// The sum of a field of these plans; nil if none was requested.
    package fileprivate(set) var total: FieldTotal?

    package var isKnown: Bool { kind != nil }
    package var isOverLimit: Bool { limit.map { count > $0 } ?? false }
    package var cards: [PlanSummary] { cell.cards }
    /// The number of plans in the column that match the query, deleted or not.
    package var matchCount: Int { cell.count }
    /// The number of plans among `count` that match the query.
    package var presentMatchCount: Int { matchCount - deletedCount }
  }

  /// A swimlane: the plans with the same assignee, label, parent or priority.
  package struct Group: Sendable {
    /// The common value as it is stored; nil for the plans without one.
    package let value: String?
    package let title: StyledText
    /// The number of plans in the group.
    package let count: Int
    /// One cell for each lane of the board, in the same order.
    package let cells: [Cell]
  }

  /// The largest numbers of cards that are shown in a column, or in a column of one swimlane; nil
  /// for no limit.
  package struct CardLimits: Hashable, Sendable {
    package var perColumn: Int?
    package var perDoneColumn: Int?

    package static let all = CardLimits()
    /// All plans in columns that are not done, and in each done column the ten that entered it
    /// last.
    package static let standard = CardLimits(perDoneColumn: 10)

    /// Returns the standard limits, with at most `mostLines` cards in a column that is not done,
    /// because a display with `mostLines` lines has no room for more. If `mostLines` is nil, there
    /// is no such limit.
    package static func standard(mostLines: Int?) -> CardLimits {
      CardLimits(perColumn: mostLines, perDoneColumn: 10)
    }
  }

  /// Which parts of the board are shown, and how.
  package struct Options: Sendable {
    package var limits = CardLimits.standard
    /// Whether a query chose the plans. If so, an empty board may have other plans.
    package var isFiltered = false
    /// The ids of the lanes to show, from left to right; nil for all lanes.
    package var columns: [String]?
    package var grouping: PlanGrouping?
    /// The field whose numbers are added up for each lane.
    package var summed: SummedField?
    /// All plans of the board, from which `Lane.count` and the titles of parents are taken; nil if
    /// `init` is given all plans.
    package var allPlans: [Plan]?
    package var relations = PlanRelations()
    /// The people on the plans; used only for grouping by assignees.
    package var people = PeopleIndex()

    package init() {}
  }

  package let title: String?
  /// The lanes in `Options.columns`. If that is nil, the board's columns from left to right, then a
  /// lane for each unknown `state`, sorted by bytes.
  package let lanes: [Lane]
  /// The swimlanes; nil for a board without swimlanes.
  package let groups: [Group]?
  package let isFiltered: Bool

  /// Sorts plans into their columns.
  ///
  /// - Parameter plans: The plans in the order of the board. Each column keeps this order, except
  ///   that done columns show the latest entry first. Deleted plans are shown, because only a query
  ///   that asks for them returns them.
  /// - Complexity: O(n), and O(n log n) in done columns and for swimlanes.
  package init(_ plans: [Plan], board: Board, viewpoint: Viewpoint, options: Options = Options()) {
    let summarized = SummarizedBoard(board, viewpoint, options.relations)
    let columns = Self.columns(of: plans, board: board, options: options)
    let byState = plans.byState
    title = board.title
    isFiltered = options.isFiltered
    let lanes = columns.map { column in
      let shown = byState[ExactString(column.id)] ?? []
      var lane = column
      lane.cell = Cell(shown, kind: column.kind, limits: options.limits, on: summarized)
      lane.total = options.summed.map { FieldTotal($0, of: shown) }
      return lane
    }
    self.lanes = lanes
    isPartial = options.isFiltered && lanes.contains { $0.presentMatchCount != $0.count }
    groups = options.grouping.map { grouping in
      let shown = Set(columns.map { ExactString($0.id) })
      let groups = grouping.groups(
        of: plans.filter { shown.contains(ExactString($0.state)) }, all: options.allPlans ?? plans,
        board: board, viewpoint: viewpoint, relations: options.relations,
        people: options.people)
      return groups.map { group in
        Group(group, in: columns, limits: options.limits, on: summarized)
      }
    }
  }

  /// Whether no plan is shown.
  package var isEmpty: Bool { lanes.allSatisfy { $0.matchCount == 0 } }

  /// Whether the query left out plans, so that `matchCount` differs from `count` in some lane.
  package let isPartial: Bool

  /// Returns the lanes without their plans.
  private static func columns(of shown: [Plan], board: Board, options: Options) -> [Lane] {
    var counts: [ExactString: LaneCount] = [:]
    for plan in options.allPlans ?? shown where !plan.isDeleted {
      counts[ExactString(plan.state), default: LaneCount()].present += 1
    }
    for plan in shown where plan.isDeleted {
      counts[ExactString(plan.state), default: LaneCount()].deleted += 1
    }
    let lanes = lanes(of: board, counts)
    guard let wanted = options.columns else { return lanes }
    let byID = Dictionary(lanes.map { (ExactString($0.id), $0) }) { first, _ in first }
    return wanted.compactMap { byID[ExactString($0)] }
  }

  /// The numbers of plans in a lane.
  struct LaneCount: Sendable {
    var (present, deleted) = (0, 0)
  }

  /// Returns the board's columns, then a lane for each unknown `state`, without their plans.
  ///
  /// - Parameter counts: The numbers of plans by `state`.
  static func lanes(of board: Board, _ counts: [ExactString: LaneCount]) -> [Lane] {
    var counts = counts
    let known = board.columns.map { column in
      let count = counts.removeValue(forKey: ExactString(column.id)) ?? LaneCount()
      return Lane(
        id: column.id, title: column.title, kind: column.kind, count: count.present,
        deletedCount: count.deleted, limit: column.limit)
    }
    return known
      + counts.sorted { $0.key < $1.key }.map { state, count in
        Lane(
          id: state.text, title: state.text, kind: nil, count: count.present,
          deletedCount: count.deleted, limit: nil)
      }
  }
}

extension BoardModel.Cell {
  fileprivate init(
    _ plans: [Plan], kind: Column.Kind?, limits: BoardModel.CardLimits, on board: SummarizedBoard
  ) {
    let isDone = kind == .done
    let most = isDone ? limits.perDoneColumn : limits.perColumn
    let sorted = isDone && most != 0 ? Self.newestFirst(plans) : plans
    cards = sorted.prefix(most ?? .max).map { PlanSummary($0, on: board) }
    count = plans.count
  }

  /// Sorts plans by the time of their entry into the column, newest first. If that time is unknown,
  /// the time of the creation or of the latest change counts. Plans with equal times keep their
  /// order.
  private static func newestFirst(_ plans: [Plan]) -> [Plan] {
    let times = plans.map { plan in
      (plan.stateSince ?? plan.created?.at ?? plan.updated)?.milliseconds ?? .min
    }
    return plans.indices.sorted { times[$0] > times[$1] }.map { plans[$0] }
  }
}

extension BoardModel.Group {
  fileprivate init(
    _ group: PlanGroup, in lanes: [BoardModel.Lane], limits: BoardModel.CardLimits,
    on board: SummarizedBoard
  ) {
    let byState = group.plans.byState
    (value, title, count) = (group.value, group.title, group.plans.count)
    cells = lanes.map { lane in
      let plans = byState[ExactString(lane.id)] ?? []
      return BoardModel.Cell(plans, kind: lane.kind, limits: limits, on: board)
    }
  }
}

extension [Plan] {
  /// The plans in each column, in their order.
  ///
  /// Plans in the order of a board are added column by column, which is faster than one by one.
  fileprivate var byState: [ExactString: [Plan]] {
    var groups: [ExactString: [Plan]] = [:]
    var (start, state) = (0, ExactString(first?.state ?? ""))
    for (place, plan) in enumerated() {
      let next = ExactString(plan.state)
      guard next != state else { continue }
      groups[state, default: []] += self[start..<place]
      (start, state) = (place, next)
    }
    if !isEmpty { groups[state, default: []] += self[start...] }
    return groups
  }
}
