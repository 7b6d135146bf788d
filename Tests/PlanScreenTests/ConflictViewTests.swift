@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

/// The view of conflicts: reading values, deciding, and where the cursor goes.
@Suite("The view of conflicts")
struct ConflictViewTests {
  private static func id(_ start: String) -> PlanID { ScreenSamples.id(start) }

  private static func conflict(_ path: ElementPath, _ values: [JSONValue]) -> Conflict {
    Conflict(
      path: path,
      values: values.enumerated().map { index, value in
        .init(stamp: Stamp(ExactString("2026-11-2\(2 - index)T08:00:00Z~00000")), value: value)
      })
  }

  private static func lines(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string(ExactString($0)) })
  }

  private static let body = (1...40).map { "line \($0)" }
  private static var otherBody: [String] {
    var lines = body
    lines[19] = "another line 20"
    return lines
  }

  /// A plan with conflicts of its title, its description and its deletion, and one with a priority.
  private static var board: FakeBoard {
    FakeBoard(
      ScreenSamples.board,
      [
        ScreenSamples.plan("k7m2", "Fix login", in: "doing") { plan in
          plan.values.texts.body = body
          plan.values.conflicts = [
            conflict(.field("title"), [.string("Fix login"), .string("Mend login")]),
            conflict(.field("body"), [lines(body), lines(otherBody)]),
            conflict(.field("deleted"), [.null, .object([:])]),
          ]
        },
        ScreenSamples.plan("s1v5", "Release", in: "todo") { plan in
          plan.values.conflicts = [conflict(.field("priority"), [.string("high"), .string("low")])]
        },
        ScreenSamples.plan("z9z9", "Calm", in: "todo"),
      ])
  }

  private static func open(columns: Int = 80, rows: Int = 24) -> Bench {
    var bench = Bench(board, columns: columns, rows: rows)
    bench.press("3")
    return bench
  }

  private static func field(_ bench: Bench) -> String? { bench.screen.conflicts.chosen?.field.name }

  @Test("The head counts the fields in conflict, as a sync does")
  func count() {
    #expect(Self.open().text.contains("≠4"))
  }

  @Test("A long value is read before it is taken, with what differs", arguments: [40, 80, 120])
  func reads(columns: Int) {
    var bench = Self.open(columns: columns)
    bench.press("! j")
    #expect(Self.field(bench) == "body")
    bench.press("Enter")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("value 2 of 2"))
    var seen = bench.text
    for _ in 0..<40 {
      bench.press("j")
      seen += bench.text
    }
    for line in Self.otherBody { #expect(seen.contains(line)) }
    #expect(seen.contains("- line 20"))
    #expect(seen.contains("+ another line 20"))
    bench.press("h")
    #expect(bench.text.contains("value 1 of 2"))
    bench.press("l Enter")
    #expect(
      bench.effects == [
        .change(
          .resolve(subject: Self.id("k7m2").text, field: "body", .take(2)), on: bench.startCommit)
      ])
  }

  @Test("Escape leaves the value, then the list")
  func back() {
    var bench = Self.open()
    bench.press("! Enter Esc")
    #expect(bench.screen.view == .conflicts)
    #expect(!bench.screen.conflicts.isReading)
    bench.press("Esc")
    #expect(bench.screen.view == .board)
  }

  @Test("After a decision the cursor is on the current value of the next field")
  func next() {
    var bench = Self.open()
    bench.press("j Enter")
    #expect(bench.effects.count == 1)
    #expect(Self.field(bench) == "body")
    #expect(bench.screen.conflicts.chosen?.value.isShown == true)
    // The last field of the list: the cursor goes to the field before it, not to its last value.
    bench.press("G Enter")
    #expect(Self.field(bench) == "deleted")
    #expect(bench.screen.conflicts.chosen?.value.isShown == true)
  }

  @Test("A text is edited in the editor, a deletion is not written")
  func writing() {
    var bench = Self.open()
    bench.press("! e")
    #expect(bench.effects == [.decide(subject: Self.id("k7m2").text, field: "body")])
    bench.press("!")
    #expect(Self.field(bench) == "deleted")
    #expect(!bench.text.contains("e write"))
    bench.press("e")
    #expect(bench.effects.isEmpty)
    #expect(bench.screen.prompt == nil)
    #expect(bench.text.contains("can only be one of its values"))
    bench.press("! e")
    guard case .line = bench.screen.prompt else {
      Issue.record("no prompt for a priority")
      return
    }
  }

  @Test("Nothing is offered where nothing waits")
  func nothing() {
    var bench = Bench(FakeBoard(ScreenSamples.board, [ScreenSamples.plan("a1a1", "A", in: "todo")]))
    bench.press("3")
    #expect(!bench.text.contains("take this value"))
    bench.press("Enter")
    #expect(bench.text.contains("nothing waits for a decision"))
  }

  @Test("The key for the next conflict opens the only one, and Enter the one of its line")
  func opens() {
    var board = Self.board
    board.plans[1].values.conflicts = []
    var bench = Bench(board, columns: 80, rows: 24)
    bench.press("!")
    #expect(bench.screen.cursorPlan == Self.id("k7m2"))
    #expect(bench.screen.view == .board)
    bench.press("!")
    #expect(bench.screen.view == .conflicts)
    #expect(Self.field(bench) == "title")
    bench.press("Esc Enter")
    bench.goTo(.conflict(field: "deleted"))
    bench.press("Enter")
    #expect(bench.screen.view == .conflicts)
    #expect(Self.field(bench) == "deleted")
  }

  // MARK: - Titles that are typed meanwhile

  @Test("A plan that is deleted while its title is typed comes back only after a question")
  func deleted() {
    var bench = Bench(Self.board)
    bench.press("e x")
    let id = bench.screen.cursorPlan
    let index = bench.board.plans.firstIndex { $0.id == id } ?? 0
    bench.board.plans[index].values.deletion = Deletion(
      at: FakeBoard.now, by: "User Two <two@example.com>", holds: true)
    bench.send(.boardChanged)
    #expect(bench.text.contains("deleted meanwhile by User Two"))
    bench.press("Enter")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("bring it back with this title?"))
    bench.press("Enter")
    #expect(bench.effects.isEmpty)
    bench.press("Esc")
    #expect(bench.text.contains("Releasex"))
    bench.press("Enter y")
    #expect(
      bench.effects == [.change(.set([Self.id("s1v5")], .title, "Releasex"), on: bench.startCommit)]
    )
  }

  @Test("A plan that the query hides while its title is typed is saved without a question")
  func hidden() {
    var bench = Bench(Self.board)
    bench.press("/ R e l Enter e x")
    bench.board.plans[1].values.title = "Ship"
    bench.send(.boardChanged)
    #expect(bench.text.contains("the query does not match the plan any more"))
    bench.press("Enter")
    #expect(bench.effects.count == 1)
  }

  @Test("The prompt of a title in conflict says how many values wait")
  func waiting() {
    var bench = Bench(Self.board, columns: 120, rows: 24)
    bench.press("l e")
    #expect(bench.text.contains("2 values wait; Enter decides for what you type"))
  }

  @Test("Two texts are compared line by line")
  func comparison() {
    let old = ["a", "b", "c", "d"]
    let new = ["a", "c", "x", "d", "e"]
    let lines = LineComparison(from: old, to: new).lines
    #expect(lines.filter { $0.kind != .removed }.map(\.text) == new)
    #expect(lines.filter { $0.kind != .added }.map(\.text) == old)
    #expect(lines.filter { $0.kind == .same }.map(\.text) == ["a", "c", "d"])
    #expect(LineComparison(from: [], to: []).lines.isEmpty)
  }
}
