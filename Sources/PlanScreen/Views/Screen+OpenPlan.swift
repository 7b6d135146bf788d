import PlanModel
import PlanView

extension Screen {
  func drawPlan(into grid: inout Grid, _ place: ScreenLayout.PlanArea) {
    guard let plan else { return }
    let area = place.area
    let hasFocus = focus == .plan
    grid.clear(area)
    if !place.isOver { grid.putEdge(of: area, look: hasFocus ? .rule : .faint) }
    let inner = area.inset(left: place.isOver ? 0 : 1)
    drawPlanHead(plan, hasFocus: hasFocus, into: &grid, inner)
    let text = inner.inset(top: 1)
    guard plan.content != nil else {
      let words =
        plan.failure.map {
          [StyledText($0.message, .overdue)]
            + $0.hints.map { StyledText($0, .muted) }
        } ?? [StyledText("reading the plan…", .muted)]
      grid.put(
        words.flatMap { $0.wrapped(toCells: max(1, text.columns - 2)) },
        in: text.inset(left: 1, right: 1))
      return
    }
    let lines = plan.lines(width: max(1, place.textWidth))
    let top = Self.top(plan.top, showing: plan.line, count: lines.count, rows: text.rows)
    let chosen = hasFocus ? PlanCursor.target(at: plan.line, of: lines) : nil
    for row in 0..<text.rows where lines.indices.contains(top + row) {
      grid.putRow(
        lines[top + row].text,
        in: Area.line(text.row + row, column: text.column, columns: text.columns),
        isCursor: chosen?.contains(top + row) ?? false)
    }
    drawScrollBar(into: &grid, text, top: top, count: lines.count)
  }

  private func drawPlanHead(_ plan: OpenPlan, hasFocus: Bool, into grid: inout Grid, _ area: Area) {
    guard area.rows > 0 else { return }
    let place = Area.line(area.row, column: area.column, columns: area.columns)
    let look: Look = hasFocus ? .heading : .plain
    let id = StyledText(content?.viewpoint.shortID(plan.id) ?? plan.id.text, .id)
    let column = plan.content.map { StyledText($0.detail.summary.columnTitle, .muted) }
    let line = " " + [id, column ?? StyledText()].joined(by: "  ") + " "
    let rule = max(0, place.columns - line.widthInCells)
    grid.put(
      line + StyledText(String(repeating: hasFocus ? "━" : "─", count: rule), .muted),
      row: place.row, column: place.column, width: place.columns, look: look)
  }

  /// Draws a scroll bar at the right edge, which shows the visible part of the text.
  func drawScrollBar(into grid: inout Grid, _ area: Area, top: Int, count: Int) {
    guard count > area.rows, area.rows > 0, area.columns > 1 else { return }
    let length = max(1, area.rows * area.rows / count)
    let most = max(1, count - area.rows)
    let start = (area.rows - length) * min(top, most) / most
    for row in start..<min(area.rows, start + length) {
      grid.put(
        StyledText("┃", .muted), row: area.row + row, column: area.column + area.columns - 1,
        width: 1)
    }
  }
}
