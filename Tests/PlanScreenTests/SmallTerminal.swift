import PlanScreen
import PlanView

/// A terminal for tests, which understands what `GridDiff` writes and nothing else.
struct SmallTerminal {
  private(set) var rows: [[String]]
  private(set) var styles: [[String]]
  private(set) var cursor: GridPosition?
  /// The parts of the output that it does not know.
  private(set) var unknown: [String] = []
  private var (row, column) = (0, 0)
  private var style = "0"
  /// Whether it draws characters of several scalars one cell narrower, as some terminals do.
  let isNarrow: Bool

  init(columns: Int, rows: Int, isNarrow: Bool = false) {
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    styles = Array(repeating: Array(repeating: "0", count: columns), count: rows)
    self.isNarrow = isNarrow
  }

  mutating func write(_ bytes: [UInt8]) {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while let first = text.first {
      guard first == "\u{1B}" else {
        text.removeFirst()
        put(first)
        continue
      }
      guard let end = text.dropFirst(2).firstIndex(where: { $0.isLetter }) else { break }
      run(String(text[...end]))
      text = text[text.index(after: end)...]
    }
  }

  private mutating func put(_ character: Character) {
    var width = TextWidth.cells(of: character)
    if isNarrow, character.unicodeScalars.count > 1 { width = max(1, width - 1) }
    guard rows.indices.contains(row), column + width <= rows[row].count else {
      return unknown.append("outside: \(character)")
    }
    // What is left of a wide character that is overwritten in part becomes a space.
    if rows[row][column].isEmpty, column > 0 { rows[row][column - 1] = " " }
    for place in column..<column + width {
      rows[row][place] = place == column ? String(character) : ""
      styles[row][place] = style
    }
    let next = column + width
    if rows[row].indices.contains(next), rows[row][next].isEmpty { rows[row][next] = " " }
    column = next
  }

  private mutating func run(_ sequence: String) {
    let body = String(sequence.dropFirst(2).dropLast())
    switch sequence.last {
    case "H":
      let numbers = body.split(separator: ";").compactMap { Int($0) }
      (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case "m": style = body
    case "J" where body == "2":
      for row in rows.indices {
        for column in rows[row].indices { (rows[row][column], styles[row][column]) = (" ", "0") }
      }
    case "h" where body == "?25": cursor = GridPosition(row: row, column: column)
    case "l" where body == "?25": cursor = nil
    case "h" where body == "?2026", "l" where body == "?2026": break
    default: unknown.append(sequence)
    }
  }
}
