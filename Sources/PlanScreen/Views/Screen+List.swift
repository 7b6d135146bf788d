import PlanModel
import PlanView

extension Screen {
  /// The rows of the list: a heading for each column with plans, then its plans.
  private struct ListRows {
    /// The first row of each column with plans, in order.
    let starts: [(lane: Int, row: Int)]
    let count: Int

    init(_ lanes: [BoardModel.Lane]) {
      var starts: [(lane: Int, row: Int)] = []
      var row = 0
      for (index, lane) in lanes.enumerated() where !lane.cards.isEmpty {
        starts.append((index, row))
        row += lane.cards.count + 1
      }
      (self.starts, count) = (starts, row)
    }

    /// The row of a card; nil if its column has none.
    func row(of spot: CardPosition) -> Int? {
      starts.first { $0.lane == spot.lane }.map { $0.row + 1 + spot.row }
    }

    /// The column of a row, and its card; the card is -1 for the heading.
    func place(of row: Int) -> CardPosition? {
      guard row < count, let start = starts.last(where: { $0.row <= row }) else { return nil }
      return CardPosition(lane: start.lane, row: row - start.row - 1)
    }
  }

  /// Returns the first shown row and the number of rows of the list.
  func listWindow(rows: Int) -> (top: Int, count: Int) {
    let all = ListRows(lanes)
    let row = all.row(of: spot) ?? 0
    var top = Self.top(listTop, showing: row, count: all.count, rows: rows)
    // The heading above the first card is shown with it.
    if spot.row == 0, row > 0, top == row, rows > 1 { top -= 1 }
    return (top, all.count)
  }

  func drawList(into grid: inout Grid, _ area: Area) {
    let rows = ListRows(lanes)
    guard rows.count > 0 else {
      let words =
        content?.model.isFiltered == true
        ? "no plans match; x clears the query" : "no plans yet; n adds one"
      grid.put([StyledText(words, .muted)], in: area.inset(top: 1, left: 2, right: 1))
      return
    }
    let top = listWindow(rows: area.rows).top
    for line in 0..<area.rows {
      guard let place = rows.place(of: top + line) else { return }
      let lane = lanes[place.lane]
      let row = area.row + line
      if place.row < 0 {
        drawListHeading(lane, into: &grid, row: row, area)
      } else {
        drawListRow(lane.cards[place.row], place, into: &grid, row: row, area)
      }
    }
  }

  private func drawListHeading(
    _ lane: BoardModel.Lane, into grid: inout Grid, row: Int, _ area: Area
  ) {
    let count = lane.countWords(isPartial: content?.model.isPartial ?? false)
    let name = lane.title.isEmpty ? StyledText("(no state)") : StyledText(lane.title)
    let room = max(1, area.columns - count.widthInCells - 3)
    let head = " " + name.truncated(toCells: room).styled(.heading) + " " + count + " "
    let rule = max(0, area.columns - head.widthInCells)
    grid.put(
      head + StyledText(String(repeating: "─", count: rule), .muted), row: row,
      column: area.column, width: area.columns)
  }

  private func drawListRow(
    _ card: PlanSummary, _ place: CardPosition, into grid: inout Grid, row: Int, _ area: Area
  ) {
    let look = look(of: card, isCursor: place == spot)
    if look != .plain {
      grid.fill(
        Area.line(row, column: area.column, columns: area.columns), look: look)
    }
    grid.put(
      bar(of: card, look: look), row: row, column: area.column, width: 1, look: look)
    let width = max(1, area.columns - 2)
    let line = CardForm.compact.lines(of: card, width: width).first ?? StyledText()
    grid.put(line, row: row, column: area.column + 1, width: width, look: look)
  }

  /// The row of a card in the list; nil if its column has none.
  func listRow(of spot: CardPosition) -> Int? { ListRows(lanes).row(of: spot) }

  /// Returns the card at a row of the list's area; nil for a heading.
  func listSpot(atLine line: Int) -> CardPosition? {
    ListRows(lanes).place(of: listTop + line).flatMap { $0.row < 0 ? nil : $0 }
  }
}
