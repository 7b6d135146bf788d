import PlanModel
import PlanView

extension Screen {
  /// Draws what stands over the board.
  func drawPrompt(into grid: inout Grid, _ layout: ScreenLayout) {
    switch prompt {
    case .line: promptLine(layout)?.drawOffers(into: &grid)
    case .pick(let picker): PickerBox(picker, in: layout).draw(into: &grid)
    case .help(let top): drawHelp(into: &grid, layout, top: top)
    case .delete, nil: break
    }
  }

  // MARK: - Help

  /// The table of keys, in two columns if there is room.
  private func helpLines(width: Int) -> [StyledText] {
    let groups = Shortcut.Group.allCases.map { group in
      let rows = Shortcut.all.filter { $0.group == group }
      return [StyledText(group.rawValue, .heading)]
        + rows.map { row in
          let keys = StyledText(row.keyNames.joined(separator: " "), .id)
          return Flow.row([keys, StyledText(row.says)], widths: [16, max(1, width - 18)])
        } + [StyledText()]
    }
    return Array(groups.joined())
  }

  private func helpColumns(_ columns: Int) -> (count: Int, width: Int) {
    columns >= 96 ? (2, (columns - 6) / 2) : (1, max(1, columns - 4))
  }

  var helpLineCount: Int {
    let columns = helpColumns(size.columns)
    let count = helpLines(width: columns.width).count
    return max(1, (count + columns.count - 1) / columns.count - max(0, bodyRows - 3))
  }

  private func drawHelp(into grid: inout Grid, _ layout: ScreenLayout, top: Int) {
    let area = Area(
      row: min(1, layout.size.rows - 1), column: 0, columns: layout.size.columns,
      rows: max(0, layout.size.rows - 2))
    guard !area.isEmpty else { return }
    grid.clear(area)
    grid.frame(area, title: StyledText("Keys", .heading))
    let inner = area.inset(top: 1, left: 2, bottom: 1, right: 2)
    guard !inner.isEmpty else { return }
    let columns = helpColumns(area.columns)
    let lines = helpLines(width: columns.width)
    let perColumn = (lines.count + columns.count - 1) / columns.count
    for column in 0..<columns.count {
      let part = lines.dropFirst(column * perColumn).prefix(perColumn).dropFirst(top)
      grid.put(
        Array(part.prefix(inner.rows)),
        in: Area(
          row: inner.row, column: inner.column + column * (columns.width + 2),
          columns: min(columns.width, inner.columns), rows: inner.rows))
    }
  }
}
