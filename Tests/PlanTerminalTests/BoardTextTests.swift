import PlanTerminal
import PlanView
import Testing

@Suite struct BoardTextTests {
  private func text(_ columns: Int, width: Int) -> [String] {
    let board = BoardModel(
      [], board: Samples.emptyBoard(columns: columns), viewpoint: Samples.viewpoint)
    return BoardText(board).lines(widthInCells: width).map(\.string)
  }

  @Test(
    "Columns stand in bands, as equal as can be, where they would be slivers",
    arguments: [
      (1, 40, [1]), (2, 40, [2]), (3, 40, [2, 1]), (4, 80, [4]), (5, 80, [3, 2]), (6, 80, [3, 3]),
      (6, 120, [6]), (7, 120, [4, 3]), (2, 20, [1, 1]),
    ])
  func bands(columns: Int, width: Int, bands: [Int]) {
    let headings = text(columns, width: width).filter { $0.contains("Column") }
    #expect(headings.map { $0.split(separator: "Column").count } == bands)
  }

  @Test("A query that finds nothing is not an empty board")
  func filtered() {
    let note = { (isFiltered: Bool) in
      BoardText(
        BoardModel(
          [], board: Samples.emptyBoard, viewpoint: Samples.viewpoint, isFiltered: isFiltered)
      ).lines(widthInCells: 80).last?.string
    }
    #expect(note(true) == "no plans match")
    #expect(note(false) == "no plans yet; add one with: pmgit add TITLE")
  }

  @Test(
    "Every row has a boundary between characters where a column begins",
    arguments: [(40, 21), (80, 27), (120, 24)])
  func aligned(width: Int, columnAndGap: Int) {
    for line in BoardText(Samples.boardModel).lines(widthInCells: width).dropFirst(2) {
      var boundaries: Set<Int> = [0]
      var cells = 0
      for character in line.string {
        cells += TextWidth.cells(of: character)
        boundaries.insert(cells)
      }
      for start in stride(from: 0, to: cells, by: columnAndGap) {
        #expect(boundaries.contains(start), "\(line.string)")
        #expect(start == 0 || boundaries.contains(start - 1), "\(line.string)")
      }
    }
  }
}
