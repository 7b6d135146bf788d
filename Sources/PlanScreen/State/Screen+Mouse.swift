import PlanModel
import PlanView

extension Screen {
  /// Selects what was clicked, and scrolls with the wheel. The mouse never changes the board.
  mutating func handle(_ mouse: Mouse) -> [ScreenEffect] {
    guard prompt == nil else { return [] }
    switch mouse.action {
    case .wheelDown: return step(.down)
    case .wheelUp: return step(.up)
    case .press: return click(row: mouse.row, column: mouse.column)
    default: return []
    }
  }

  private mutating func click(row: Int, column: Int) -> [ScreenEffect] {
    message = nil
    let layout = layout
    if row == 0 {
      let tab = head(width: size.columns).tabs.first {
        ($0.column..<($0.column + $0.text.widthInCells)).contains(column)
      }
      let act = tab.flatMap { tab in
        Self.tabs.first { $0.view == tab.view }.flatMap { Shortcut.of(key: $0.key)?.act }
      }
      return act.map { perform($0) } ?? []
    }
    if let area = layout.plan?.area, area.contains(row: row, column: column) {
      focus = .plan
      let top = plan?.top ?? 0
      plan?.line = top + max(0, row - area.row - 1)
      return []
    }
    guard layout.main.contains(row: row, column: column) else { return [] }
    focus = .main
    switch view {
    case .board: return clickOnBoard(row: row, column: column, layout.main)
    case .list: return listSpot(atLine: row - layout.main.row).map { moveCursor(to: $0) } ?? []
    case .roadmap: return clickOnRoadmap(row: row - layout.main.row)
    case .conflicts, .flow: return []
    }
  }

  private mutating func clickOnBoard(row: Int, column: Int, _ area: Area) -> [ScreenEffect] {
    let columns = LaneLayout(
      lanes, active: spot.lane, first: firstLane, widthInCells: area.columns)
    let inside = column - area.column
    guard
      let shown = columns.lanes.first(where: {
        ($0.column..<($0.column + $0.width)).contains(inside)
      })
    else { return [] }
    if shown.isFolded { return moveCursor(to: CardPosition(lane: shown.lane, row: 0)) }
    let cards = laneArea(shown, columns, area)
    let lane = lanes[shown.lane]
    let window = window(
      lane, isActive: shown.lane == spot.lane, width: cardWidth(shown), rows: cards.rows)
    var line = cards.row
    for item in window.items {
      line += item.lines.count + (window.form.isSpaced ? 1 : 0)
      if row < line { return moveCursor(to: CardPosition(lane: shown.lane, row: item.row)) }
    }
    return moveCursor(to: CardPosition(lane: shown.lane, row: min(spot.row, lane.cards.count - 1)))
  }
}
