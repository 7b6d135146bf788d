import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

@Suite("Exports for other tools")
struct ExportFormatTests {
  static let clocks = LocalClocks(minutesAheadOfUTC: 60)

  static func export(_ plans: [Plan], asToDos: Bool = false) -> PlanExport {
    PlanExport(
      plans, board: ToolFixture.board, title: "App", now: ToolFixture.now, clocks: clocks,
      asToDos: asToDos)
  }

  private static let id = planID("k7m2q9x4t1ab")

  private static func planID(_ text: String) -> PlanID {
    guard let id = PlanID(text) else { preconditionFailure("'\(text)' is an id") }
    return id
  }

  /// Returns a plan with all kinds of values.
  static func plan(_ title: String = "Fix login") -> Plan {
    var plan = Plan(id: id)
    plan.values.title = title
    plan.values.state = "doing"
    plan.values.due = CalendarDay("2026-12-01")
    plan.values.start = CalendarDay("2026-11-20")
    plan.values.priority = .high
    plan.values.estimate = JSONNumber("0.50")
    plan.values.owner = "Ada <ada@example.com>"
    plan.values.labels = ["bug", "ui web"]
    plan.values.assignees = ["Ada <ada@example.com>"]
    plan.values.links = [Link(kind: "blocked-by", target: "e1whefhcf3qd")]
    plan.values.aliases = ["gh:1"]
    plan.values.created = Creation(
      at: Timestamp("2026-10-01T23:30:00Z"), by: "Ben <ben@example.com>")
    plan.values.stateSince = Timestamp("2026-10-02T12:00:00Z")
    plan.values.updated = Timestamp("2026-10-03T12:00:00Z")
    plan.values.repetition = Repetition("every 2 weeks")
    plan.values.texts.body = ["Tapping twice", "", "crashes; often, \\ \"always\"."]
    plan.values.texts.checklist = [ChecklistItem(id: "a", text: "reproduce", done: true, rank: "a")]
    plan.values.texts.comments = [
      PlanModel.Comment(
        id: "c", at: Timestamp("2026-10-02T12:00:00Z"), by: "Ben", text: ["Since when?"])
    ]
    return plan
  }

  @Test("A table has a column for each value")
  func csv() throws {
    let text = ExportFormat.csv.text(of: Self.export([Self.plan()]))
    let expected = """
      id,title,state,due,start,priority,estimate,owner,repeat,milestone,iteration,assignees,labels,\
      links,aliases,created,creator,updated,moved,checklist,body\r
      k7m2q9x4t1ab,Fix login,doing,2026-12-01,2026-11-20,high,0.50,Ada <ada@example.com>,\
      every 2 weeks,,,Ada <ada@example.com>,"bug, ui web",blocked-by:e1whefhcf3qd,gh:1,\
      2026-10-01T23:30:00.000Z,Ben <ben@example.com>,2026-10-03T12:00:00.000Z,\
      2026-10-02T12:00:00.000Z,[x] reproduce,"Tapping twice

      crashes; often, \\ ""always""."\r

      """
    #expect(text == expected)
  }

  @Test(
    "A control character before a formula hides it from nobody",
    arguments: ["\u{1}=1+1", " \u{7F}=1+1", "'\u{0}@x", "\u{9B}\t=x", "\u{85}=1"])
  func hiddenFormulas(cell: String) throws {
    var plan = Plan(id: Self.id)
    (plan.values.title, plan.values.texts.body) = ("Fix", [cell])
    let text = ExportFormat.csv.text(of: Self.export([plan]))
    let table = try #require(CSVTable(Array(text.utf8)))
    let written = try #require(table.value("body", 0))
    #expect(written.first == "'", "\(written)")
    #expect(!written.unicodeScalars.contains { $0 != "\t" && $0.value < 0x20 })
  }

  @Test("Negative numbers of a field of numbers are no formulas")
  func negative() throws {
    var board = Board(.newBoard)
    board.fields = [CustomField(id: "points", kind: .number)]
    let column = try #require(CSVColumn.all(of: board).first { $0.name == "points" })
    #expect(column.isNumber)
  }

  @Test("Markdown has a section for each column with plans, and shows titles as they are")
  func markdown() {
    var done = Self.plan("Old *and* <b>gone</b> @ada")
    (done.id, done.values.state) = (Self.planID("e1whefhcf3qd"), "gone")
    (done.values.priority, done.values.due, done.values.labels, done.values.assignees) = (
      nil, nil, [], []
    )
    done.values.texts.checklist = []
    #expect(
      ExportFormat.markdown.text(of: Self.export([done, Self.plan()])) == """
        # App

        ## Doing

        - [ ] Fix login (k7m2q9x4t1ab: high, due 2026-12-01, bug, ui web, Ada)
          - [x] reproduce

        ## gone

        - [ ] Old \\*and\\* \\<b\\>gone\\</b\\> @\u{200B}ada (e1whefhcf3qd)

        """)
  }

  @Test("A line of todo.txt has the title, the id, and a word for each value")
  func todoTxt() {
    var done = Self.plan("x (A) 50%25 pmgit:x")
    done.values.state = "done"
    #expect(
      ExportFormat.todoTxt.text(of: Self.export([Self.plan(), done])) == """
        (B) 2026-10-02 Fix login pmgit:k7m2q9x4t1ab +bug +ui%20web due:2026-12-01 t:2026-11-20 \
        rec:+2w state:doing assignee:Ada%20<ada@example.com> estimate:0.50 \
        owner:Ada%20<ada@example.com> blocked-by:e1whefhcf3qd alias:gh:1
        x 2026-10-02 2026-10-02 x (A) 50%2525 pmgit%3Ax pmgit:k7m2q9x4t1ab +bug +ui%20web \
        due:2026-12-01 t:2026-11-20 rec:+2w pri:B assignee:Ada%20<ada@example.com> estimate:0.50 \
        owner:Ada%20<ada@example.com> blocked-by:e1whefhcf3qd alias:gh:1

        """)
  }

  @Test("A task of Taskwarrior has the local midnight of a day in UTC")
  func taskwarrior() {
    let text = ExportFormat.taskwarrior.text(of: Self.export([Self.plan()]))
    #expect(
      text == """
        [
        {"annotations":[{"description":"Since when?","entry":"20261002T120000Z"}],\
        "description":"Fix login","due":"20261130T230000Z","entry":"20261001T233000Z",\
        "modified":"20261003T120000Z","pmgitaliases":"gh:1",\
        "pmgitassignees":"Ada%20<ada@example.com>","pmgitestimate":"0.50","pmgitid":"k7m2q9x4t1ab",\
        "pmgitlabels":"ui%20web","pmgitlinks":"blocked-by:e1whefhcf3qd",\
        "pmgitowner":"Ada <ada@example.com>","pmgitrepeat":"every 2 weeks","pmgitstate":"doing",\
        "priority":"H","scheduled":"20261119T230000Z","start":"20261002T120000Z",\
        "status":"pending","tags":["bug"],"uuid":"\(ExportFormat.taskwarriorUUID(of: Self.plan().id))"}
        ]

        """)
    #expect(ExportFormat.taskwarrior.text(of: Self.export([])) == "[\n\n]\n")
  }

  @Test("A calendar has an event on each due day, or to-dos")
  func iCalendar() {
    var other = Self.plan("No day")
    other.values.due = nil
    let events = ExportFormat.iCalendar.text(of: Self.export([Self.plan(), other]))
    #expect(
      events.replacing("\r\n", with: "\n") == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//pmgit//pmgit//EN
        CALSCALE:GREGORIAN
        X-WR-CALNAME:App
        BEGIN:VEVENT
        UID:k7m2q9x4t1ab@pmgit
        DTSTAMP:20261003T120000Z
        CREATED:20261001T233000Z
        LAST-MODIFIED:20261003T120000Z
        SUMMARY:Fix login
        DESCRIPTION:Tapping twice\\n\\ncrashes\\; often\\, \\\\ "always".
        CATEGORIES:bug,ui web
        PRIORITY:3
        DTSTART;VALUE=DATE:20261201
        DTEND;VALUE=DATE:20261202
        TRANSP:TRANSPARENT
        END:VEVENT
        END:VCALENDAR

        """)
    let toDos = ExportFormat.iCalendar.text(of: Self.export([other], asToDos: true))
    #expect(toDos.contains("BEGIN:VTODO\r\n") && toDos.contains("STATUS:IN-PROCESS\r\n"))
    #expect(!toDos.contains("VEVENT") && !toDos.contains("DUE"))
  }

  @Test(
    "Lines of a calendar are at most 75 bytes, and no character is cut", arguments: Seeds.each(50))
  func folding(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "한", "👩‍👩‍👧", "é", "e\u{301}", " ", "\u{10FFFF}"]
    let line = "S:" + (0..<random.number(below: 300)).map { _ in random.pick(pieces) }.joined()
    let folded = ExportFormat.foldedCalendarLine(line)
    let parts = folded.utf8.split(separator: 0x0A).map { Array($0) }
    #expect(parts.allSatisfy { $0.last == 0x0D && $0.count <= 76 })
    #expect(parts.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    #expect(folded.replacing("\r\n ", with: "").replacing("\r\n", with: "") == line)
  }

  @Test("Texts of plans begin no line and no property of a calendar")
  func injection() {
    let plan = Self.plan("a\r\nEND:VEVENT\nBEGIN:VALARM\u{85}x\u{2028}y")
    let text = ExportFormat.iCalendar.text(of: Self.export([plan]))
    #expect(!text.contains("\nBEGIN:VALARM") && !text.contains("\u{85}"))
    #expect(text.matches(of: /(?m)^END:VEVENT/).count == 1)
  }
}
