import PlanModel
import PlanView

extension Screen {
  /// A line of the conflicts.
  private struct Line {
    let text: StyledText
    /// The index of the value; nil for a heading.
    let value: Int?
  }

  private func conflictLines(width: Int) -> [Line] {
    var lines: [Line] = []
    var index = 0
    for entry in conflicts.content?.list.entries ?? [] {
      if !lines.isEmpty { lines.append(Line(text: StyledText(), value: nil)) }
      let head = StyledText(entry.shortID, .id) + " " + entry.title.styled(.heading)
      lines.append(Line(text: head.truncated(toCells: width), value: nil))
      for field in entry.fields {
        let name: StyledText = "  \(PlanTokens.conflictMark, .conflict) \(field.name, .conflict)"
        lines.append(Line(text: name.truncated(toCells: width), value: nil))
        for value in field.values {
          let mark: StyledText = value.isShown ? "    * " : "      "
          let by = [value.timeWords, value.authorName].filter { !$0.isEmpty }
            .joined(separator: ", ")
          let text = mark + value.words + StyledText("  \(by)", .muted)
          for line in text.wrapped(toCells: width, indent: 6, limit: 3) {
            lines.append(Line(text: line, value: index))
          }
          index += 1
        }
      }
    }
    return lines
  }

  /// Returns the first shown line, so that the chosen value is visible.
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

  func drawConflicts(into grid: inout Grid, _ area: Area) {
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
      let isChosen = line.value == conflicts.row
      let place = Area.line(area.row + index, column: area.column, columns: area.columns)
      let look: Look = isChosen ? .cursor : .plain
      if isChosen {
        grid.fill(place, look: look)
        grid.put(
          StyledText("▌", .label), row: place.row, column: place.column, width: 1, look: look)
      }
      grid.put(
        line.text, row: place.row, column: place.column + 1, width: max(0, place.columns - 1),
        look: look)
    }
  }

  // MARK: - Charts and the roadmap

  func drawingSize(_ area: Area) -> ScreenSize {
    ScreenSize(columns: max(1, area.columns - 2), rows: max(1, area.rows))
  }

  private func drawingLines(_ area: Area) -> [StyledText] { drawing.lines(drawingSize(area)) }

  var drawingLineCount: Int { drawingLines(layout.main).count }

  func drawDrawing(into grid: inout Grid, _ area: Area) {
    let inner = area.inset(left: 1, right: 1)
    if let failure = drawing.failure {
      let lines =
        ([StyledText(failure.message, .overdue)]
        + failure.hints.map { StyledText($0, .muted) })
        .flatMap { $0.wrapped(toCells: max(1, inner.columns)) }
      grid.put(lines, in: inner.inset(top: 1))
      return
    }
    guard drawing.shown != nil else {
      grid.put([StyledText("counting…", .muted)], in: inner.inset(top: 1))
      return
    }
    grid.put(Array(drawingLines(area).dropFirst(drawing.top)), in: inner)
  }
}
