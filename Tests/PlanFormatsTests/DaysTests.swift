import PmgitTestSupport
import Testing

@testable import PlanFormats
@testable import PlanModel

/// What files say about days.
@Suite("Days in files of other tools")
struct DaysTests {
  /// A way in which a tool writes that a task is done, with the day.
  struct Finished: Sendable, CustomTestStringConvertible {
    let format: TrackerFormat
    let name: String
    /// The file; in a folder, the only one.
    let text: String
    var isFolder: Bool { name.contains("/") }
    var testDescription: String { "\(format.id): \(text.suffix(40))" }

    init(_ format: TrackerFormat, _ name: String, _ text: String) {
      (self.format, self.name, self.text) = (format, name, text)
    }

    func plans() throws -> TrackerPlans {
      try isFolder
        ? PlanFormatsTests.plans(format, folder: [(name, text)])
        : PlanFormatsTests.plans(format, name, text)
    }
  }

  private static func github(_ created: String, _ closed: String) -> String {
    """
    [{"number":1,"title":"x","state":"CLOSED","url":"https://github.com/o/r/issues/1"\
    \(created.isEmpty ? "" : #","createdAt":"\#(created)""#),"closedAt":"\(closed)"}]
    """
  }

  private static func backlog(_ members: String) -> String {
    "---\nid: B-1\ntitle: x\nstatus: Done\n\(members)---\n"
  }

  private static func bead(_ created: String, _ closed: String) -> String {
    """
    {"id":"a-1","title":"x","status":"closed","issue_type":"task","created_at":"\(created)",\
    "closed_at":"\(closed)"}
    """
  }

  private static func task(_ members: String) -> String {
    """
    [{"uuid":"296d835e-8f85-4224-8f36-c612cad1b9f8","description":"x","status":"completed",\
    \(members)}]
    """
  }

  /// Finished on 2026-02-03 by clocks an hour ahead of UTC, with more, less or no word about the
  /// creation.
  static let finished: [Finished] = [
    Finished(.org, "a.org", "* DONE x\n  CLOSED: [2026-02-03 Tue 19:20]\n"),
    Finished(.org, "a.org", "* DONE x\n  CLOSED: [2026-02-03 Tue]\n"),
    Finished(
      .org, "a.org",
      "* DONE x\n  CLOSED: [2026-02-03 Tue]\n:PROPERTIES:\n"
        + ":CREATED: [2026-02-03 Tue 10:00]\n:END:\n"),
    Finished(.todoTxt, "todo.txt", "x 2026-02-03 x\n"),
    Finished(.todoTxt, "todo.txt", "x 2026-02-03 2026-02-03 x\n"),
    Finished(.todoTxt, "todo.txt", "x 2026-02-03 2026-02-10 x\n"),
    Finished(.markdown, "a.md", "- [x] x ✅ 2026-02-03\n"),
    Finished(.markdown, "a.md", "- [x] x ➕ 2026-02-03 ✅ 2026-02-03\n"),
    Finished(.markdown, "a.md", "- [-] x ❌ 2026-02-03\n"),
    Finished(.github, "a.json", github("", "2026-02-03T10:00:00Z")),
    Finished(.github, "a.json", github("2026-02-03T10:00:00Z", "2026-02-03T10:00:00Z")),
    Finished(.github, "a.json", github("2026-02-04T10:00:00Z", "2026-02-03T10:00:00Z")),
    Finished(
      .backlogMD, "tasks/b-1 - x.md",
      backlog("created_date: '2026-02-03'\nupdated_date: '2026-02-03'\n")),
    Finished(
      .backlogMD, "tasks/b-1 - x.md",
      backlog("created_date: '2026-02-03 10:00'\nupdated_date: '2026-02-03'\n")),
    Finished(.backlogMD, "tasks/b-1 - x.md", backlog("updated_date: '2026-02-03'\n")),
    Finished(.beads, "a.jsonl", bead("2026-02-03T10:00:00Z", "2026-02-03T09:27:00Z")),
    Finished(.beads, "a.jsonl", bead("2026-02-03T10:00:00.5Z", "2026-02-03T10:00:00Z")),
    Finished(
      .taskwarrior, "a.json", task(#""entry":"20260203T100000Z","end":"20260203T100000Z""#)),
    Finished(.taskwarrior, "a.json", task(#""end":"20260203T100000Z""#)),
    Finished(.csv, "a.csv", "title,state,closed\nx,done,2026-02-03\n"),
    Finished(.csv, "a.csv", "title,state,created,closed\nx,done,2026-02-03,2026-02-03\n"),
    Finished(
      .csv, "a.csv", "title,state,created,closed\nx,done,2026-02-03T10:00:00Z,2026-02-03\n"),
    Finished(
      .linear, "a.csv",
      "ID,Team,Title,Status,Created,Completed\nA-1,A,x,Done,2026-02-03T10:00:00.000Z,"
        + "2026-02-03T10:00:00.000Z\n"),
    Finished(
      .jira, "a.csv",
      "Issue key,Summary,Status,Created,Resolved\nA-1,x,Done,03/Feb/26,03/Feb/26\n"),
  ]

  @Test(
    "The day on which a task was finished is kept, whatever is said of its creation",
    arguments: finished)
  func kept(finished: Finished) throws {
    var board = FilledBoard()
    let lines = try finished.plans().lines
    try board.importLines(lines)
    let plan = try #require(board.plans.first)
    let since = try #require(plan.stateSince)
    #expect(LocalClocks(minutesAheadOfUTC: 60).day(of: since).description == "2026-02-03")
    #expect(board.board.kind(of: plan.state) == .done)
    let journey = PlanJourney(
      plan, events: [PlanEvent(.moved(to: plan.state), at: ToolFixture.now)], now: ToolFixture.now)
    let stages = Stages(.newBoard)
    guard case .finished(let at, _) = journey.work(by: stages) else {
      Issue.record("counted as \(journey.work(by: stages))")
      return
    }
    #expect(at == since)
    let files = board.files
    try board.importLines(lines)
    #expect(board.files == files)
  }

  @Test("A task that is finished on the day of its creation, after it was imported, is kept, too")
  func later() throws {
    var board = FilledBoard()
    let open = Self.backlog("created_date: '2026-02-03'\n").replacing("Done", with: "To Do")
    try board.importLines(
      try Finished(.backlogMD, "tasks/b-1 - x.md", open).plans().lines)
    let closed = Self.backlog("created_date: '2026-02-03'\nupdated_date: '2026-02-03'\n")
    try board.importLines(
      try Finished(.backlogMD, "tasks/b-1 - x.md", closed).plans().lines)
    #expect(board.plans[0].stateSince?.day.description == "2026-02-03")
  }

  // MARK: - Random days

  /// Returns a text with other days in it, near each other, and some of them equal.
  static func withRandomDays(_ text: String, using random: inout SeededGenerator) -> String {
    var source = random
    defer { random = source }
    let day = { "\(CalendarDay(dayNumber: 20_480 + source.number(below: 4)))" }
    return text.replacing(#/\d{4}-\d\d-\d\d/#) { _ in day() }
      .replacing(#/\d{8}T/#) { _ in day().filter { $0 != "-" } + "T" }
  }

  @Test(
    "Importing random days twice changes nothing, and a finished plan keeps its day",
    arguments: ToolFixture.all)
  func random(fixture: ToolFixture) throws {
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed)
      let files = fixture.files.map { path, text in
        (path: path, bytes: Array(Self.withRandomDays(text, using: &random).utf8))
      }
      let source = ToolFixture.source(of: files, fixture.isFolder)
      let read = try fixture.format.plans(of: source, fixture.options)
      var board = FilledBoard()
      try board.importLines(read.lines)
      let before = board.files
      try board.importLines(read.lines)
      #expect(board.files == before, "seed \(seed)")
      for line in read.plans { expectKept(line, on: board, seed) }
    }
  }

  @Test(
    "A day may have the name of its month, with a year",
    arguments: [
      "Dec 9, 2026", "December 9 2026", "9 Dec 2026", "09 december, 2026", " dec 09,2026 ",
      "2026-12-09",
    ])
  func named(text: String) {
    let clocks = LocalClocks(minutesAheadOfUTC: 60)
    #expect(TrackerTime.day(text, clocks) == CalendarDay(year: 2026, month: 12, day: 9))
  }

  @Test(
    "Without a year, or with a month of another language, it is no day",
    arguments: [
      "Dec 9", "Dec 2026", "Dec 9 26", "Feb 30, 2026", "9 9 2026", "Dec Dec 2026", "Dez 9, 2026",
      "Wed Dec 9 2026", "Dec -9 2026",
    ])
  func unnamed(text: String) {
    #expect(TrackerTime.day(text, LocalClocks(minutesAheadOfUTC: 60)) == nil)
  }

  @Test("Importing random days of a sample twice changes nothing", arguments: Sample.all)
  func random(sample: Sample) throws {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      let source = try sample.source()
      let text = Self.withRandomDays(try #require(source.file).text, using: &random)
      let read = try sample.plans(of: TrackerSource(name: source.name, bytes: Array(text.utf8)))
      var board = FilledBoard()
      board.board = Sample.board
      try board.importLines(read.lines)
      let before = board.files
      try board.importLines(read.lines)
      #expect(board.files == before, "seed \(seed)")
    }
  }

  /// Expects that a plan has the days of its line.
  private func expectKept(_ line: JSONObject, on board: FilledBoard, _ seed: UInt64) {
    let alias = line["aliases"]?.array?.first?.string ?? ""
    let id = line["id"]?.string
    guard let plan = board.plans.first(where: { $0.aliases.contains(alias) || $0.id.text == id }),
      board.board.kind(of: plan.state) == .done
    else { return }
    let clocks = LocalClocks(minutesAheadOfUTC: 60)
    if let closed = line["closed"]?.string.flatMap({ Timestamp($0) }) {
      let day = plan.stateSince.map { clocks.day(of: $0) }
      #expect(day == clocks.day(of: closed), "seed \(seed): \(alias)")
    }
    if let started = line["started"]?.string {
      #expect(plan.other["started"]?.string == started, "seed \(seed): \(alias)")
    }
  }
}
