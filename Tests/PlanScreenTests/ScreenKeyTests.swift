@testable import PlanScreen
import PlanModel
import PlanView
import Testing

/// Sequences of keys, and what they do.
@Suite("Screen keys")
struct ScreenKeyTests {
  private static func id(_ start: String) -> PlanID { ScreenSamples.id(start) }

  /// The board of the samples: 'l' goes from Backlog to Todo, twice to In review.
  static let sequences: [(keys: String, changes: [ScreenChange])] = [
    ("l L", [.move([id("m3f8")], column: "doing", place: .unspecified)]),
    ("l H", [.move([id("m3f8")], column: "backlog", place: .unspecified)]),
    ("l J", [.move([id("m3f8")], column: "todo", place: .after(id("n9k2").text))]),
    ("l j K", [.move([id("n9k2")], column: "todo", place: .before(id("m3f8").text))]),
    ("l Shift+Down", [.move([id("m3f8")], column: "todo", place: .after(id("n9k2").text))]),
    ("l K", []), ("H", []),
    ("Space k Space i", [.take([id("t8x4")])]),
    (
      "l Space Space L",
      [.move([id("m3f8"), id("n9k2")], column: "doing", place: .unspecified)]
    ),
    (
      "l v j j v J",
      [
        .move(
          [id("m3f8"), id("n9k2"), id("p4d7")], column: "todo", place: .after(id("h5n2").text))
      ]
    ),
    ("l m 4", [.move([id("m3f8")], column: "done", place: .unspecified)]),
    ("l m Down Enter", [.move([id("m3f8")], column: "doing", place: .unspecified)]),
    ("l m Enter", []),
    ("i", [.take([id("a1b2")])]),
    ("u", [.undo()]), ("z", [.undo()]), ("U", [.redo()]), ("Ctrl+r", [.redo()]),
    ("p Enter", []),
    ("p Up Up Enter", [.set([id("a1b2")], .priority, "medium")]),
    ("e Ctrl+u N e w Enter", [.set([id("a1b2")], .title, "New")]),
    ("e Enter", []), ("e x Esc", []), ("e Ctrl+u Enter", []),
    ("d f r i Enter", [.set([id("a1b2")], .due, "fri")]),
    ("d w h a t Enter", []), ("d w h a t Enter Esc", []),
    ("l d Ctrl+u Enter", [.set([id("m3f8")], .due, "none")]),
    ("d Down Enter", [.set([id("a1b2")], .due, "today")]), ("d Enter", []),
    ("n a Enter", [.add(line: "a", column: "backlog")]),
    ("n Enter", []), ("l n a Esc", []),
    ("# b u g Enter", [.label([id("a1b2")], add: ["bug"], remove: [])]),
    ("# Tab Down Tab Enter", [.label([id("a1b2")], add: ["bug", "ui"], remove: [])]),
    ("l # Tab Enter", [.label([id("m3f8")], add: [], remove: ["test"])]),
    ("# n e w Enter", [.label([id("a1b2")], add: ["new"], remove: [])]),
    ("# Enter", []), ("# b Esc", []),
    (
      "a o n e Enter",
      [.assign([id("a1b2")], add: ["Dev One <one@example.com>"], remove: [])]
    ),
    ("+ w r i t e Enter", [.addLine(id("a1b2"), text: "write")]),
    ("b r e l a t e s : m 3 f 8 Enter", [.link(id("a1b2"), "relates:m3f8")]),
    ("D D D", []), ("D Enter", []), ("Delete Delete", []), ("D n", []), ("D Esc y", []),
    ("D y", [.delete([id("a1b2")])]),
    ("D Enter y", [.delete([id("a1b2")])]),
    ("l Ctrl+a D Esc", []),
    ("[ L", []), ("[ e", []), ("[ D", []), ("[ u", []), ("[ i", []),
    ("[ t i", [.take([id("a1b2")])]),
    ("3 Enter", [.resolve(subject: id("k7m2").text, field: "title", .take(1))]),
    ("3 j Enter", [.resolve(subject: id("k7m2").text, field: "title", .take(2))]),
    (
      "3 e Ctrl+u m i n e Enter",
      [.resolve(subject: id("k7m2").text, field: "title", .value("mine"))]
    ),
    ("3 [ Enter", []),
    (": u n d o Enter", [.undo()]),
  ]

  @Test("Keys make the changes that they promise", arguments: sequences)
  func changes(keys: String, changes: [ScreenChange]) {
    var bench = Bench()
    bench.press(keys)
    let made = bench.effects.compactMap { effect -> ScreenChange? in
      if case .change(let change, _) = effect { change } else { nil }
    }
    #expect(made == changes)
  }

  @Test(
    "Keys that change nothing on the board",
    arguments: [
      ("q", [ScreenEffect.quit]), ("Ctrl+c", [.quit]), ("Ctrl+z", [.suspend]),
      ("Ctrl+l", [.redraw]),
      ("E", [.edit(ScreenSamples.id("a1b2"))]),
      ("C", [.comment(ScreenSamples.id("a1b2"))]),
      ("S", []), ("? q", []), ("/ q Esc", []),
    ])
  func effects(keys: String, effects: [ScreenEffect]) {
    var bench = Bench()
    bench.press(keys)
    #expect(bench.effects == effects)
  }

  @Test("A change is decided on the commit that was shown when its prompt opened")
  func decidedOn() {
    var bench = Bench()
    bench.press("e")
    let opened = bench.screen.content?.commit
    _ = bench.board.make(.undo())
    bench.send(.boardChanged)
    #expect(bench.screen.content?.commit != opened)
    bench.press("x Enter")
    #expect(
      bench.effects == [
        .change(.set([ScreenSamples.id("a1b2")], .title, "A plan without anythingx"), on: opened)
      ])
  }

  @Test("A title that is being edited is not replaced by news, and the prompt says so")
  func news() {
    var bench = Bench()
    bench.press("e ! !")
    bench.board.plans[0].values.title = "Renamed elsewhere"
    bench.send(.boardChanged)
    #expect(bench.text.contains("A plan without anything!!"))
    #expect(bench.text.contains("changed meanwhile to 'Renamed elsewhere'"))
  }

  @Test("The cursor stays on its plan when the board changes")
  func follows() {
    var bench = Bench()
    bench.press("l j")
    #expect(bench.screen.cursorPlan == ScreenSamples.id("n9k2"))
    bench.board.plans.insert(ScreenSamples.plan("zz11", "New on top", in: "todo"), at: 0)
    bench.send(.boardChanged)
    #expect(bench.screen.cursorPlan == ScreenSamples.id("n9k2"))
    let index = bench.board.plans.firstIndex { $0.id == ScreenSamples.id("n9k2") } ?? 0
    bench.board.plans[index].values.state = "doing"
    bench.send(.boardChanged)
    #expect(bench.screen.cursorPlan == ScreenSamples.id("n9k2"))
    #expect(bench.screen.lane?.id == "doing")
    bench.board.plans.removeAll { $0.id == ScreenSamples.id("n9k2") }
    bench.send(.boardChanged)
    #expect(bench.screen.lane?.id == "doing")
    #expect(bench.screen.cursorPlan != nil)
  }

  @Test("A column scrolls only when the cursor leaves what is shown")
  func scrolls() {
    let plans = (0..<30).map { index in
      ScreenSamples.plan("k\(10 + index)", "Plan \(index)", in: "todo")
    }
    var bench = Bench(FakeBoard(ScreenSamples.board, plans), columns: 80, rows: 12)
    func top() -> Int { bench.screen.tops["todo"] ?? 0 }
    #expect(top() == 0)
    bench.press("G")
    let last = top()
    #expect(last > 20)
    bench.press("k")
    #expect(top() == last)
    bench.press("g j")
    #expect(top() == 0)
  }

  @Test("Moves by keys that are faster than the board are made one after another")
  func fastMoves() {
    var bench = Bench()
    bench.makesChanges = false
    bench.press("l J")
    bench.press("J J")
    #expect(bench.effects.isEmpty)
    let first = ScreenChange.move(
      [ScreenSamples.id("m3f8")], column: "todo", place: .after(ScreenSamples.id("n9k2").text))
    bench.makesChanges = true
    bench.send(.done(first, bench.board.make(first)))
    let lane = bench.screen.lane?.cards.map(\.plan.id) ?? []
    #expect(lane.firstIndex(of: ScreenSamples.id("m3f8")) == 3)
    #expect(bench.screen.cursorPlan == ScreenSamples.id("m3f8"))
  }

  @Test("The query stays and is shown; Escape while typing brings the earlier one back")
  func query() {
    var bench = Bench()
    bench.press("/ l o g i n Enter")
    #expect(bench.screen.query == "login")
    #expect(bench.text.contains("filter login"))
    bench.press("/ x Esc")
    #expect(bench.screen.query == "login")
    bench.press("Esc")
    #expect(bench.screen.query == "login")
    bench.press("x")
    #expect(bench.screen.query.isEmpty)
  }

  @Test("Tab completes the last word of a query")
  func completion() {
    var bench = Bench()
    bench.press("/ Tab b u g Enter")
    #expect(bench.screen.query == "label:bug")
  }

  @Test("A pasted text is never taken for keys")
  func paste() {
    var bench = Bench()
    bench.send(.input(.paste("Dy\nq")))
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("there is no field to paste into"))
    bench.press("D")
    bench.send(.input(.paste("y")))
    #expect(bench.effects.isEmpty)
    bench.press("Esc n")
    bench.send(.input(.paste("two\nlines")))
    bench.press("Enter")
    #expect(
      bench.effects.first
        == .change(.add(line: "two lines", column: "backlog"), on: bench.startCommit))
  }

  @Test("An error has its hint, and a long one opens")
  func errors() {
    var bench = Bench(columns: 60, rows: 15)
    let failure = ScreenFailure(
      "can't move k7m2: " + String(repeating: "long ", count: 20),
      hints: ["try again"])
    bench.send(.failed(.change(.undo()), failure))
    #expect(bench.text.contains("✗ can't move k7m2"))
    #expect(bench.text.contains("try again"))
    bench.press("j")
    #expect(!bench.text.contains("can't move"))
  }

  @Test("On a board that is read-only nothing changes")
  func readOnly() {
    var settings = Screen.Settings()
    settings.isReadOnly = true
    var bench = Bench(settings: settings)
    bench.press("L e D i u n # a d p m E C b + Esc")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("read-only"))
  }

  @Test("A line of the checklist is ticked where the cursor is")
  func tick() {
    var bench = Bench(columns: 80, rows: 60)
    bench.press("l l Enter")
    bench.goTo(.item(id: "c2", isDone: false))
    bench.press("Space")
    #expect(
      bench.effects == [
        .change(
          .tick(ScreenSamples.id("k7m2"), item: "c2", isDone: true), on: bench.startCommit)
      ])
  }

  @Test("Links of the open plan lead to other plans")
  func links() {
    var bench = Bench(columns: 80, rows: 60)
    bench.press("l l Enter")
    bench.goTo(.plan(ScreenSamples.id("m3f8")))
    bench.press("Enter")
    #expect(bench.screen.plan?.id == ScreenSamples.id("m3f8"))
  }
}

extension Bench {
  var startCommit: String { String(repeating: "0", count: 40) }
}
