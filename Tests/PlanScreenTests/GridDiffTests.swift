import PlanScreen
import PlanView
import PmgitTestSupport
import Testing

@Suite("Differences of grids")
struct GridDiffTests {
  private static let theme = Theme(.direct)

  private static let words = [
    "plan", "k7m2", "한국어", "日本", "e\u{301}", "🚀", "👩🏽‍🚀", "🇩🇪", "שלום", "سلام", "1️⃣", "x",
    " ", "  ", "─│", "a\u{1B}[31mb", "ก็", "☎️", "\u{301}",
  ]

  private static let styles: [CellStyle] = [
    .plain, CellStyle(.id), CellStyle(.text, on: .cursor), CellStyle(.hue(3), on: .bar, .bold),
  ]

  /// Returns a grid that differs from another one in some places.
  private static func changed(
    _ grid: Grid, _ random: inout some RandomNumberGenerator
  ) -> Grid {
    var grid = grid
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let row = Int.random(in: 0..<grid.rows, using: &random)
      let column = Int.random(in: 0..<grid.columns, using: &random)
      let style = styles.randomElement(using: &random) ?? .plain
      if Int.random(in: 0..<8, using: &random) == 0 {
        grid.clear(Area(row: row, column: column, columns: 7, rows: 2), style: style)
      } else {
        let text = words.randomElement(using: &random) ?? ""
        grid.write(text, row: row, column: column, style: style)
      }
    }
    grid.cursor =
      Bool.random(using: &random)
      ? GridPosition(row: 0, column: Int.random(in: 0..<grid.columns, using: &random)) : nil
    return grid
  }

  private static func expect(_ terminal: SmallTerminal, _ grid: Grid) {
    #expect(terminal.unknown == [])
    #expect(terminal.cursor == grid.cursor)
    for row in 0..<grid.rows {
      #expect(terminal.rows[row] == grid.row(row).map(\.text))
      let styles = grid.row(row).map { theme.parameters(of: $0.style) }
      #expect(terminal.styles[row] == styles)
    }
  }

  @Test(
    "A terminal shows the new grid after any changes of the old one", arguments: Seeds.each(20))
  func anyChanges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let (columns, rows) = (Int.random(in: 1...30, using: &random), 3)
      var grid = Grid(columns: columns, rows: rows)
      var terminal = SmallTerminal(columns: columns, rows: rows)
      terminal.write(GridDiff.bytes(from: nil, to: grid, Self.theme))
      for _ in 0..<20 {
        let new = Self.changed(grid, &random)
        terminal.write(GridDiff.bytes(from: grid, to: new, Self.theme))
        Self.expect(terminal, new)
        grid = new
      }
    }
  }

  @Test("A terminal that draws joined characters narrower still has the others in their places")
  func otherWidths() {
    var grid = Grid(columns: 12, rows: 1)
    var terminal = SmallTerminal(columns: 12, rows: 1, isNarrow: true)
    terminal.write(GridDiff.bytes(from: nil, to: grid, Self.theme))
    for text in ["ab👩🏽‍🚀cd", "👩🏽‍🚀👩🏽‍🚀xy", "a👩🏽‍🚀👩🏽‍🚀z", "plain text"] {
      var new = Grid(columns: 12, rows: 1)
      new.write(text, row: 0, column: 0)
      terminal.write(GridDiff.bytes(from: grid, to: new, Self.theme))
      for column in 0..<12 where new[0, column].text.unicodeScalars.count == 1 {
        // The cell behind a joined character may have the style of either.
        #expect(terminal.rows[0][column] == new[0, column].text, "\(text), column \(column)")
      }
      grid = new
    }
  }

  @Test("Equal grids need no bytes, and a change of one cell few")
  func size() {
    var grid = Grid(columns: 200, rows: 60)
    for row in 0..<60 { grid.write(String(repeating: "x", count: 200), row: row, column: 0) }
    #expect(GridDiff.bytes(from: grid, to: grid, Self.theme) == [])
    var new = grid
    new.write("y", row: 30, column: 100)
    #expect(GridDiff.bytes(from: grid, to: new, Self.theme).count < 50)
    // A grid of another size is drawn anew.
    let small = Grid(columns: 100, rows: 60)
    let bytes = GridDiff.bytes(from: grid, to: small, Self.theme)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[2J"))
  }

  @Test("An update is synchronized, and hides the cursor while it is drawn")
  func synchronized() {
    var grid = Grid(columns: 3, rows: 1)
    grid.write("abc", row: 0, column: 0)
    grid.cursor = GridPosition(row: 0, column: 1)
    let text = String(
      decoding: GridDiff.bytes(from: nil, to: grid, Theme(.none)), as: UTF8.self)
    #expect(
      text == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[0m\u{1B}[1;1Habc\u{1B}[0m"
        + "\u{1B}[1;2H\u{1B}[?25h\u{1B}[?2026l")
  }

  @Test("Without colours the cursor is reversed, and nothing has a colour")
  func noColors() {
    let theme = Theme(.none)
    #expect(theme.parameters(of: CellStyle(.danger, on: .cursor, .bold)) == "0;1;7")
    for background in CellStyle.Background.allCases {
      let codes = theme.parameters(of: CellStyle(.hue(4), on: background)).split(separator: ";")
      #expect(codes.allSatisfy { ["0", "1", "2", "7"].contains($0) }, "\(background)")
    }
  }

  @Test("Sixteen colours are those of the terminal's theme")
  func sixteenColors() {
    let theme = Theme(.sixteen)
    #expect(theme.parameters(of: CellStyle(.id)) == "0;33")
    #expect(theme.parameters(of: CellStyle(.text, on: .cursor)) == "0;7")
  }

  @Test("256 colours are the nearest ones, and true colours are exact", arguments: [false, true])
  func colors(isLight: Bool) {
    let style = CellStyle(.text, on: .accent)
    let exact = Theme(.direct, isLight: isLight).parameters(of: style)
    #expect(exact.contains(isLight ? "48;2;10;92;194" : "48;2;108;182;255"))
    let near = Theme(.indexed, isLight: isLight).parameters(of: style)
    #expect(near.contains(isLight ? "48;5;25" : "48;5;75"))
  }

  @Test("Text can be read on every background, in light and dark", arguments: [false, true])
  func contrast(isLight: Bool) {
    let theme = Theme(.direct, isLight: isLight)
    let foregrounds: [CellStyle.Foreground] = [
      .text, .accent, .id, .label, .person, .warning, .danger, .success, .conflict, .dim,
    ]
    let plain = isLight ? RGB(0xFFFFFF) : RGB(0x1E1E1E)
    for background in CellStyle.Background.allCases where background != .accent {
      let back = theme.color(of: background) ?? plain
      for foreground in foregrounds {
        guard let color = theme.color(of: foreground, on: background) else { continue }
        let least = foreground == .dim ? 3.0 : 3.4
        #expect(Self.contrast(color, back) >= least, "\(foreground) on \(background)")
      }
    }
    let accent = theme.color(of: .accent) ?? plain
    let text = theme.color(of: .onAccent, on: .accent) ?? plain
    #expect(Self.contrast(text, accent) >= 4.5)
  }

  /// Returns the contrast of two colours by WCAG 2: from 1 to 21.
  private static func contrast(_ one: RGB, _ other: RGB) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ color: RGB) -> Double {
    // The square is close enough to the curve of sRGB for a test.
    let part = { (value: UInt8) in (Double(value) / 255) * (Double(value) / 255) }
    return 0.2126 * part(color.red) + 0.7152 * part(color.green) + 0.0722 * part(color.blue)
  }
}
