import PlanScreen
import PlanView
import Testing

@Suite("Grid")
struct GridTests {
  @Test("A text that does not fit ends in an ellipsis, and returns the cells that it took")
  func clipping() {
    var grid = Grid(columns: 8, rows: 3)
    #expect(grid.write("abcdefgh", row: 0, column: 0) == 8)
    #expect(grid.write("abcdefghi", row: 1, column: 0) == 8)
    #expect(grid.write("한국어", row: 2, column: 1, width: 5) == 5)
    #expect(grid.lines == ["abcdefgh", "abcdefg…", " 한국…"])
  }

  @Test("Nothing is written outside of the grid")
  func edges() {
    var grid = Grid(columns: 6, rows: 2)
    for (row, column) in [(-1, 0), (2, 0), (0, 6), (0, -1), (9, 9)] {
      #expect(grid.write("x", row: row, column: column) == 0)
    }
    #expect(grid.write("wide text", row: 0, column: 2, width: 3) == 3)
    grid.frame(Area(row: -1, column: -1, columns: 20, rows: 20), title: "Keys")
    grid.clear(Area(row: -5, column: -5, columns: 7, rows: 50))
    #expect(grid.lines == ["  wi…", ""])
  }

  @Test("A wide character that is overwritten in part becomes spaces")
  func wideCharacters() {
    var grid = Grid(columns: 6, rows: 1)
    grid.write("한국어", row: 0, column: 0)
    grid.write("x", row: 0, column: 1)
    #expect(grid.lines == [" x국어"])
    grid.write("日", row: 0, column: 3)
    #expect(grid.lines == [" x 日"])
    #expect(grid[0, 4].isCovered)
  }

  @Test("No control character, escape or bidirectional control reaches a cell")
  func hostileTexts() {
    var grid = Grid(columns: 60, rows: 1)
    grid.write("a\u{1B}]0;x\u{7}\n\u{202E}b\u{9B}2Jc", row: 0, column: 0)
    #expect(grid.lines == [#"a\x1b]0;x\x07\n\u202eb\x9b2Jc"#])
    grid.clear(grid.area)
    grid.write("\u{301}x", row: 0, column: 0)
    #expect(grid[0, 0].text == "\u{25CC}\u{301}")
    #expect(grid[0, 1].text == "x")
  }

  @Test("A styled text has the styles of its roles, on the background")
  func roles() {
    var grid = Grid(columns: 5, rows: 1)
    let used = grid.write("\("k7m2", .id) title", row: 0, column: 0, on: .cursor)
    #expect(used == 5)
    #expect(grid.lines == ["k7m2…"])
    #expect(grid[0, 0].style == CellStyle(.id, on: .cursor))
    #expect(grid[0, 4].style.background == .cursor)
  }
}
