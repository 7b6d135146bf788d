@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

/// Fields that are typed with their names.
@Suite("Fields of a screen")
struct FieldPromptTests {
  private static let board: Board = {
    var board = ScreenSamples.board
    board.phases = Phases([
      Phase(.milestone, "v1", title: "Version 1"), Phase(.milestone, "v0", isClosed: true),
    ])
    board.fields = [
      CustomField(id: "severity", title: "How bad", kind: .choice, options: ["low", "high"]),
      CustomField(id: "points", title: "Points", kind: .number),
      CustomField(id: "note", title: "Note", kind: .text),
      CustomField(id: "estimate", title: "Own estimate", kind: .number),
    ]
    return board
  }()
  private static let plan = ScreenSamples.id("k7m2")

  private static func line(_ bench: Bench) -> LinePrompt? {
    if case .line(let line) = bench.screen.prompt { line } else { nil }
  }

  @Test(
    "A name and a value are a change",
    arguments: [
      ("milestone Version 1", ScreenChange.set([plan], .milestone, "Version 1")),
      ("  Estimate   3 ", .set([plan], .estimate, "3")),
      ("iteration none", .set([plan], .iteration, "none")),
      ("severity high", .setOwn([plan], field: "severity", "high")),
      ("SEVERITY none", .setOwn([plan], field: "severity", "none")),
      // Spaces within a text, and the word 'none', are a text.
      ("note  a  b ", .setOwn([plan], field: "note", "a  b")),
      ("note None", .setOwn([plan], field: "note", "None")),
      ("custom.estimate 2", .setOwn([plan], field: "custom.estimate", "2")),
      ("custom.points 5", .setOwn([plan], field: "points", "5")),
    ])
  func changes(text: String, change: ScreenChange) {
    let typed = TypedField(text, on: Self.board)
    #expect(!typed.value.isEmpty)
    #expect(typed.change(of: [Self.plan]) == change)
  }

  @Test("Words that name no field, or a field with a prompt of its own, change nothing")
  func unknown() {
    for text in ["", " ", "nosuch 3", "due fri", "title x", "how bad"] {
      #expect(TypedField(text, on: Self.board).change(of: [Self.plan]) == nil, "'\(text)'")
    }
  }

  @Test("The values of the board are offered, without what is closed")
  func values() {
    let values = { (text: String) in TypedField(text, on: Self.board).values(on: Self.board) }
    #expect(values("milestone ") == ["Version 1", "none"])
    #expect(values("severity h") == ["low", "high", "none"])
    #expect(values("points ") == ["none"])
    #expect(values("note ") == [])
    #expect(values("nosuch ") == [])
  }

  @Test("A comma separates new labels, as on the command line")
  func labels() {
    var bench = Bench()
    bench.press("#")
    bench.type("one, two words,")
    bench.press("Enter")
    guard case .change(.edit(_, let fields), _) = bench.effects.last else {
      Issue.record("\(bench.effects)")
      return
    }
    #expect(fields[.labels] == .init(added: ["one", "two words"]))
  }

  @Test("Tab completes a name and goes on to its values; Enter makes the change")
  func completes() {
    var bench = Bench()
    bench.press("=")
    #expect(Self.line(bench)?.offers.first?.text == "start ")
    bench.type("est")
    bench.press("Tab")
    #expect(Self.line(bench)?.editor.text == "estimate ")
    #expect(Self.line(bench)?.offers.map(\.text) == ["estimate none"])
    #expect(Self.line(bench)?.note == "3, 0.5")
    bench.type("3")
    bench.press("Enter")
    guard case .change(let change, _) = bench.effects.last else {
      Issue.record("\(bench.effects)")
      return
    }
    #expect(change.ids.count == 1 && change == .set(change.ids, .estimate, "3"))
    #expect(bench.screen.prompt == nil)
  }

  @Test("What names no field, or has no value, keeps its prompt open and says why")
  func refuses() {
    for (text, reason) in [
      ("nosuch 3", "there is no field 'nosuch'"), ("estimate", "'none' clears the field"),
      ("due fri", "'due' has a key of its own"),
    ] {
      var bench = Bench()
      bench.press("=")
      bench.type(text)
      bench.press("Enter")
      #expect(Self.line(bench)?.note?.contains(reason) == true, "'\(text)'")
      #expect(Self.line(bench)?.editor.text == text)
    }
  }

  @Test("A refused value opens the prompt again, with the text and the reason")
  func again() {
    var bench = Bench()
    bench.makesChanges = false
    bench.press("=")
    bench.type("estimate much")
    bench.press("Enter")
    guard case .change(let change, _) = bench.effects.last else {
      Issue.record("nothing is changed")
      return
    }
    bench.send(.failed(.change(change), ScreenFailure("'much' is no number", hints: [])))
    #expect(Self.line(bench)?.editor.text == "estimate much")
    #expect(bench.text.contains("'much' is no number"))
  }
}
