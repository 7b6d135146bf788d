package import PlanView

/// One cell of a terminal.
package struct Cell: Hashable, Sendable {
  /// One character that is safe for a terminal; empty for the further cells of a wide character.
  package fileprivate(set) var text: String
  package fileprivate(set) var style: CellStyle

  package static let blank = Cell(text: " ", style: .plain)

  /// Whether a wide character to the left covers the cell.
  package var isCovered: Bool { text.isEmpty }
}

/// A position in a grid.
package struct GridPosition: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}

/// What a terminal shows: rows of cells.
///
/// Writes outside of the grid are ignored, all text is escaped, and no wide character is cut in
/// half.
package struct Grid: Hashable, Sendable {
  package let rows: Int
  package let columns: Int
  /// The position of the terminal's cursor; nil to hide it.
  package var cursor: GridPosition?
  private var cells: [Cell]

  /// The largest height and width. Larger sizes that a terminal reports are limited to this.
  package static let mostCells = 1000

  package init(columns: Int, rows: Int) {
    self.rows = max(0, min(rows, Self.mostCells))
    self.columns = max(0, min(columns, Self.mostCells))
    cells = Array(repeating: .blank, count: self.rows * self.columns)
  }

  package var area: Area { Area(columns: columns, rows: rows) }

  /// The cell at a position, which must be in the grid.
  package subscript(row: Int, column: Int) -> Cell {
    precondition(area.contains(row: row, column: column))
    return cells[row * columns + column]
  }

  /// The cells of a row.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * columns..<(row + 1) * columns]
  }
}

// MARK: - Writing

extension Grid {
  /// Writes a text into one row, made safe. A text that does not fit ends in `…`.
  ///
  /// - Parameters:
  ///   - width: The largest number of cells; nil for all up to the grid's edge.
  /// - Returns: The number of cells that the text took.
  @discardableResult
  package mutating func write(
    _ text: String, row: Int, column: Int, style: CellStyle = .plain, width: Int? = nil
  ) -> Int {
    let text = SafeText(text).string
    let room = max(0, min(width ?? columns, columns - max(0, column)))
    // A text with at most as many bytes as cells fits, because no character has more cells than
    // bytes.
    guard text.utf8.count > room, TextWidth.cells(of: text) > room else {
      return put(text, row: row, column: column, style: style, room: room).count
    }
    let used = put(text, row: row, column: column, style: style, room: room - 1).count
    return used + put("…", row: row, column: column + used, style: style, room: 1).count
  }

  /// Writes a text with the styles of its roles on a background. A text that does not fit ends in
  /// `…`.
  ///
  /// - Parameter change: Changes the style of each piece.
  /// - Returns: The number of cells that the text took.
  @discardableResult
  package mutating func write(
    _ text: StyledText, row: Int, column: Int, on background: CellStyle.Background = .plain,
    width: Int? = nil, _ change: (CellStyle) -> CellStyle = { $0 }
  ) -> Int {
    var room = max(0, min(width ?? columns, columns - column))
    let isCut = text.widthInCells > room
    if isCut { room -= 1 }
    var used = 0
    var style = CellStyle.plain.on(background)
    for span in text.spans {
      style = change(CellStyle(span.role, on: background))
      let (count, isWhole) = put(
        span.text.string, row: row, column: column + used, style: style, room: room - used)
      used += count
      if !isWhole { break }
    }
    guard isCut, room >= 0 else { return used }
    return used + put("…", row: row, column: column + used, style: style, room: 1).count
  }

  /// Puts as many characters of a safe text into a row as fit.
  ///
  /// - Returns: The number of cells taken, and whether all of the text fit.
  private mutating func put(
    _ text: String, row: Int, column: Int, style: CellStyle, room: Int
  ) -> (count: Int, isWhole: Bool) {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return (0, text.isEmpty) }
    let room = min(room, columns - column)
    var used = 0
    for character in text {
      var shown = String(character)
      var width = TextWidth.cells(of: character)
      if width == 0 {
        // A mark without a letter is shown on a dotted circle.
        shown = "\u{25CC}" + shown
        width = 1
      }
      guard used + width <= room else { return (used, false) }
      place(shown, width: width, at: row * columns + column + used, style: style)
      used += width
    }
    return (used, true)
  }

  private mutating func place(_ text: String, width: Int, at place: Int, style: CellStyle) {
    uncover(place)
    for further in place + 1..<place + width { uncover(further) }
    cells[place] = Cell(text: text, style: style)
    for further in place + 1..<place + width { cells[further] = Cell(text: "", style: style) }
    // If the new character covers the first cell of a wide one, the remaining cells become spaces.
    var rest = place + width
    while rest < cells.count, rest % columns != 0, cells[rest].isCovered {
      cells[rest].text = " "
      rest += 1
    }
  }

  /// Replaces the wide character that covers a cell by spaces.
  private mutating func uncover(_ place: Int) {
    guard cells[place].isCovered else { return }
    var start = place
    while cells[start].isCovered {
      cells[start].text = " "
      start -= 1
    }
    cells[start].text = " "
    var rest = place + 1
    while rest < cells.count, rest % columns != 0, cells[rest].isCovered {
      cells[rest].text = " "
      rest += 1
    }
  }
}

// MARK: - Areas

extension Grid {
  /// Fills an area with blanks of a style.
  package mutating func clear(_ area: Area, style: CellStyle = .plain) {
    let area = area.intersection(self.area)
    guard !area.isEmpty else { return }
    for row in area.row..<area.endRow {
      for column in area.column..<area.endColumn {
        place(" ", width: 1, at: row * columns + column, style: style)
      }
    }
  }

  /// Draws a frame at the edge of an area, with a title, if any, in its upper edge.
  package mutating func frame(_ area: Area, title: StyledText? = nil) {
    guard area.rows >= 2, area.columns >= 2 else { return }
    let style = CellStyle(.faint)
    let line = String(repeating: "─", count: area.columns - 2)
    write("╭\(line)╮", row: area.row, column: area.column, style: style)
    write("╰\(line)╯", row: area.endRow - 1, column: area.column, style: style)
    for row in area.row + 1..<area.endRow - 1 {
      write("│", row: row, column: area.column, style: style)
      write("│", row: row, column: area.endColumn - 1, style: style)
    }
    guard let title, area.columns >= 8 else { return }
    let column = area.column + 3
    write(" ", row: area.row, column: column - 1, style: style)
    let used = write(title, row: area.row, column: column, width: area.columns - 6)
    write(" ", row: area.row, column: column + used, style: style)
  }
}

// MARK: - Reading

extension Grid {
  /// The text of each row, without spaces at the ends.
  package var lines: [String] {
    (0..<rows).map { row in
      var line = self.row(row).map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
