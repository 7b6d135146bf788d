@testable import PlanScreen
import PlanModel
import PlanView
import Testing

/// The roadmap: its cursor, its days, and what folds on a low terminal.
@Suite("The view of the roadmap")
struct RoadmapViewTests {
  private static func open(columns: Int = 80, rows: Int = 24) -> Bench {
    var bench = Bench(columns: columns, rows: rows)
    bench.press("4")
    return bench
  }

  private static func days(_ bench: Bench) -> ClosedRange<CalendarDay>? {
    bench.screen.roadmap.page?.days
  }

  @Test("Enter opens the plan of the row, and Escape leads back to the row", arguments: [80, 120])
  func opens(columns: Int) {
    var bench = Self.open(columns: columns)
    bench.press("j")
    #expect(bench.screen.roadmap.target == .plan(ScreenSamples.id("a1b2")))
    bench.press("Enter")
    #expect(bench.screen.plan?.id == ScreenSamples.id("a1b2"))
    bench.press("l")
    #expect(bench.screen.plan?.id == ScreenSamples.id("t8x4"))
    bench.press("Esc")
    #expect(bench.screen.view == .roadmap)
    #expect(bench.screen.roadmap.target == .plan(ScreenSamples.id("t8x4")))
  }

  @Test("Enter on a group shows its plans on the board")
  func group() {
    var bench = Self.open()
    bench.press("g Enter")
    #expect(bench.screen.view == .board)
    #expect(bench.screen.query == "is:backlog")
  }

  @Test("A key that changes a plan is about the plan of the row")
  func changes() {
    var bench = Self.open()
    bench.press("j i")
    #expect(bench.effects == [.change(.take([ScreenSamples.id("a1b2")]), on: bench.startCommit)])
    bench.press("g i")
    #expect(bench.effects.isEmpty)
  }

  @Test("The days scroll as far as there is something, and zoom by + and -")
  func scrolls() throws {
    var bench = Self.open(columns: 40)
    let fitting = try #require(Self.days(bench))
    bench.press("l")
    #expect(Self.days(bench) == fitting)
    bench.press("+ +")
    #expect(bench.screen.roadmap.page?.zoom == .days)
    let span = try #require(bench.screen.roadmap.page?.span)
    for _ in 0..<30 { bench.press("h") }
    #expect(Self.days(bench)?.lowerBound == span.lowerBound)
    #expect(bench.text.contains("this is the first day"))
    let first = try #require(Self.days(bench))
    bench.press("l")
    let second = try #require(Self.days(bench))
    #expect(second.lowerBound > first.lowerBound)
    #expect(second.lowerBound < first.upperBound)
    for _ in 0..<30 { bench.press("l") }
    #expect(Self.days(bench)?.upperBound == span.upperBound)
    #expect(bench.text.contains("nothing is planned later"))
    bench.press("- - - -")
    #expect(bench.text.contains("months are the coarsest zoom"))
    #expect(bench.effects.isEmpty)
  }

  @Test("The axis stays, and the words above it fold", arguments: [(40, 15), (60, 15), (80, 24)])
  func folds(columns: Int, rows: Int) {
    var bench = Self.open(columns: columns, rows: rows)
    bench.press("G")
    #expect(bench.text.contains("─┬─"))
    #expect(bench.text.contains("a forecast in words"))
    #expect(bench.text.contains("░ todo") == (rows > 15))
    bench.resize(columns, 7)
    #expect(bench.text.contains("─┬─"))
    #expect(!bench.text.contains("a forecast in words"))
  }

  @Test("News leave the cursor on its plan")
  func news() {
    var bench = Self.open()
    bench.press("j j")
    let target = bench.screen.roadmap.target
    bench.board.plans.insert(ScreenSamples.plan("zz11", "New", in: "backlog"), at: 0)
    bench.send(.boardChanged)
    #expect(bench.screen.roadmap.target == target)
  }
}
