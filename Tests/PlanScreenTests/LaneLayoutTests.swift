@testable import PlanScreen
import PlanModel
import PlanView
import Testing

@Suite("Columns on the screen")
struct LaneLayoutTests {
  private static func lanes(_ counts: [Int]) -> [BoardModel.Lane] {
    let columns = counts.indices.map { Column(id: "c\($0)", title: "Column \($0)", kind: .doing) }
    let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let plans = counts.enumerated().flatMap { column, count in
      (0..<count).map {
        ScreenSamples.plan("k\(digits[column])\(digits[$0])", "x", in: "c\(column)")
      }
    }
    return BoardModel(
      plans, board: Board(columns: columns), viewpoint: FakeBoard.viewpoint
    ).lanes
  }

  /// Returns the shown columns: `2` for one with its cards, `-` for a folded one.
  private static func shown(_ layout: LaneLayout) -> String {
    layout.lanes.map { $0.isFolded ? "-" : "\($0.lane)" }.joined()
      + (layout.hasStrip ? " strip" : "")
  }

  @Test(
    "Columns fold when the terminal is narrow, and one is left at 40 cells",
    arguments: [
      ([1, 1, 1], 0, 40, "0 strip"), ([1, 1, 1], 2, 40, "2 strip"), ([1, 1, 1], 0, 56, "012"),
      ([1, 1, 1, 1], 0, 80, "0123"), ([1, 1, 1, 1, 1], 0, 80, "012--"),
      ([1, 1, 1, 1, 1], 4, 80, "--234"), ([1, 0, 1, 0, 1], 0, 80, "0-2-4"),
      ([1, 0, 1, 0, 1], 1, 80, "012--"), ([Int](repeating: 1, count: 12), 5, 80, "2345 strip"),
      ([1], 0, 20, "0"), ([], 0, 80, ""),
    ])
  func folding(counts: [Int], active: Int, width: Int, expected: String) {
    let layout = LaneLayout(
      Self.lanes(counts), active: active, first: 0, widthInCells: width)
    #expect(Self.shown(layout) == expected)
  }

  @Test("The shown columns move as little as possible")
  func steady() {
    let lanes = Self.lanes([Int](repeating: 1, count: 12))
    var first = 0
    let steps = [0, 3, 4, 3, 1, 0].map { active in
      let layout = LaneLayout(lanes, active: active, first: first, widthInCells: 80)
      first = layout.first
      return Self.shown(layout)
    }
    #expect(
      steps == ["0123 strip", "0123 strip", "1234 strip", "1234 strip", "1234 strip", "0123 strip"])
  }

  @Test("Columns fill the width side by side, or each has its greatest width", arguments: 1...200)
  func widths(width: Int) {
    for count in 1...9 {
      let lanes = Self.lanes([Int](repeating: 1, count: count))
      for active in lanes.indices {
        let layout = LaneLayout(lanes, active: active, first: 3, widthInCells: width)
        var end = 0
        for shown in layout.lanes {
          #expect(shown.column >= end && shown.width >= 0)
          end = shown.column + shown.width
          #expect(end <= width)
        }
        #expect(layout.lanes.contains { $0.lane == active && !$0.isFolded && $0.width > 0 })
        #expect(end == width || layout.lanes.allSatisfy { $0.isFolded || $0.width == 60 })
      }
    }
  }

  @Test(
    "An open plan covers a narrow terminal, and stands beside the board on a wide one",
    arguments: [(99, 99), (100, 46), (120, 54), (200, 90), (300, 90)])
  func openPlan(columns: Int, width: Int) {
    let size = ScreenSize(columns: columns, rows: 24)
    let layout = ScreenLayout(size, hasQuery: false, hasPast: false, plan: .plan)
    #expect(layout.plan?.area.columns == width)
    #expect(layout.main.columns == columns - width)
  }

  @Test("Over its limit a column is marked in the strip, and where it is folded")
  func overLimit() {
    let board = Board(
      title: "",
      columns: (0..<9).map {
        Column(id: "c\($0)", title: "Step \($0)", kind: .doing, limit: $0 == 3 ? 1 : nil)
      })
    let plans = (0..<9).flatMap { column in
      ["a", "b"].map { ScreenSamples.plan("\($0)\(column)", "Plan", in: "c\(column)") }
    }
    let strip = Bench(FakeBoard(board, plans), columns: 100)
    #expect(strip.text.contains("Step 3 2 !") && strip.text.contains("Step 2 2  "))
    let few = Array(plans.prefix(10))
    let folded = Bench(
      FakeBoard(Board(title: "", columns: Array(board.columns.prefix(5))), few), columns: 60)
    #expect(folded.text.contains("2 !"))
  }
}
