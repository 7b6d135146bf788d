import PlanModel
import PlanView

/// A line that is typed at the bottom of the screen.
struct PromptLine {
  private let line: LinePrompt
  private let area: Area
  private let label: StyledText
  private let text: SafeText
  /// The cell of the cursor on the screen.
  let cursor: GridPosition

  private var columns: Int { area.columns }

  /// Lays out a prompt with its text and its cursor.
  ///
  /// - Parameters:
  ///   - area: The cells of the line.
  ///   - hasLabel: Whether the line has a label; false where the line replaces the shown value.
  ///   - plans: The plans to which the line applies, if the cursor is not on them.
  init(_ line: LinePrompt, in area: Area, hasLabel: Bool = true, of plans: StyledText? = nil) {
    (self.line, self.area) = (line, area)
    let words = StyledText(line.label, .label) + (plans.map { " " + $0 } ?? "") + " "
    label = hasLabel ? (" " + words).truncated(toCells: max(1, area.columns / 3)) : StyledText()
    let room = max(1, area.columns - label.widthInCells - 1)
    let shown = line.editor.shown(toCells: room)
    text = shown.text
    cursor = GridPosition(
      row: area.row,
      column: area.column + min(label.widthInCells + shown.cursor, max(0, area.columns - 1)))
  }

  func draw(into grid: inout Grid) {
    let start = area.column + label.widthInCells
    grid.fill(area, look: .field)
    grid.put(label, row: area.row, column: area.column, width: columns, look: .field)
    let room = max(0, area.endColumn - start)
    let shown = line.editor.isEmpty ? StyledText(line.example, .muted) : StyledText(text)
    grid.put(shown, row: area.row, column: start, width: room, look: .field)
  }

  /// Draws the note: at the end of the line if there is room, otherwise above the line.
  func drawNote(into grid: inout Grid) {
    guard let note = line.note else { return }
    let row = area.row
    let start = area.column + label.widthInCells
    let typed = TextWidth.cells(of: text.string)
    let noteWidth = TextWidth.cells(of: SafeText(note).string)
    if start + typed + 3 + noteWidth < area.endColumn {
      grid.put(
        StyledText(note, .muted), row: row, column: area.endColumn - noteWidth - 1,
        width: noteWidth, look: .field)
    } else if row > 0 {
      let lines = StyledText(note, .muted).wrapped(toCells: max(1, columns - 2), limit: 3)
      let above = Area(
        row: max(0, row - lines.count), column: area.column, columns: columns,
        rows: min(row, lines.count))
      grid.clear(above)
      grid.put(lines, in: above.inset(left: 1, right: 1))
    }
  }

  /// Draws the completions above the line.
  func drawOffers(into grid: inout Grid, isFramed: Bool) {
    let row = area.row
    // The cells of the frame at each edge.
    let edge = isFramed ? 1 : 0
    let offers = line.offers.prefix(max(0, row - 1 - 2 * edge))
    guard !offers.isEmpty, columns > 4 else { return }
    let start =
      line.editor.typed.lastIndex(of: " ").map {
        String(line.editor.typed[...$0])
      } ?? ""
    // Only the last word is shown, because the words before it are the same in all completions.
    let names = offers.map { offer in
      StyledText(
        offer.text.hasPrefix(start) ? String(offer.text.dropFirst(start.count)) : offer.text)
    }
    let nameWidth = Flow.width(of: names, limit: max(1, columns / 2))
    let abouts = offers.map { StyledText($0.about, .muted) }
    let aboutWidth = Flow.width(of: abouts, limit: max(0, columns - nameWidth - 6))
    let width = min(columns, nameWidth + (aboutWidth > 0 ? aboutWidth + 2 : 0) + 2 + 2 * edge)
    let left = min(max(0, label.widthInCells - 1 - edge), max(0, columns - width))
    let rows = offers.count + 2 * edge
    let area = Area(row: row - rows, column: left, columns: width, rows: rows)
    if isFramed {
      grid.clear(area)
      grid.frame(area)
    }
    let inner = area.inset(top: edge, left: edge, bottom: edge, right: edge)
    for (index, name) in names.enumerated() {
      let isChosen = index == line.chosen
      let text =
        " " + Flow.row([name, abouts[index]], widths: [nameWidth, max(0, aboutWidth)])
      let place = Area.line(inner.row + index, column: inner.column, columns: inner.columns)
      let look: Look = isChosen ? .cursor : .popup
      grid.clear(place)
      grid.fill(place, look: look)
      grid.put(text, row: place.row, column: place.column, width: place.columns, look: look)
    }
  }
}
