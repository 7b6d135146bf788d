import PlanModel
import PlanView

/// A list of values in a box over the board.
struct PickerBox {
  private let picker: Picker
  private let area: Area

  private static let mostColumns = 72

  init(_ picker: Picker, in layout: ScreenLayout) {
    self.picker = picker
    let size = layout.size
    let columns = min(size.columns, Self.mostColumns)
    // The palette has a fixed height, so that it does not jump while its options change.
    let wanted = picker.purpose == .palette ? 16 : min(18, max(4, picker.options.count))
    let rows = min(max(0, size.rows - 2), wanted + 3)
    area = Area(
      row: min(max(0, size.rows - 1 - rows), max(1, (size.rows - rows) / 3)),
      column: (size.columns - columns) / 2, columns: columns, rows: rows)
  }

  /// The number of options that are shown at a time.
  var optionRows: Int { max(1, area.rows - 3) }

  private var filter: (text: SafeText, cursor: Int) {
    picker.filter.shown(toCells: max(1, area.columns - 6))
  }

  var filterCursor: GridPosition? {
    guard area.rows >= 3, area.columns > 6 else { return nil }
    return GridPosition(row: area.row + 1, column: area.column + 4 + filter.cursor)
  }

  func draw(into grid: inout Grid) {
    guard !area.isEmpty else { return }
    grid.clear(area)
    grid.frame(area, title: StyledText(picker.title, .heading))
    let inner = area.inset(top: 1, left: 1, bottom: 1, right: 1)
    guard !inner.isEmpty else { return }
    let text =
      picker.filter.isEmpty
      ? StyledText(picker.isMany ? "type to find or add" : "type to find", .muted)
      : StyledText(filter.text)
    grid.put(" \("›", .label) " + text, row: inner.row, column: inner.column, width: inner.columns)
    let list = inner.inset(top: 1)
    if picker.shown.isEmpty {
      grid.put(
        StyledText("   nothing found", .muted), row: list.row, column: list.column,
        width: list.rows > 0 ? list.columns : 0)
    }
    for row in 0..<list.rows {
      let index = picker.top + row
      guard picker.shown.indices.contains(index) else { break }
      drawOption(
        picker.shown[index], isChosen: index == picker.chosen, into: &grid,
        Area.line(list.row + row, column: list.column, columns: list.columns))
    }
  }

  private func drawOption(
    _ option: Picker.Option, isChosen: Bool, into grid: inout Grid, _ place: Area
  ) {
    let look: Look = isChosen ? .cursor : .plain
    if isChosen { grid.fill(place, look: look) }
    let mark: StyledText =
      switch (picker.isMany, picker.mark(of: option)) {
      case (true, .all): "\("[x]", .added) "
      case (true, .some): "[-] "
      case (true, .none): "[ ] "
      case (false, .all): "\("●", .added) "
      case (false, _): "  "
      }
    let about = StyledText(option.about, .muted).truncated(toCells: max(0, place.columns / 3))
    let room = max(1, place.columns - about.widthInCells - 3)
    let text = (" " + mark + StyledText(option.words)).truncated(toCells: room)
    grid.put(text, row: place.row, column: place.column, width: room, look: look)
    grid.put(
      about, row: place.row, column: place.column + place.columns - about.widthInCells - 1,
      width: about.widthInCells, look: look)
  }
}
