@testable import PlanScreen
import PlanModel
import PlanView
import Testing

/// The past: by changes, days and weeks, and where the cursor is.
@Suite("The past on a screen")
struct ScreenPastTests {
  private static let now = FakeBoard.now

  /// Moments some hours ago, newest first.
  private static func past(_ hours: [Int64], index: Int) -> Past {
    let moments = hours.enumerated().map { index, hours in
      CommitSummary(
        id: CommitID(trusting: String(repeating: "\(index)", count: 40)),
        at: Timestamp(seconds: now.seconds - hours * 3_600), by: "Dev", subject: "change \(index)")
    }
    return Past(moments: moments, index: index)
  }

  @Test(
    "A day or a week leads to the board of then, or at least to the next change",
    arguments: [
      // From 3 hours ago: a day before is 27 hours ago, where the change of 30 hours ago counts.
      (1, -24, 3), (1, -24 * 7, 6), (2, -24, 4), (6, -24, nil),
      (5, 24, 4), (4, 24, 3), (6, 24 * 7, 5), (3, 24, 2), (1, 24, 0), (6, 288, 2),
    ])
  func jumps(index: Int, hours: Int64, found: Int?) {
    let past = Self.past([0, 3, 20, 30, 50, 100, 300], index: index)
    let start = past.moments[index].at
    #expect(past.index(seconds: hours * 3_600, after: start) == found)
  }

  @Test("Days and weeks from the present")
  func keys() {
    // The sample has a change on each of five days.
    var bench = Bench()
    bench.press("{")
    #expect(bench.screen.past?.index == 1)
    bench.press("{")
    #expect(bench.screen.past?.index == 2)
    bench.press("}")
    #expect(bench.screen.past?.index == 1)
    bench.press("(")
    #expect(bench.screen.past?.index == 4)
    bench.press("(")
    #expect(bench.text.contains("this is the first change that is listed"))
    bench.press(")")
    #expect(bench.screen.past == nil)
    bench.press("}")
    #expect(bench.text.contains("this is the present"))
  }

  @Test("The cursor comes back to its plan, unless it was moved meanwhile")
  func home() {
    var bench = Bench()
    bench.board.isBeforePlan = ["h5n2": 2]
    bench.press("l")
    while bench.screen.cursorPlan != ScreenSamples.id("h5n2") { bench.press("j") }
    bench.press("[")
    #expect(bench.screen.cursorPlan == ScreenSamples.id("h5n2"))
    bench.press("[")
    #expect(bench.screen.cursorPlan != ScreenSamples.id("h5n2"))
    bench.press("]")
    #expect(bench.screen.cursorPlan == ScreenSamples.id("h5n2"))
    bench.press("[ t")
    #expect(bench.screen.cursorPlan == ScreenSamples.id("h5n2"))
    bench.press("[ [ k t")
    #expect(bench.screen.cursorPlan != ScreenSamples.id("h5n2"))
  }

  @Test("The charts end at the shown moment, and offer nothing to open")
  func charts() {
    var bench = Bench()
    bench.press("5")
    #expect(bench.screen.viewQuestions == [.chart(.cumulativeFlow, query: "", until: nil)])
    bench.press("[")
    let moment = bench.screen.past?.moment?.at
    #expect(moment != nil)
    #expect(bench.screen.viewQuestions == [.chart(.cumulativeFlow, query: "", until: moment)])
    #expect(bench.text.contains("t present"))
    #expect(!bench.text.contains("Enter open"))
  }
}

/// The head, the help and the keys that mean the same everywhere.
@Suite("The frame of a screen")
struct ScreenFrameTests {
  @Test("The keys of the views stay while something is under way", arguments: [60, 80, 120])
  func tabs(columns: Int) {
    var settings = Screen.Settings()
    settings.remote = "origin"
    var bench = Bench(columns: columns, rows: 15, settings: settings)
    let places = { (bench: Bench) in bench.screen.head(width: columns).tabs.map(\.view) }
    #expect(places(bench) == Screen.tabs.map(\.view))
    bench.send(.progress("talking to 'origin' …"))
    #expect(places(bench) == Screen.tabs.map(\.view))
    #expect(bench.text.contains("talking to"))
    #expect(bench.text.contains("≠2"))
    bench.press("Space [")
    #expect(places(bench) == Screen.tabs.map(\.view))
  }

  @Test("A second sync says that one is running")
  func sync() {
    var settings = Screen.Settings()
    settings.remote = "origin"
    var bench = Bench(settings: settings)
    bench.press("S")
    #expect(bench.effects == [.sync])
    bench.press("S")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("a sync is running: syncing…"))
  }

  @Test("Ctrl+z suspends while something is typed, and the text stays")
  func suspends() {
    var bench = Bench()
    bench.press("e ! Ctrl+z")
    #expect(bench.effects == [.suspend])
    #expect(bench.text.contains("A plan without anything!"))
  }

  @Test("The head says which density is on, if it is not the usual one")
  func density() {
    var bench = Bench()
    bench.press("o")
    #expect(bench.text.contains("full cards"))
    bench.press("o")
    #expect(bench.text.contains("one-line cards"))
    bench.press("o ?")
    #expect(!bench.text.contains("full cards"))
  }

  @Test("T changes the colours")
  func theme() {
    var bench = Bench()
    bench.press("T")
    #expect(bench.effects == [.switchTheme])
  }

  @Test("The help has all explanations in full", arguments: [40, 60, 80, 120])
  func help(columns: Int) {
    var bench = Bench(columns: columns, rows: 15)
    bench.press("?")
    var seen: Set<String> = []
    for _ in 0..<300 {
      for line in bench.text.split(separator: "\n") {
        let words = line.split { " │".contains($0) }
        seen.formUnion(words.map(String.init))
      }
      bench.press("j")
    }
    for row in Shortcut.all {
      for word in row.explanation.split(separator: " ") {
        #expect(seen.contains(String(word)), "\(word)")
      }
    }
    let table = bench.text.split(separator: "\n").filter { $0.hasPrefix("│") }
    #expect(!table.contains { $0.contains("…") })
  }

  @Test("The help is searched by words, and Escape goes back step by step")
  func search() {
    var bench = Bench(columns: 80, rows: 24)
    bench.press("? / d u e")
    #expect(bench.text.contains("due date"))
    #expect(!bench.text.contains("command palette"))
    bench.press("Enter j Esc")
    #expect(bench.text.contains("Keys"))
    #expect(bench.text.contains("to the column on the left"))
    bench.press("/ q q q")
    #expect(bench.text.contains("no key does that"))
    bench.press("Esc Esc")
    #expect(bench.screen.prompt == nil)
  }

  @Test("The help begins with the keys of the part with the focus")
  func place() {
    var bench = Bench(columns: 80, rows: 24)
    bench.press("Enter ?")
    #expect(bench.text.contains("In an open plan"))
    bench.press("Esc Esc 4 ?")
    #expect(bench.text.contains("On the roadmap"))
  }
}
