import PlanView

/// A rectangle of terminal cells to draw in.
struct ChartCanvas {
  let columns: Int
  let rows: Int
  private var cells: [Cell]

  private struct Cell {
    var character: Character = " "
    var role = Role.plain
    /// The dots of a braille pattern, with Unicode's bits; 0 for no dots.
    var dots: UInt32 = 0
  }

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(0, columns), max(0, rows))
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// The size in braille dots.
  var dotColumns: Int { columns * 2 }
  var dotRows: Int { rows * 4 }

  /// Puts a character into a cell. The top row is 0. Cells outside of the rectangle are ignored.
  mutating func put(_ character: Character, _ role: Role, column: Int, row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    cells[row * columns + column].character = character
    cells[row * columns + column].role = role
  }

  /// Puts a braille dot. The top row is 0. Dots outside of the rectangle are ignored.
  mutating func dot(_ role: Role, column: Int, row: Int) {
    guard (0..<dotColumns).contains(column), (0..<dotRows).contains(row) else { return }
    let place = row / 4 * columns + column / 2
    cells[place].dots |= Self.bits[row % 4][column % 2]
    cells[place].role = role
  }

  /// The bits of the dots in a cell, by row and column.
  private static let bits: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  /// Returns a row, padded with spaces to its full width.
  func line(_ row: Int) -> StyledText {
    var line = StyledText()
    var run = ""
    var role = Role.plain
    for cell in cells[row * columns..<(row + 1) * columns] {
      let character =
        cell.dots == 0
        ? cell.character : Unicode.Scalar(0x2800 + cell.dots).map(Character.init) ?? " "
      if cell.role != role {
        line.append(SafeText(run), role)
        (run, role) = ("", cell.role)
      }
      run.append(character)
    }
    line.append(SafeText(run), role)
    return line
  }
}
