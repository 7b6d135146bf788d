import PlanView

/// Produces the bytes that turn one grid on a terminal into another.
package struct GridDiff: Sendable {
  private let theme: Theme
  private var bytes: [UInt8] = []
  /// The position at which the terminal writes next; nil if unknown.
  private var place: GridPosition?
  private var style: CellStyle?
  /// The sequences of the styles used so far.
  private var sequences: [CellStyle: [UInt8]] = [:]

  private init(_ theme: Theme) { self.theme = theme }

  /// The largest number of unchanged cells between two changed ones that are written again. Moving
  /// the cursor over them would take as many bytes.
  private static let longestGap = 4

  /// Returns the bytes that change a terminal from one grid to another; empty if they are equal.
  ///
  /// The bytes are one synchronized update, which terminals show at once. Only changed cells are
  /// written. Terminals disagree about the width of some characters, so the cursor is positioned
  /// explicitly after each of them.
  ///
  /// - Parameter old: What the terminal shows; nil if that is unknown.
  package static func bytes(from old: Grid?, to new: Grid, _ theme: Theme) -> [UInt8] {
    var diff = GridDiff(theme)
    var before = old
    if let old, old.rows != new.rows || old.columns != new.columns { before = nil }
    let blank = before == nil ? Grid(columns: new.columns, rows: new.rows) : nil
    for row in 0..<new.rows {
      guard let shown = before ?? blank else { break }
      diff.add(new.row(row), over: shown.row(row), row: row)
    }
    guard before == nil || !diff.bytes.isEmpty || before?.cursor != new.cursor else { return [] }
    return diff.update(clearing: before == nil, cursor: new.cursor)
  }

  /// Returns the whole update: it hides the cursor, writes, and shows the cursor at its place.
  private func update(clearing: Bool, cursor: GridPosition?) -> [UInt8] {
    var update = Array("\u{1B}[?2026h\u{1B}[?25l".utf8)
    if clearing { update += "\u{1B}[0m\u{1B}[2J".utf8 }
    update += bytes
    if style != nil { update += "\u{1B}[0m".utf8 }
    if let cursor { update += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h".utf8 }
    update += "\u{1B}[?2026l".utf8
    return update
  }

  private mutating func add(_ new: ArraySlice<Cell>, over old: ArraySlice<Cell>, row: Int) {
    guard new != old else { return }
    let (new, old) = (Array(new), Array(old))
    var column = 0
    // The end of the changed cells, and of the cells that the last written one may have disturbed.
    var disturbed = 0
    while column < new.count {
      var width = 1
      while column + width < new.count, new[column + width].isCovered { width += 1 }
      let isChanged =
        column < disturbed
        || (column..<column + width).contains { new[$0] != old[$0] }
      if isChanged {
        fillGap(before: column, row: row, new)
        if write(new[column], width: width, row: row, column: column) {
          disturbed = column + width + 1
        }
      }
      column += width
    }
  }

  /// Writes unchanged cells again if that is shorter than moving the cursor over them.
  private mutating func fillGap(before column: Int, row: Int, _ cells: [Cell]) {
    guard let place, place.row == row, place.column < column,
      column - place.column <= Self.longestGap
    else { return }
    let gap = cells[place.column..<column]
    guard gap.allSatisfy({ $0.style == style && $0.text.utf8.count == 1 }) else { return }
    for cell in gap { bytes += cell.text.utf8 }
    self.place = GridPosition(row: row, column: column)
  }

  /// Writes one cell.
  ///
  /// - Returns: Whether terminals disagree about the width of the character.
  private mutating func write(_ cell: Cell, width: Int, row: Int, column: Int) -> Bool {
    let target = GridPosition(row: row, column: column)
    if cell.style != style {
      bytes += sequence(of: cell.style)
      style = cell.style
    }
    let isDisputed = Self.isDisputed(cell.text)
    if isDisputed, width > 1 {
      // The cells are cleared first, in case the terminal draws the character narrower.
      move(to: target)
      bytes += String(repeating: " ", count: width).utf8
      place = nil
    }
    move(to: target)
    bytes += cell.text.utf8
    place = isDisputed ? nil : GridPosition(row: row, column: column + width)
    return isDisputed
  }

  private mutating func move(to target: GridPosition) {
    guard place != target else { return }
    bytes += "\u{1B}[\(target.row + 1);\(target.column + 1)H".utf8
    place = target
  }

  private mutating func sequence(of style: CellStyle) -> [UInt8] {
    if let known = sequences[style] { return known }
    let made = Array("\u{1B}[\(theme.parameters(of: style))m".utf8)
    sequences[style] = made
    return made
  }

  /// Whether terminals disagree about the width of a character: it has several scalars, or is an
  /// emoji or in a script with marks.
  static func isDisputed(_ text: String) -> Bool {
    guard text.utf8.count > 1 else { return false }
    let scalars = text.unicodeScalars
    guard let first = scalars.first, scalars.count == 1 else { return true }
    switch first.value {
    case 0xA1...0x2FF, 0x370...0x52F, 0x2010...0x2027, 0x2500...0x259F, 0x3041...0x30FF,
      0x4E00...0x9FFF, 0xAC00...0xD7A3:
      return false
    default: return true
    }
  }
}
