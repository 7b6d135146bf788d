@testable import PlanModel
@testable import PlanScreen
import PlanView
import PmgitTestSupport
import Testing

/// The cursor of an open plan, and the way to linked plans and back.
@Suite("Open plans")
struct OpenPlanTests {
  private static func id(_ start: String) -> PlanID { ScreenSamples.id(start) }

  /// A parent with two children, the first of which has a child and a long description.
  static var family: FakeBoard {
    let link = { (parent: String) in [Link(kind: "parent", target: id(parent).text)] }
    return FakeBoard(
      ScreenSamples.board,
      [
        ScreenSamples.plan("p1p1", "Parent", in: "done") { plan in
          plan.values.texts.checklist = (1...3).map { number in
            ChecklistItem(
              id: "c\(number)", text: "line \(number)", done: number == 1, rank: "a\(number)")
          }
        },
        ScreenSamples.plan("c1c1", "First child", in: "todo") { plan in
          plan.values.links = link("p1p1")
          plan.values.texts.body = (1...60).map { "text \($0)" }
        },
        ScreenSamples.plan("c2c2", "Second child", in: "done") { $0.values.links = link("p1p1") },
        ScreenSamples.plan("g1g1", "Grandchild", in: "doing") { $0.values.links = link("c1c1") },
      ])
  }

  private static func openParent(columns: Int = 80, rows: Int = 40) -> Bench {
    var bench = Bench(family, columns: columns, rows: rows)
    bench.press("l l")
    while bench.screen.cursorPlan != id("p1p1") { bench.press("j") }
    bench.press("Enter")
    return bench
  }

  @Test("Escape goes back to the plan and the line one came from", arguments: [80, 120])
  func wayBack(columns: Int) {
    var bench = Self.openParent(columns: columns)
    bench.goTo(.plan(Self.id("c1c1")))
    let line = bench.screen.plan?.line
    bench.press("Enter")
    #expect(bench.screen.plan?.id == Self.id("c1c1"))
    #expect(bench.screen.cursorPlan == Self.id("c1c1"))
    bench.goTo(.plan(Self.id("g1g1")))
    let top = bench.screen.plan?.top ?? 0
    #expect(top > 0)
    bench.press("Enter Esc")
    #expect(bench.screen.plan?.id == Self.id("c1c1"))
    #expect(bench.target == .plan(Self.id("g1g1")))
    #expect(bench.screen.plan?.top == top)
    bench.press("Esc")
    #expect(bench.screen.plan?.id == Self.id("p1p1"))
    #expect(bench.screen.plan?.line == line)
    bench.press("Esc")
    #expect(bench.screen.plan == nil)
    #expect(bench.screen.cursorPlan == Self.id("p1p1"))
  }

  @Test("A plan that was chosen anew has no way back")
  func newWay() {
    var bench = Self.openParent(columns: 120)
    bench.goTo(.plan(Self.id("c1c1")))
    bench.press("Enter")
    bench.press("l")
    bench.press("Esc")
    #expect(bench.screen.plan == nil)
  }

  @Test("Children do not look like lines of a checklist, and Space says so")
  func children() {
    var bench = Self.openParent()
    #expect(bench.text.contains("→ c1c1 First child  Todo"))
    #expect(bench.text.contains("✓ c2c2 Second child"))
    bench.goTo(.plan(Self.id("c1c1")))
    bench.press("Space")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("this line is a plan of its own  Enter opens it"))
  }

  @Test("Space first goes to the next open line, and then ticks it")
  func nextOpenLine() {
    var bench = Self.openParent()
    bench.press("Space")
    #expect(bench.effects.isEmpty)
    #expect(bench.target == .item(id: "c2", isDone: false))
    bench.press("Space")
    #expect(
      bench.effects == [
        .change(.tick(Self.id("p1p1"), item: "c2", isDone: true), on: bench.startCommit)
      ])
    bench.press("j Space g Space")
    #expect(bench.text.contains("all lines of the checklist are ticked"))
  }

  @Test("The cursor goes to a line that was just added")
  func newLine() {
    var bench = Self.openParent(rows: 12)
    bench.press("+")
    bench.type("one more")
    bench.press("Enter")
    #expect(bench.target == .item(id: "i1", isDone: false))
    bench.press("y")
    #expect(bench.target == .item(id: "i1", isDone: true))
  }

  @Test("Another width leaves the cursor on its line")
  func width() {
    var bench = Bench(columns: 120, rows: 40)
    bench.press("l l Enter")
    bench.goTo(.item(id: "c2", isDone: false))
    bench.resize(40, 15)
    #expect(bench.target == .item(id: "c2", isDone: false))
  }

  @Test("j goes to each target in order, and shows all text", arguments: Seeds.batches(40, of: 10))
  func everything(seeds: [UInt64]) {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let lines = Self.lines(&random)
      let rows = 1 + random.number(below: 12)
      var cursor = PlanCursor(lines, line: 0, top: 0, rows: rows)
      var shown = Set(0..<min(rows, lines.count))
      var visited: [PlanLine.Target] = [lines[0].target].compactMap(\.self)
      for _ in 0..<lines.count * 2 {
        let before = (cursor.line, cursor.top)
        cursor.step(.down)
        #expect((cursor.top..<cursor.top + rows).contains(cursor.line), "seed \(seed)")
        shown.formUnion(cursor.top..<min(lines.count, cursor.top + rows))
        if let target = lines[cursor.line].target, target != visited.last {
          visited.append(target)
        }
        if before == (cursor.line, cursor.top) { break }
      }
      // A target of more lines than there are rows is shown from its beginning.
      let isTall = lines.indices.contains { line in
        (PlanCursor.target(at: line, of: lines)?.count ?? 0) > rows
      }
      if !isTall { #expect(shown == Set(lines.indices), "seed \(seed)") }
      #expect(visited == Self.targets(of: lines), "seed \(seed)")
      for _ in 0..<lines.count * 2 { cursor.step(.up) }
      #expect(cursor.top == 0, "seed \(seed)")
      let first = lines.firstIndex { $0.target != nil } ?? rows
      if first < rows { #expect(lines[cursor.line].target == visited.first, "seed \(seed)") }
    }
  }

  private static func targets(of lines: [PlanLine]) -> [PlanLine.Target] {
    lines.compactMap(\.target).reduce(into: []) { all, target in
      if all.last != target { all.append(target) }
    }
  }

  private static func lines(_ random: inout SeededGenerator) -> [PlanLine] {
    (0..<1 + random.number(below: 12)).flatMap { index -> [PlanLine] in
      let target: PlanLine.Target? =
        random.chance(40) ? .item(id: "c\(index)", isDone: random.chance(50)) : nil
      let count = target == nil ? 1 + random.number(below: 20) : 1 + random.number(below: 3)
      return (0..<count).map { PlanLine(text: StyledText("line \(index) \($0)"), target: target) }
    }
  }
}
