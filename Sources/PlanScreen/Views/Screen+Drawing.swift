import PlanModel
import PlanView

extension Screen {
  /// Draws the screen for a terminal of any size.
  package func draw(columns: Int, rows: Int) -> Grid {
    let size = ScreenSize(columns: max(0, columns), rows: max(0, rows))
    var grid = Grid(columns: size.columns, rows: size.rows)
    guard size.columns > 0, size.rows > 0 else { return grid }
    let layout = layout(size)
    drawHead(into: &grid, layout)
    if let row = layout.queryRow { drawQuery(into: &grid, row: row) }
    if let row = layout.pastRow { drawPast(into: &grid, row: row) }
    if !layout.main.isEmpty { drawMain(into: &grid, layout) }
    if let plan = layout.plan, !plan.area.isEmpty { drawPlan(into: &grid, plan) }
    drawFoot(into: &grid, layout)
    drawPrompt(into: &grid, layout)
    if size == self.size { grid.cursor = cursor }
    return grid
  }

  /// The position of the terminal's cursor while a text is typed; nil if it is hidden.
  package var cursor: GridPosition? {
    let layout = layout
    switch prompt {
    case .line:
      guard size.rows > 0 else { return nil }
      return promptLine(layout)?.cursor
    case .pick(let picker): return PickerBox(picker, in: layout).filterCursor
    case .help(let help):
      guard size.rows > 0 else { return nil }
      return helpFoot(help, width: size.columns).map {
        GridPosition(row: layout.footRow, column: $0.cursor)
      }
    case .confirm, .revive, nil: return nil
    }
  }

  private func drawMain(into grid: inout Grid, _ layout: ScreenLayout) {
    let area = layout.main
    guard let content else {
      let words = boardFailure.map { [$0.message] + $0.hints } ?? ["reading the board…"]
      let lines = words.enumerated().flatMap { index, text in
        StyledText(text, boardFailure != nil && index == 0 ? .overdue : .muted)
          .wrapped(toCells: max(1, area.columns - 2))
      }
      grid.put(lines, in: area.inset(top: 1, left: 1, right: 1))
      return
    }
    switch view {
    case .board: drawBoard(content, into: &grid, area)
    case .list: drawList(into: &grid, area)
    case .conflicts: drawConflicts(into: &grid, area)
    case .roadmap: drawRoadmap(into: &grid, area)
    case .flow: drawDrawing(into: &grid, area)
    }
  }

  /// Adjusts the scroll positions so that the cursor is visible.
  mutating func settle() {
    layOut()
    let layout = layout
    if view == .board, let lane, !layout.main.isEmpty {
      let columns = LaneLayout(
        lanes, active: spot.lane, first: firstLane, widthInCells: layout.main.columns)
      firstLane = columns.first
      if let shown = columns.lanes.first(where: { $0.lane == spot.lane }), !shown.isFolded {
        let area = laneArea(shown, columns, layout.main)
        tops[lane.id] =
          window(lane, isActive: true, width: cardWidth(shown), rows: area.rows).top
      }
    }
    if view == .list { listTop = listWindow(rows: layout.main.rows).top }
    if view == .conflicts {
      layOutValue()
      if let area = conflictAreas(layout.main).list { conflicts.top = conflictTop(in: area) }
    }
    if var open = plan, let area = layout.plan?.area, !area.isEmpty {
      let lines = planLines
      open.line = min(max(0, open.line), max(0, lines.count - 1))
      open.top = Self.top(
        open.top, showing: open.line, count: lines.count, rows: max(1, area.rows - 1))
      plan = open
    }
    if case .pick(var picker) = prompt {
      picker.top = Self.top(
        picker.top, showing: picker.chosen, count: picker.shown.count,
        rows: PickerBox(picker, in: layout).optionRows)
      prompt = .pick(picker)
    }
  }

  /// Returns the first shown row of a list, chosen so that `row` is visible and the list fills its
  /// area.
  static func top(_ top: Int, showing row: Int, count: Int, rows: Int) -> Int {
    let least = max(0, row - max(1, rows) + 1)
    return min(max(top, least), row, max(0, count - max(1, rows)))
  }
}
