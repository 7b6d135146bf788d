import PlanModel
import PlanView

extension Screen {
  /// The parts of the roadmap, from top to bottom. The axis and the rows are always shown.
  struct RoadmapParts {
    let page: RoadmapPage
    let head: [StyledText]
    let axis: Area
    let rows: Area
  }

  /// The smallest number of rows below a head of several lines. With fewer rows the head is reduced
  /// to one line, and with fewer than `leastRowsForLine` it is left out.
  private static let leastRowsForHead = 8
  private static let leastRowsForLine = 4

  func roadmapColumns(_ area: Area) -> Int { max(1, area.columns - 2) }

  func roadmapParts(_ area: Area) -> RoadmapParts? {
    guard let page = roadmap.page(columns: roadmapColumns(area)) else { return nil }
    let width = roadmapColumns(area)
    let whole =
      page.title.wrapped(toCells: width, indent: 2)
      + page.statement.wrapped(toCells: width, indent: 2)
      + Flow.lines(of: page.keys, toCells: width)
    let room = area.rows - page.axis.count
    let head =
      room - whole.count >= Self.leastRowsForHead || page.rows.isEmpty
      ? whole : room > Self.leastRowsForLine ? [page.statement.truncated(toCells: width)] : []
    let inner = area.inset(left: 1, right: 1)
    let below = inner.inset(top: head.count)
    return RoadmapParts(
      page: page, head: head,
      axis: Area(
        row: below.row, column: below.column, columns: below.columns,
        rows: min(below.rows, page.axis.count)),
      rows: area.inset(top: head.count + page.axis.count))
  }

  mutating func layOutRoadmap() {
    roadmap.layOut(columns: roadmapColumns(layout.main))
    guard let parts = roadmapParts(layout.main) else { return }
    roadmap.top = Self.top(
      roadmap.top, showing: roadmap.row, count: parts.page.rows.count, rows: max(1, parts.rows.rows)
    )
  }

  func drawRoadmap(into grid: inout Grid, _ area: Area) {
    let inner = area.inset(left: 1, right: 1)
    if let failure = roadmap.failure { return draw(failure, into: &grid, inner) }
    guard let parts = roadmapParts(area) else {
      grid.put([StyledText("counting…", .muted)], in: inner.inset(top: 1))
      return
    }
    grid.put(parts.head, in: inner)
    grid.put(parts.page.axis, in: parts.axis)
    for line in 0..<parts.rows.rows {
      let index = roadmap.top + line
      guard parts.page.rows.indices.contains(index) else { break }
      let row = parts.page.rows[index]
      grid.putRow(
        row.text, in: Area.line(parts.rows.row + line, column: area.column, columns: area.columns),
        isCursor: index == roadmap.row && row.target != nil,
        look: focus == .main ? .cursor : .dimCursor)
    }
    drawScrollBar(
      into: &grid, parts.rows, top: roadmap.top, count: parts.page.rows.count)
  }
}
