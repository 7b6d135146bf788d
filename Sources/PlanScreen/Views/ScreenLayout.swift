/// The areas of the screen's parts.
struct ScreenLayout: Hashable, Sendable {
  /// The area of the open plan, and whether it covers the board.
  struct PlanArea: Hashable, Sendable {
    let area: Area
    let isOver: Bool

    /// The number of cells for a text, between an edge on the left and one for the scroll bar.
    var textWidth: Int { max(1, area.columns - (isOver ? 2 : 3)) }
  }

  let size: ScreenSize
  /// The row of the query; nil if there is none.
  let queryRow: Int?
  /// The row of the slider of the past; nil in the present.
  let pastRow: Int?
  /// The rows between the head and the last line.
  let body: Area
  /// The board, the list, the conflicts or the charts; empty behind an open plan.
  let main: Area
  let plan: PlanArea?

  var footRow: Int { size.rows - 1 }

  /// The smallest width at which a plan stands beside the board.
  static let leastWidthForPlanBeside = 100
  /// The smallest height at which the query and the past have rows.
  private static let leastRowsForBars = 5

  init(_ size: ScreenSize, hasQuery: Bool, hasPast: Bool, plan: Screen.Focus?) {
    self.size = size
    var top = min(1, max(0, size.rows - 1))
    let hasBars = size.rows >= Self.leastRowsForBars
    pastRow = hasPast && hasBars ? top : nil
    if pastRow != nil { top += 1 }
    queryRow = hasQuery && hasBars ? top : nil
    if queryRow != nil { top += 1 }
    body = Area(row: top, column: 0, columns: size.columns, rows: max(0, size.rows - top - 1))
    guard let focus = plan else {
      (main, self.plan) = (body, nil)
      return
    }
    guard size.columns >= Self.leastWidthForPlanBeside else {
      main = focus == .plan ? Area.none : body
      self.plan = PlanArea(area: focus == .plan ? body : Area.none, isOver: true)
      return
    }
    let width = min(90, max(46, size.columns * 45 / 100))
    main = body.inset(right: width)
    self.plan = PlanArea(area: body.inset(left: size.columns - width), isOver: false)
  }
}

extension Screen {
  var layout: ScreenLayout { layout(size) }

  func layout(_ size: ScreenSize) -> ScreenLayout {
    ScreenLayout(
      size, hasQuery: !query.isEmpty, hasPast: past != nil, plan: plan.map { _ in focus })
  }

  var bodyRows: Int { layout.body.rows }
  var cardsPerPage: Int { max(1, layout.main.rows / 3 - 1) }
}
