import PlanModel
import PlanView

extension Screen {
  func drawBoard(_ content: BoardContent, into grid: inout Grid, _ area: Area) {
    let columns = LaneLayout(
      lanes, active: spot.lane, first: firstLane, widthInCells: area.columns)
    if columns.hasStrip, area.rows > 1 { drawStrip(into: &grid, area) }
    for shown in columns.lanes where shown.width > 0 {
      let lane = lanes[shown.lane]
      let isActive = shown.lane == spot.lane
      let place = Area(
        row: area.row + (columns.hasStrip ? 1 : 0), column: area.column + shown.column,
        columns: shown.width, rows: max(0, area.rows - (columns.hasStrip ? 1 : 0)))
      if shown.isFolded {
        drawFolded(lane, into: &grid, place)
      } else {
        drawLane(lane, isActive: isActive, into: &grid, place, shown, columns, area)
      }
      if shown.lane != columns.lanes.last?.lane, shown.column + shown.width < area.columns {
        grid.putEdge(
          of: Area(row: place.row, column: place.endColumn, columns: 1, rows: place.rows),
          look: .faint)
      }
    }
    if content.model.isEmpty { drawEmptyBoard(content, into: &grid, area) }
  }

  private func drawEmptyBoard(_ content: BoardContent, into grid: inout Grid, _ area: Area) {
    let words =
      content.model.isFiltered ? "no plans match; x clears the query" : "no plans yet; n adds one"
    let text = StyledText(words, .muted).truncated(toCells: max(0, area.columns - 2))
    let row = min(area.rows - 1, max(3, area.rows / 2))
    guard row >= 0 else { return }
    let column = area.column + max(0, (area.columns - text.widthInCells) / 2)
    grid.put(text, row: area.row + row, column: column, width: text.widthInCells)
  }

  /// The strip that lists all columns when only some are shown: `‹ Todo 3  Doing 2/3  Done 9 ›`.
  private func drawStrip(into grid: inout Grid, _ area: Area) {
    var names = lanes.indices.map { index -> StyledText in
      let lane = lanes[index]
      let count = shortCount(of: lane)
      let title = StyledText(lane.title.isEmpty ? "(no state)" : lane.title)
      let name = title.truncated(toCells: 16)
      return index == spot.lane ? "[" + name.styled(.heading) + "] " + count : name + " " + count
    }
    let room = max(1, area.columns - 4)
    // Names before the column with the cursor are left out until it fits.
    var first = 0
    func width(to end: Int) -> Int {
      names[first...end].reduce(0) { $0 + $1.widthInCells + 2 }
    }
    while first < spot.lane, width(to: spot.lane) > room { first += 1 }
    if first > 0 || lanes.count > 1 { names = Array(names[first...]) }
    let line = names.joined(by: "  ").truncated(toCells: room)
    let isCut = names.reduce(-2) { $0 + $1.widthInCells + 2 } > room
    grid.put(
      StyledText(first > 0 ? "‹ " : "  ", .muted) + line, row: area.row,
      column: area.column, width: area.columns)
    if isCut {
      grid.put(
        StyledText("›", .muted), row: area.row, column: area.column + area.columns - 1, width: 1)
    }
  }

  private func drawFolded(_ lane: BoardModel.Lane, into grid: inout Grid, _ area: Area) {
    let name = StyledText(lane.title, .heading).truncated(toCells: area.columns)
    grid.put([name, shortCount(of: lane)], in: area)
  }

  /// The number of cards of a column in a short form, with a mark if it exceeds the limit.
  private func shortCount(of lane: BoardModel.Lane) -> StyledText {
    lane.isOverLimit
      ? StyledText("\(lane.matchCount) !", .limitExceeded)
      : StyledText(String(lane.matchCount), .muted)
  }

  // MARK: - Columns

  /// The cells of a column's cards, below its heading and its rule.
  func laneArea(_ shown: LaneLayout.Shown, _ columns: LaneLayout, _ area: Area) -> Area {
    let top = (columns.hasStrip ? 1 : 0) + (isOneColumn(columns) ? 1 : 2)
    return Area(
      row: area.row + top, column: area.column + shown.column, columns: shown.width,
      rows: max(0, area.rows - top))
  }

  /// Whether the strip already names the one column that is shown.
  private func isOneColumn(_ columns: LaneLayout) -> Bool {
    columns.hasStrip && columns.lanes.count == 1
  }

  /// The width of a card, beside the bar of the cursor and an edge.
  func cardWidth(_ shown: LaneLayout.Shown) -> Int { max(1, shown.width - 2) }

  func window(_ lane: BoardModel.Lane, isActive: Bool, width: Int, rows: Int) -> CardWindow {
    CardWindow(
      lane.cards, top: tops[lane.id] ?? 0, cursor: isActive ? spot.row : nil, width: width,
      rows: rows, density: density)
  }

  private func drawLane(
    _ lane: BoardModel.Lane, isActive: Bool, into grid: inout Grid, _ place: Area,
    _ shown: LaneLayout.Shown, _ columns: LaneLayout, _ area: Area
  ) {
    let cards = laneArea(shown, columns, area)
    let window = window(lane, isActive: isActive, width: cardWidth(shown), rows: cards.rows)
    drawHeading(
      lane, isActive: isActive, window, into: &grid, place, isOneColumn: isOneColumn(columns))
    var row = 0
    for item in window.items {
      let card = lane.cards[item.row]
      let look = look(of: card, isCursor: isActive && item.row == spot.row)
      for line in item.lines {
        guard row < cards.rows else { return }
        let bar = bar(of: card, look: look)
        if look != .plain {
          grid.fill(
            Area.line(cards.row + row, column: cards.column, columns: cards.columns), look: look)
        }
        grid.put(bar, row: cards.row + row, column: cards.column, width: 1, look: look)
        grid.put(
          line, row: cards.row + row, column: cards.column + 1,
          width: max(0, cards.columns - 1), look: look)
        row += 1
      }
      if window.form.isSpaced { row += 1 }
    }
  }

  /// Draws the heading of a column: title and count, then a rule with the numbers of cards above
  /// and below the shown ones.
  private func drawHeading(
    _ lane: BoardModel.Lane, isActive: Bool, _ window: CardWindow, into grid: inout Grid,
    _ place: Area, isOneColumn: Bool
  ) {
    let count = lane.countWords(isPartial: content?.model.isPartial ?? false)
    let name = lane.title.isEmpty ? StyledText("(no state)") : StyledText(lane.title)
    let room = max(1, place.columns - count.widthInCells - 2)
    let mark = lane.isKnown ? StyledText() : StyledText(" ?", .conflict)
    let title =
      " " + name.truncated(toCells: max(1, room - mark.widthInCells)).styled(.heading) + " " + count
      + mark
    let hasFocus = isActive && focus == .main
    if !isOneColumn {
      grid.put(
        title, row: place.row, column: place.column, width: place.columns,
        look: hasFocus ? .heading : .plain)
    }
    let ruleRow = place.row + (isOneColumn ? 0 : 1)
    guard ruleRow < place.row + place.rows else { return }
    let scroll = [
      window.top > 0 ? "\(window.top)↑" : nil, window.below > 0 ? "\(window.below)↓" : nil,
    ].compactMap(\.self).joined(separator: " ")
    let sign = isActive ? "━" : "─"
    let role: Role = lane.isOverLimit ? .limitExceeded : .muted
    let rule = StyledText(String(repeating: sign, count: place.columns), role)
    grid.put(
      rule, row: ruleRow, column: place.column, width: place.columns,
      look: lane.isOverLimit ? .plain : hasFocus ? .rule : .faint)
    let note = StyledText(" \(scroll) ", .muted)
    if !scroll.isEmpty, note.widthInCells + 2 <= place.columns {
      grid.put(
        note, row: ruleRow, column: place.column + place.columns - note.widthInCells - 1,
        width: note.widthInCells)
    }
  }

  // MARK: - Cards

  func look(of card: PlanSummary, isCursor: Bool) -> Look {
    if isCursor { return focus == .main ? .cursor : .dimCursor }
    return selection.contains(card.plan.id) ? .selected : .plain
  }

  /// The mark at the left edge of a card: `▌` for the cursor, `●` for a selected plan.
  func bar(of card: PlanSummary, look: Look) -> StyledText {
    if selection.contains(card.plan.id) { return StyledText("●", .added) }
    return look == .cursor || look == .dimCursor ? StyledText("▌", .label) : StyledText()
  }
}
