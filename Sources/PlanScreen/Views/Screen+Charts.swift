import PlanModel
import PlanView

extension Screen {
  func drawingSize(_ area: Area) -> ScreenSize {
    ScreenSize(columns: max(1, area.columns - 2), rows: max(1, area.rows))
  }

  func drawDrawing(into grid: inout Grid, _ area: Area) {
    let inner = area.inset(left: 1, right: 1)
    if let failure = charts.failure { return draw(failure, into: &grid, inner) }
    guard charts.shown != nil else {
      grid.put([StyledText("counting…", .muted)], in: inner.inset(top: 1))
      return
    }
    grid.put(charts.lines(drawingSize(area)), in: inner)
  }

  /// Draws an error in place of a view.
  func draw(_ failure: ScreenFailure, into grid: inout Grid, _ area: Area) {
    let lines =
      [StyledText(failure.message, .overdue)] + failure.hints.map { StyledText($0, .muted) }
    grid.put(lines.flatMap { $0.wrapped(toCells: max(1, area.columns)) }, in: area.inset(top: 1))
  }
}
