@testable import PlanScreen
import PlanModel
import PlanView
import PmgitTestSupport
import Testing

@Suite("Screen snapshots")
struct ScreenSnapshotTests {
  static let sizes = [(40, 15), (80, 24), (120, 40)]

  @Test("The board looks as recorded", arguments: sizes)
  func board(columns: Int, rows: Int) throws {
    let bench = Bench(columns: columns, rows: rows)
    try expectSnapshot(bench.text, named: "board-\(columns)x\(rows)")
  }

  @Test("The open plan is beside the board, or over it", arguments: sizes)
  func plan(columns: Int, rows: Int) throws {
    var bench = Bench(columns: columns, rows: rows)
    bench.press("l l Enter")
    try expectSnapshot(bench.text, named: "plan-\(columns)x\(rows)")
  }

  @Test(
    "The other views look as recorded",
    arguments: [
      ("list", "2"), ("conflicts", "3 j"), ("chart", "5"), ("help", "?"), ("value", "3 j l"),
      ("roadmap", "4 j"), ("help-search", "? / d u e"), ("palette", ":"), ("past", "[ ["),
      ("compact", "o o"), ("read-only-past", "[ e"),
    ])
  func views(name: String, keys: String) throws {
    for (columns, rows) in [(40, 15), (80, 24)] {
      var bench = Bench(columns: columns, rows: rows)
      bench.press(keys)
      try expectSnapshot(bench.text, named: "\(name)-\(columns)x\(rows)")
    }
  }

  @Test(
    "Keys change the rows of the board as recorded",
    arguments: [
      ("labels", "l l #"), ("column", "m"), ("delete", "l D"), ("selected", "l Space Space"),
      ("due", "l d"), ("title", "l e"), ("new", "n"), ("query", "/"), ("unknown-key", "w"),
    ])
  func changedRows(name: String, keys: String) throws {
    for (columns, rows) in [(40, 15), (80, 24)] {
      var bench = Bench(columns: columns, rows: rows)
      let before = bench.grid.lines
      bench.press(keys)
      let changed = zip(before, bench.grid.lines).enumerated().filter { $1.0 != $1.1 }
      try expectSnapshot(
        changed.map { "\($0) \($1.1)\n" }.joined(), named: "\(name)-\(columns)x\(rows)")
    }
  }

  @Test("The styles of the board are as recorded")
  func styles() throws {
    var bench = Bench(columns: 100, rows: 20)
    bench.press("l Space")
    let grid = bench.grid
    let rows = (0..<grid.rows).map { row in
      (0..<grid.columns).map { column -> Character in
        let style = grid[row, column].style
        switch style.background {
        case .plain: return grid[row, column].text == " " ? " " : Self.letter(of: style.foreground)
        case .bar: return "="
        case .raised: return "+"
        case .cursor: return "#"
        case .selection: return "*"
        case .accent: return "@"
        case .danger: return "!"
        case .past: return "~"
        }
      }
    }
    try expectSnapshot(rows.map { String($0) + "\n" }.joined(), named: "styles-100x20")
  }

  private static func letter(of foreground: CellStyle.Foreground) -> Character {
    switch foreground {
    case .text: "t"
    case .dim, .faint: "."
    case .accent: "A"
    case .id: "i"
    case .label: "l"
    case .person: "p"
    case .warning, .danger: "w"
    case .success: "s"
    case .conflict: "c"
    case .hue: "h"
    case .onAccent: "o"
    }
  }
}
