import PlanModel
import PlanView

extension Screen {
  /// Returns the lines of the conflicts, each with the index of its value; nil for a heading.
  private func conflictLines(width: Int) -> [(text: StyledText, value: Int?)] {
    var lines: [(text: StyledText, value: Int?)] = []
    var index = 0
    for entry in conflicts.content?.list.entries ?? [] {
      if !lines.isEmpty { lines.append((StyledText(), nil)) }
      let head = StyledText(entry.shortID, .id) + " " + entry.title.styled(.heading)
      lines.append((head.truncated(toCells: width), nil))
      for field in entry.fields {
        let name: StyledText = "  \(PlanTokens.conflictMark, .conflict) \(field.name, .conflict)"
        lines.append((name.truncated(toCells: width), nil))
        for value in field.values {
          let mark: StyledText = value.isShown ? "    * " : "      "
          let by = [value.timeWords, value.authorName].filter { !$0.isEmpty }
            .joined(separator: ", ")
          let text = mark + value.words + StyledText("  \(by)", .muted)
          for line in text.wrapped(toCells: width, indent: 6, limit: 3) {
            lines.append((line, index))
          }
          index += 1
        }
      }
    }
    return lines
  }

  /// Returns the index of the first shown line, chosen so that the selected value is visible.
  func conflictTop(in area: Area) -> Int {
    let lines = conflictLines(width: max(1, area.columns - 3))
    guard conflicts.row >= 0 else {
      return max(0, min(conflicts.top, lines.count - max(1, area.rows)))
    }
    let row = lines.lastIndex { $0.value == conflicts.row } ?? 0
    let top = Self.top(conflicts.top, showing: row, count: lines.count, rows: area.rows)
    // The headings above the first value are shown with it.
    return conflicts.row == 0 && row < area.rows ? 0 : top
  }

  /// Returns the areas of the list and of the complete value. The value is beside the list if there
  /// is room, otherwise it replaces the list while it is read.
  func conflictAreas(_ area: Area) -> (list: Area?, value: Area?) {
    guard conflicts.chosen != nil else { return (area, nil) }
    guard area.columns >= ScreenLayout.leastWidthForPlanBeside else {
      return conflicts.isReading ? (nil, area) : (area, nil)
    }
    let width = area.columns * 55 / 100
    return (area.inset(right: width), area.inset(left: area.columns - width))
  }

  func drawConflicts(into grid: inout Grid, _ area: Area) {
    let areas = conflictAreas(area)
    if let list = areas.list { drawConflictList(into: &grid, list) }
    if let value = areas.value, let row = conflicts.chosen {
      drawValue(row, into: &grid, value, isBeside: areas.list != nil)
    }
  }

  /// Lays out the chosen value, unless it is already laid out.
  mutating func layOutValue() {
    guard view == .conflicts, let row = conflicts.chosen,
      let area = conflictAreas(layout.main).value
    else { return }
    let width = max(1, area.columns - 3)
    let commit = conflicts.content?.commit ?? ""
    if conflicts.reading?.isFor(conflicts.row, commit, width) != true {
      conflicts.reading = ValueReading(
        row, at: conflicts.row, commit: commit, widthInCells: width)
    }
    let most = (conflicts.reading?.lines.count ?? 0) - max(1, area.rows - 2)
    conflicts.readingTop = min(max(0, conflicts.readingTop), max(0, most))
  }

  /// Draws the complete value below a heading with its author.
  private func drawValue(
    _ row: Conflicts.Row, into grid: inout Grid, _ area: Area, isBeside: Bool
  ) {
    if isBeside { grid.putEdge(of: area, look: conflicts.isReading ? .rule : .faint) }
    let inner = area.inset(left: isBeside ? 2 : 1, right: 1)
    guard inner.rows > 1 else { return }
    let by = [row.value.timeWords, row.value.authorName].filter { !$0.isEmpty }
    let head: StyledText =
      "\(row.field.name, .heading) \(row.entry.shortID, .id)  value \(row.value.number) of "
      + "\(row.field.values.count)  \(by.joined(separator: ", "), .muted)"
    let about: StyledText =
      row.value.isShown
      ? StyledText("the current value", .muted)
      : StyledText("compared with the current value", .muted)
    grid.put(
      head.truncated(toCells: inner.columns), row: inner.row, column: inner.column,
      width: inner.columns, look: conflicts.isReading ? .heading : .plain)
    grid.put(about, row: inner.row + 1, column: inner.column, width: inner.columns)
    let width = max(1, area.columns - 3)
    let commit = conflicts.content?.commit ?? ""
    let laidOut = conflicts.reading.flatMap {
      $0.isFor(conflicts.row, commit, width) ? $0 : nil
    }
    let reading =
      laidOut ?? ValueReading(row, at: conflicts.row, commit: commit, widthInCells: width)
    let text = inner.inset(top: 2)
    grid.put(Array(reading.lines.dropFirst(conflicts.readingTop)), in: text)
    let below = reading.lines.count - conflicts.readingTop - text.rows
    if below > 0, text.rows > 0 {
      let note = StyledText(" \(below)↓ ", .muted)
      grid.put(
        note, row: inner.row + 1, column: inner.column + max(0, inner.columns - note.widthInCells),
        width: note.widthInCells)
    }
  }

  private func drawConflictList(into grid: inout Grid, _ area: Area) {
    guard let content = conflicts.content else {
      grid.put(
        [StyledText("reading the conflicts…", .muted)], in: area.inset(top: 1, left: 2, right: 1))
      return
    }
    guard !content.list.entries.isEmpty else {
      grid.put(
        [StyledText("no conflicts", .muted)], in: area.inset(top: 1, left: 2, right: 1))
      return
    }
    let lines = conflictLines(width: max(1, area.columns - 3))
    let top = conflictTop(in: area)
    for (index, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      let place = Area.line(area.row + index, column: area.column, columns: area.columns)
      grid.putRow(line.text, in: place, isCursor: line.value == conflicts.row)
    }
  }
}
