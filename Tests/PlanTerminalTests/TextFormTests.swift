import Parallel
import PlanModel
import PlanTerminal
import PlanView
import PmgitTestSupport
import Testing

/// Samples of the results that commands print.
private let forms: [(name: String, form: any TextForm)] = [
  ("board", BoardText(Samples.boardModel)),
  (
    "board-empty",
    BoardText(BoardModel([], board: Samples.emptyBoard, viewpoint: Samples.viewpoint))
  ),
  ("board-of-24-lines", BoardText(Samples.boardModel, mostLines: 23)),
  ("board-compact", BoardText(Samples.boardModel, cards: .compact, mostLines: 23)),
  ("board-full", BoardText(Samples.boardModel, cards: .full, mostLines: 39)),
  ("board-query", BoardText(Samples.boardModel { !$0.labels.isEmpty }, mostLines: 23)),
  ("board-by-assignee", BoardText(Samples.boardModel(by: .assignee), mostLines: 23)),
  (
    "board-by-label",
    BoardText(Samples.boardModel(columns: ["doing", "todo"], by: .label), mostLines: 39)
  ),
  ("blame", BlameText(Samples.blamed, board: Samples.board, viewpoint: Samples.viewpoint)),
  ("people", Samples.people), ("views", Samples.views), ("groups", Samples.groups),
  ("config", TableText(settings: Samples.settings)),
  ("list", ListText(Samples.listModel)),
  ("list-words", ListText(Samples.listModel(words: "o", "password"))),
  ("tree", TreeText(Samples.tree)),
  ("tree-empty", TreeText(Samples.emptyTree)),
  ("show", PlanText(Samples.detail)),
  (
    "log",
    TimelineText(
      Timeline(Samples.timeline, board: Samples.board, viewpoint: Samples.viewpoint))
  ),
  ("conflicts", ConflictText(Samples.conflicts)),
  (
    "hooks",
    HookText([
      ("prepare-commit-msg", "installed"), ("commit-msg", "installed, after the one before"),
      ("pre-push", "not pmgit's, not executable"),
    ])
  ),
  ("problems", ProblemText(Samples.problems)),
  ("status", StatusText(Samples.status(.tracked(name: "origin", ahead: 2, behind: 3)))),
]

@Suite struct TextFormTests {
  @Test(
    "The form for people looks as recorded",
    arguments: [(40, forms.map(\.name)), (80, forms.map(\.name)), (120, ["board", "list"])])
  func people(width: Int, names: [String]) throws {
    let terminal = Terminal(isTerminal: true, errorIsTerminal: true, widthInCells: width)
    for name in names where (name, width) != ("board-full", 80) {
      try expectSnapshot(terminal.text(try form(name)), named: "\(name)-\(width)")
    }
  }

  @Test("A board with room for all lines has full cards", arguments: [80, 120])
  func fullCards(width: Int) throws {
    let full = try form("board-full").lines(widthInCells: width).map(\.string)
    #expect(try form("board").lines(widthInCells: width).map(\.string) == full)
  }

  @Test("The last pull of a bridge has its time in words for people, and in full for programs")
  func bridges() {
    var status = Samples.status(.none)
    let now = Samples.viewpoint.now
    let at = Timestamp(milliseconds: now.milliseconds - 7_200_000)
    status.bridges = [
      StatusModel.BridgeLine(name: "hub", at: at, now: now, words: "2 new", isFailed: false),
      StatusModel.BridgeLine(name: "lab", at: nil, now: now, words: "not yet", isFailed: false),
    ]
    let text = StatusText(status)
    let lines = text.lines(widthInCells: 80).map(\.string)
    #expect(lines.contains("bridge hub, 2 hours ago: 2 new"))
    #expect(lines.contains("bridge lab: not yet"))
    #expect(text.records.map(\.line).contains("bridge\thub\t\(at)\t2 new"))
  }

  @Test("The form for programs looks as recorded", arguments: forms.map(\.name))
  func programs(name: String) throws {
    let pipe = Terminal(isTerminal: false, errorIsTerminal: false)
    // Programs get the same from each form of one board or list.
    let whole = [
      "board-compact": "board", "board-full": "board", "board-of-24-lines": "board",
      "list-words": "list",
    ]
    try expectSnapshot(pipe.text(try form(name)), named: "\(whole[name] ?? name)-plain")
  }

  @Test("The number of processors changes no record", arguments: forms.map(\.name))
  func processors(name: String) throws {
    let form = try form(name)
    let expected = form.records.map { $0.line + "\n" }.joined()
    for parts in [1, 2, 7] {
      Processors.$testedParts.withValue(parts) {
        #expect(String(decoding: form.recordLines, as: UTF8.self) == expected)
      }
    }
  }

  @Test(
    "No line is wider than the terminal or ends in a space", arguments: forms.map(\.name),
    [20, 21, 27, 33, 40, 57, 60, 72, 80, 99, 120, 200])
  func width(name: String, width: Int) throws {
    for line in try form(name).lines(widthInCells: width) {
      #expect(line.widthInCells <= width, "\(line.string)")
      #expect(!line.string.hasSuffix(" "), "\(line.string)|")
    }
  }

  @Test("No control character reaches a terminal or a pipe", arguments: forms.map(\.name))
  func controls(name: String) throws {
    for isTerminal in [true, false] {
      let terminal = Terminal(isTerminal: isTerminal, errorIsTerminal: false)
      for scalar in terminal.text(try form(name)).unicodeScalars {
        let isLayout = scalar == "\n" || !isTerminal && scalar == "\t"
        #expect(isLayout || scalar.properties.generalCategory != .control)
        #expect(!(0x202A...0x202E).contains(scalar.value))
      }
    }
  }

  @Test("Colour changes nothing but colour", arguments: forms.map(\.name))
  func color(name: String) throws {
    let form = try form(name)
    for line in form.lines(widthInCells: 80) {
      let colored = ANSI.text(line, usesColor: true)
      #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == line.string)
    }
  }

  @Test("Every record has one line and the columns of its form", arguments: forms.map(\.name))
  func records(name: String) throws {
    for record in try form(name).records {
      #expect(!record.line.contains("\n"))
      let fields = record.line.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(fields.count == record.fields.count)
    }
  }

  private func form(_ name: String) throws -> any TextForm {
    try #require(forms.first { $0.name == name }).form
  }
}
