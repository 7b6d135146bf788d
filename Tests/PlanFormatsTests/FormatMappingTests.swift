import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanFormats

/// What single members of other tools become.
@Suite("Members of other tools")
struct FormatMappingTests {
  private static func issue(_ members: String) -> String {
    #"[{"number":1,"title":"x","url":"https://github.com/o/r/issues/1",\#(members)}]"#
  }

  private static func items(_ items: String) -> String {
    #"{"items":[\#(items)],"totalCount":1}"#
  }

  private static func item(_ members: String) -> String {
    items(#"{"id":"i","content":{"type":"DraftIssue","title":"x"},"title":"x",\#(members)}"#)
  }

  // MARK: - GitLab

  @Test("Pages of an API without anything between them are one list; a cut one is refused")
  func pages() throws {
    let page = { (number: Int) in
      #"[{"iid":\#(number),"title":"a ][ \" b","labels":[],"#
        + #""web_url":"https://gitlab.com/g/p/-/issues/\#(number)"}]"#
    }
    let text = page(1) + page(2) + "\n" + page(3) + "[]"
    #expect(try plans(.gitlab, "x.json", text).count == 3)
    #expect(throws: FormatError.self) {
      try plans(.gitlab, "x.json", page(1) + page(2).dropLast(4))
    }
  }

  // MARK: - Cut files

  @Test("A row that was cut, and a day that can't be read, say nothing about a plan")
  func cut() throws {
    let header = "Issue ID,Title,Description,Status,Project,Due Date"
    let table = "\(header)\nA-1,One,Text,To do,App,24.12.2026\nA-2,Two,Lo"
    let read = try plans(.vibeKanban, "x.csv", table)
    #expect(read.plans.map { $0["title"] } == [.string("One")])
    #expect(read.plans[0]["due"] == nil)
    #expect(read.losses["rows that end before the last column"] == 1)
    #expect(read.losses["times in an unknown form, such as '24.12.2026'"] == 1)
    let item = #"{"identifier":"A-1","name":"x","project_identifier":"A","target_date":"soon"}"#
    let plane = try plans(.plane, "x.json", "[\(item)]")
    #expect(plane.plans.first?["due"] == nil)
    #expect(plane.losses["times in an unknown form, such as 'soon'"] == 1)
  }

  // MARK: - GitHub

  @Test("A project's item that a person may not see does not hide the others")
  func redacted() throws {
    let text = Self.items(
      #"{"id":"a","content":null},{"id":"b","content":{"type":"DraftIssue","title":"x"}}"#)
    let source = TrackerSource(name: "x.json", bytes: Array(text.utf8))
    #expect(TrackerFormat.recognizing(source).map(\.id) == ["github"])
    let read = try plans(.github, "x.json", text)
    #expect(read.count == 1 && read.losses == ["items that you may not see": 1])
  }

  @Test("Fields of a project are found however they are spelled")
  func projectFields() throws {
    let text = Self.item(
      #""start Date":"2026-11-20","target_date":"2026-12-01","Priority":"p1","estimate":3"#)
    let plan = try #require(try plans(.github, "x.json", text).plans.first)
    #expect(plan["start"] == .string("2026-11-20") && plan["due"] == .string("2026-12-01"))
    #expect(plan["priority"] == .string("high") && plan["estimate"] == .number(3))
    let wrong = try plans(.github, "x.json", Self.item(#""due date":"soon","priority":"Q""#))
    #expect(wrong.losses["times in an unknown form"] == 1)
    #expect(wrong.losses["priorities other than P0 to P3 and urgent to low"] == 1)
  }

  @Test("An issue of a project has its text without the mark of a bridge")
  func projectIssueText() throws {
    let issue =
      #"{"type":"Issue","title":"x","url":"https://github.com/o/r/issues/1","#
      + #""body":"Text\n\n<!-- pmgit:0123456789abcdef -->"}"#
    let read = try plans(.github, "x.json", Self.items(#"{"id":"i","content":\#(issue)}"#))
    #expect(read.plans.first?["body"] == .string("Text"))
  }

  @Test("An iteration of a project is that of the board which begins on its day")
  func projectIteration() throws {
    let text = Self.item(
      #""sprint":{"title":"Sprint 2","startDate":"2026-12-07","duration":14}"#)
    let read = try plans(.github, "x.json", text, board: Sample.board)
    #expect(read.texts("iteration") == [["2026-12-07"]])
  }

  @Test("Fields of a project after the first hundred are counted")
  func manyFields() throws {
    let fields = (0..<101).map { #""f\#($0)":"v""# }.joined(separator: ",")
    let read = try plans(.github, "x.json", Self.item(fields))
    #expect(read.losses["fields after the first 100"] == 1)
  }

  @Test("The kind of a column that the board has is known")
  func kindOfColumn() throws {
    let board = Board(
      columns: ToolFixture.board.columns + [Column(id: "merged", title: "Merged", kind: .done)])
    let text = Self.issue(#""state":"CLOSED","projectItems":[{"status":{"name":"Merged"}}]"#)
    #expect(try plans(.github, "x.json", text, board: board).states == ["merged"])
  }

  @Test("A closed issue is done, although its project still shows it as open")
  func closedButOpenInProject() throws {
    let text = Self.issue(#""state":"CLOSED","projectItems":[{"status":{"name":"Doing"}}]"#)
    #expect(try plans(.github, "x.json", text).states == ["done"])
  }

  @Test("A board without a column of kind done counts the plans that are done")
  func noColumn() throws {
    let board = Board(columns: [Column(id: "todo", title: "Todo", kind: .todo)])
    let read = try plans(.github, "x.json", Self.issue(#""state":"CLOSED""#), board: board)
    #expect(
      read.losses == ["the state of plans, because the board has no column of kind done": 1])
  }

  @Test("Pull requests are known by their addresses")
  func pullRequests() throws {
    let text = #"[{"number":1,"title":"x","state":"OPEN","url":"https://github.com/o/r/pull/1"}]"#
    let read = try plans(.github, "x.json", text)
    #expect(read.count == 0 && read.losses == ["pull requests": 1])
  }

  @Test("Lines of scripts with a number are not issues")
  func scripts() {
    for text in [
      #"{"title":"x","number":5,"labels":["a"]}"#, #"{"title":"x","number":5,"state":"Todo"}"#,
    ] {
      let source = TrackerSource(name: "x", bytes: Array(text.utf8))
      #expect(TrackerFormat.recognizing(source).isEmpty, "\(text)")
    }
  }

  @Test("A table without a name stays a table if a text in it has boxes")
  func boxesInTables() {
    for (text, format) in [
      ("Title,Body\nx,\"y\n- [ ] z\"\n", "csv"),
      ("Issue key,Summary,Description\nA-1,x,\"y\n- [ ] z\"\n", "jira"),
    ] {
      let source = TrackerSource(name: "standard input", bytes: Array(text.utf8))
      #expect(TrackerFormat.recognizing(source).map(\.id) == [format])
    }
  }

  // MARK: - GitLab and Jira

  @Test("Milestones and epics of GitLab are not issues")
  func milestones() {
    for text in [
      #"[{"iid":1,"title":"v1","state":"active","project_id":2,"due_date":null}]"#,
      #"[{"iid":1,"title":"Epic","group_id":2,"author":{},"labels":[]}]"#,
    ] {
      let source = TrackerSource(name: "x", bytes: Array(text.utf8))
      #expect(TrackerFormat.recognizing(source).isEmpty, "\(text)")
    }
  }

  @Test("Priorities of Jira that pmgit lacks are counted", arguments: ["Hoch", "P9"])
  func jiraPriorities(name: String) throws {
    let table = "Issue key,Summary,Priority\nA-1,x,\(name)\nA-2,y,Undefined\nA-3,z,P1\n"
    let json = #"{"key":"A-1","fields":{"summary":"x","priority":{"name":"\#(name)"}}}"#
    for read in [try plans(.jira, "x.csv", table), try plans(.jira, "x.json", json)] {
      #expect(read.losses == ["priorities other than Highest to Lowest": 1])
    }
  }

  @Test(
    "Story points of Jira are the estimate, however the column is called",
    arguments: [
      "Story Points", "Story points", "Story point estimate", "Custom field (Story Points)",
      "Custom field (Story point estimate)",
    ])
  func storyPoints(column: String) throws {
    let read = try plans(.jira, "x.csv", "Issue key,Summary,\(column)\nA-1,x,5.0\nA-2,y,\n")
    #expect(read.plans.map { $0["estimate"] } == [.number(5), nil] && read.losses.isEmpty)
  }

  @Test(
    "Names of months in other languages are not taken for English ones",
    arguments: [
      ("25/Oct/19", "2019-10-25"), ("25/October/19", "2019-10-25"), ("25/Sept/19", "2019-09-25"),
      ("25/Okt/19", nil), ("25/marras/19", nil), ("25/juin/19", nil), ("03.04.19", "2019-04-03"),
      ("3/4/19", nil), ("25-Oct-2019", "2019-10-25"), ("25-10-2019", "2019-10-25"),
      ("10-25-2019", "2019-10-25"), ("3-4-2019", nil),
    ])
  func months(text: String, day: String?) throws {
    let table = "Issue key,Summary,Due date\nA-1,x,\(text)\n"
    let plan = try #require(try plans(.jira, "x.csv", table).plans.first)
    #expect(plan["due"] == .optional(day))
  }

  @Test("Plain text of Jira is no Markdown")
  func jiraText() throws {
    func paragraph(_ text: String) -> String {
      #"{"type":"paragraph","content":[{"type":"text","text":"\#(text)"}]}"#
    }
    let texts = ["# no heading", "1. no list", "- none", "a * b_c _d_ [x] <b>", "> 5"]
    let item = #"{"type":"listItem","content":[\#(paragraph("One")),\#(paragraph("2 is more"))]}"#
    let text = #"""
      {"key":"A-1","fields":{"summary":"x","description":{"type":"doc","content":[
      \#(texts.map(paragraph).joined(separator: ",")),{"type":"bulletList","content":[\#(item)]}]}}}
      """#
    let body = try #require(try plans(.jira, "x.json", text).texts("body").first?.first)
    #expect(
      body == """
        \\# no heading

        1\\. no list

        \\- none

        a \\* b_c \\_d\\_ \\[x] \\<b>

        \\> 5

        - One

          2 is more
        """)
  }

  // MARK: - Taskwarrior

  private static func task(_ number: Int, _ members: String) -> String {
    """
    {"uuid":"296d835e-8f85-4224-8f36-c612cad1b9f\(number)","description":"T\(number)",\
    "entry":"20261001T100000Z",\(members)}
    """
  }

  @Test("A rule is kept where the template of its series is not in the file")
  func rulesWithoutTemplates() throws {
    let parent = #""parent":"296d835e-8f85-4224-8f36-c612cad1b9f9""#
    let tasks = [
      Self.task(1, #""status":"pending","due":"20261201T000000Z","recur":"weekly",\#(parent)"#),
      Self.task(2, #""status":"pending","due":"20261208T000000Z","recur":"weekly",\#(parent)"#),
      Self.task(3, #""status":"pending","due":"20261208T000000Z","recur":"2days""#),
      Self.task(4, #""status":"waiting","wait":"20261208T000000Z","recur":"P1M""#),
      Self.task(5, #""status":"pending","recur":"fullmoon""#),
      Self.task(6, #""status":"completed","recur":"weekly","end":"20261003T100000Z""#),
    ]
    let read = try plans(.taskwarrior, "x.json", "[\(tasks.joined(separator: ","))]")
    #expect(
      read.texts("repeat") == [[], ["every week"], ["every 2 days"], ["every month"], [], []])
    #expect(read.losses == ["rules of repetition that pmgit does not have": 1])
  }

  // MARK: - Linear and Trello

  @Test("A moment is the day that it was for the first person who imported it, until it changes")
  func moments() throws {
    let card = { (due: String) in
      #"{"lists":[{"id":"l","name":"L"}],"cards":[{"id":"c","shortLink":"s","name":"x","#
        + #""idList":"l","due":\#(due)}]}"#
    }
    let lines = { (due: String, hours: Int) in
      var options = ToolFixture.options
      options.clocks = LocalClocks(minutesAheadOfUTC: hours * 60)
      let source = TrackerSource(name: "x.json", bytes: Array(card(due).utf8))
      return try TrackerFormat.trello.plans(of: source, options).lines
    }
    var board = FilledBoard()
    let late = #""2026-12-01T23:30:00.000Z""#
    try board.importLines(try lines(late, 9))
    #expect(board.plans[0].due?.description == "2026-12-02")
    let files = board.files
    for hours in [-8, 9, 0] {
      try board.importLines(try lines(late, hours))
      #expect(board.files == files)
    }
    try board.importLines(try lines(#""2026-12-04T23:30:00.000Z""#, -8))
    #expect(board.plans[0].due?.description == "2026-12-04")
    board.edit(board.plans[0].id, [.due(CalendarDay("2026-12-24"))])
    try board.importLines(try lines(#""2026-12-04T23:30:00.000Z""#, 9))
    #expect(board.plans[0].due?.description == "2026-12-24")
    #expect(board.plans[0].conflicts.isEmpty)
    try board.importLines(try lines("null", 9))
    #expect(board.plans[0].conflicts.map(\.field) == ["due"])
  }

  @Test("Clones in two time zones that import one moment differ once, and the next import decides")
  func momentsOfClones() throws {
    let card =
      #"{"lists":[{"id":"l","name":"L"}],"cards":[{"id":"c","shortLink":"s","name":"x","#
      + #""idList":"l","due":"2026-12-01T23:30:00.000Z"}]}"#
    let lines = { (hours: Int) in
      var options = ToolFixture.options
      options.clocks = LocalClocks(minutesAheadOfUTC: hours * 60)
      let source = TrackerSource(name: "x.json", bytes: Array(card.utf8))
      return try TrackerFormat.trello.plans(of: source, options).lines
    }
    var (one, other) = (FilledBoard(), FilledBoard())
    try one.importLines(try lines(9))
    // Another stamp than that of the other clone.
    try other.importLines(Array("{\"title\":\"Other\"}".utf8))
    try other.importLines(try lines(0))
    let id = try #require(one.plans.first?.id)
    let merged = PlanMerge.merge(
      try #require(one.documents[id]), try #require(other.documents[id]), bases: [])
    var board = FilledBoard([id: merged])
    for _ in 0..<3 { try board.importLines(Array("{\"title\":\"Other\"}".utf8)) }
    try board.importLines(try lines(0))
    #expect(board.plans.first { $0.id == id }?.conflicts.isEmpty == true)
    let day = board.plans.first { $0.id == id }?.due
    for hours in [9, 0, -8] {
      try board.importLines(try lines(hours))
      #expect(board.plans.first { $0.id == id }?.due == day)
    }
  }

  @Test("Archived issues of Linear that are open are left out")
  func archived() throws {
    let text = """
      ID,Team,Title,Status,Completed,Archived
      A-1,A,Open,Todo,,2026-11-01T00:00:00Z
      A-2,A,Done,Done,2026-10-01T00:00:00Z,2026-11-01T00:00:00Z
      """
    let read = try plans(.linear, "x.csv", text)
    #expect(read.aliases == ["linear:A-2"])
    #expect(read.losses == ["open issues that are archived": 1])
  }

  @Test(
    "The name of a Trello list says its kind, and not its place",
    arguments: [
      (["Product Backlog", "Build", "Live 🚀"], ["todo", "doing", "doing"]),
      (["Ideen", "Done", "Blocked"], ["doing", "done", "doing"]),
      (["Needs triage", "This week: todo"], ["todo", "todo"]), (["Only"], ["doing"]),
      (["Initiation", "Build", "Parking lot"], ["doing", "doing", "doing"]),
      (["Offen", "In Arbeit", "Erledigt"], ["todo", "doing", "done"]),
      (["À faire", "En cours", "Terminé", "Plus tard"], ["todo", "doing", "done", "doing"]),
      (["Lista de tareas", "En proceso", "Hecho"], ["todo", "doing", "done"]),
      (["Later", "Erledigt!"], ["todo", "done"]),
    ])
  func lists(names: [String], kinds: [String]) throws {
    let lists = names.enumerated().map { #"{"id":"l\#($0)","name":"\#($1)","pos":\#($0)}"# }
    let cards = names.indices.map {
      #"{"id":"c\#($0)","shortLink":"s\#($0)","name":"x","idList":"l\#($0)"}"#
    }
    #expect(try Self.kinds(lists, cards).prefix(names.count) == kinds[...])
  }

  /// The kinds of the columns that a Trello board suggests.
  private static func kinds(_ lists: [String], _ cards: [String]) throws -> [String] {
    let text = """
      {"lists":[\(lists.joined(separator: ","))],"cards":[\(cards.joined(separator: ","))]}
      """
    let first = try plans(.trello, "x.json", text).lines.split(separator: 0x0A)[0]
    let settings = try JSONReader.value(in: Array(first)).object?["board"]?.object?["columns"]
    return (settings?.array ?? []).compactMap { $0.object?["kind"]?.string }
  }

  @Test("Names of columns say a kind in other languages, too")
  func namesInOtherLanguages() {
    for name in ["完了", "已完成", "완료", "Готово", "Concluído", "ERLEDIGT", "Kész", "Tamamlandı"] {
      #expect(Column.Kind(guessedFrom: name) == .done, "\(name)")
    }
    for name in ["할 일", "待办", "К выполнению", "à faire", "Te doen"] {
      #expect(Column.Kind(guessedFrom: name) == .todo, "\(name)")
    }
    for name in ["진행 중", "In Arbeit", "Nicht erledigt", "В работе", "Bezig"] {
      #expect(Column.Kind(guessedFrom: name) == .doing, "\(name)")
    }
  }

  @Test("A Trello list whose cards are complete is done, unless its name says another kind")
  func completeLists() throws {
    let lists = ["Live", "Build", "Review", "Rest"].enumerated().map {
      #"{"id":"l\#($0)","name":"\#($1)","pos":\#($0)}"#
    }
    let marks = [[true, true, false], [true, false], [true, true], [true]]
    let cards = marks.enumerated().flatMap { list, marks in
      marks.enumerated().map {
        #"{"id":"c\#(list)\#($0)","shortLink":"s\#(list)\#($0)","name":"x","idList":"l\#(list)","#
          + #""dueComplete":\#($1)}"#
      }
    }
    #expect(try Self.kinds(lists, cards) == ["done", "doing", "doing", "doing"])
  }

  @Test("A source without a column for finished plans leaves the board its own")
  func doneColumnStays() throws {
    let kinds = try Self.kinds(
      [#"{"id":"l","name":"Build","pos":1}"#],
      [#"{"id":"c","shortLink":"s","name":"x","idList":"l"}"#])
    #expect(kinds == ["doing", "done"])
  }

  // MARK: - CSV

  @Test("'none' in a table is empty where it clears a value on the command line")
  func none() throws {
    let text = """
      title,owner,assignees,labels,due,milestone,body
      One,none,None, none ,none,none,none
      Two,Ann None,"Ann, Ben","none, ui",2026-12-01,v1,x
      """
    let read = try plans(.csv, "x.csv", text)
    #expect(read.texts("owner") == [[], ["Ann None"]])
    #expect(read.texts("assignees") == [[], ["Ann", "Ben"]])
    #expect(read.texts("labels") == [[], ["none", "ui"]])
    #expect(read.texts("milestone") == [[], ["v1"]])
    #expect(read.texts("body") == [["none"], ["x"]])
    #expect(read.losses == [:])
  }

  @Test("'none' in a table is empty in fields of the board, but not in those of kind text")
  func noneInFields() throws {
    var board = ToolFixture.board
    board.fields = [CustomField(id: "lead", kind: .person), CustomField(id: "note", kind: .text)]
    let text = "title,lead,note\nOne, None ,none\nTwo,Ann None,x\n"
    let read = try plans(.csv, "x.csv", text, board: board)
    let fields = read.plans.map { $0["custom"]?.object }
    #expect(fields.map { $0?["lead"] } == [nil, .string("Ann None")])
    #expect(fields.map { $0?["note"] } == [.string("none"), .string("x")])
    #expect(read.losses == [:])
  }

  @Test("Kanboard's table of tasks needs no names of columns; a closed task is done")
  func kanboardTable() throws {
    let text = """
      Task Id,Project,Status,Category,Swimlane,Column,Due date,Creator,Assignee Username,Complexity,Title,Creation date
      3,Home,Open,,Default swimlane,Doing,2026-12-01,ann,ben,5,One,2026-11-01
      4,Home,Closed,,Default swimlane,Doing,,ann,,0,Two,2026-11-02
      """
    let read = try plans(.csv, "x.csv", text, from: "home")
    #expect(read.aliases == ["csv:home#3", "csv:home#4"])
    #expect(read.plans.map { $0["state"]?.string } == ["doing", "done"])
    #expect(read.texts("assignees") == [["ben"], []])
    #expect(read.texts("due") == [["2026-12-01"], []])
    #expect(read.plans.map { $0["estimate"] } == [.number(5), nil])
    #expect(read.plans.allSatisfy { $0["custom"]?.object?["Status"] == nil })
  }

  @Test("A row is named by its id, or else by its title, and not by a hash")
  func rowNames() throws {
    let text = "id,title\nA-1,One\nk7m2q9x4t1ab,Two\n,Fix login\n1201234567890123,Four\n"
    let read = try plans(.csv, "x.csv", text, from: "asana")
    let names = (1...5).map { read.name(onLine: $0) }
    let first = read.aliases[0]
    let fourth = first.replacing("A-1", with: "1201234567890123")
    #expect(names == [first, "k7m2q9x4t1ab", "'Fix login'", fourth, nil])
  }

  // MARK: - Backlog.md

  private static func task(_ body: String, _ members: String = "") -> [(String, String)] {
    [("tasks/b-1 - x.md", "---\nid: B-1\ntitle: x\nstatus: To Do\n\(members)---\n\(body)\n")]
  }

  private static func comments(_ body: String) throws -> (texts: [String?], body: String?) {
    let plan = try plans(.backlogMD, folder: task(body)).plans.first
    let texts = (plan?["comments"]?.array ?? []).map { $0.object?["text"]?.string }
    return (texts, plan?["body"]?.string)
  }

  @Test("Comments of Backlog.md have headings, and several forms")
  func backlogComments() throws {
    let headings = try Self.comments(
      """
      ## Comments
      <!-- COMMENTS:BEGIN -->
      author: @a
      created: 2026-10-02 13:30
      ---
      ## Summary

      ```
      one
      ---
      author: @b
      created: 2026-10-03 13:30
      ---
      two
      ---
      <!-- COMMENTS:END -->

      ## Notes
      after
      """)
    #expect(headings.texts == ["## Summary\n\n```\none", "two"])
    #expect(headings.body == "## Notes\nafter")
    let older = try Self.comments(
      """
      ## Comments
      <!-- COMMENTS:BEGIN -->
      <!-- COMMENT:BEGIN -->
      index: 1
      author: @a
      created: 2026-10-02 13:30

      # One

      more
      <!-- COMMENT:END -->
      <!-- COMMENT:BEGIN -->
      only text
      <!-- COMMENT:END -->
      <!-- COMMENTS:END -->
      """)
    #expect(older.texts == ["# One\n\nmore", "only text"] && older.body == "")
    let own = try Self.comments("## Comments\n\nWhat people say:\nnothing")
    #expect(own.texts == [] && own.body == "## Comments\n\nWhat people say:\nnothing")
    let unfinished = try Self.comments(
      "## Comments\n<!-- COMMENTS:BEGIN -->\nauthor: @a\n---\nThe last one")
    #expect(unfinished.texts == ["The last one"] && unfinished.body == "")
    let values = try Self.comments(
      "## Comments\n<!-- COMMENTS:BEGIN -->\nauthor: @a\n<!-- COMMENTS:END -->")
    #expect(values.texts == [] && values.body == "author: @a")
  }

  @Test("Days that Backlog.md wrote in its first versions, and those that can't be read")
  func backlogDays() throws {
    let files = Self.task("", "created_date: 08-06-25\ndueDate: '2026-12-01'\nupdated_date: soon\n")
    let read = try plans(.backlogMD, folder: files)
    let plan = try #require(read.plans.first)
    #expect(plan["created"]?.object?["at"] == .string("2025-06-08T00:00:00.000Z"))
    #expect(plan["due"] == .string("2026-12-01"))
    #expect(read.losses == ["times in an unknown form": 1])
  }

  @Test("The configuration is the one beside the tasks; one that can't be read is counted")
  func backlogConfiguration() throws {
    let task = ("b/tasks/b-1 - x.md", "---\nid: B-1\ntitle: x\nstatus: Shipped\n---\n")
    let other = ("a/config.yml", "statuses: [One, Two]\n")
    let own = ("b/config.yml", "statuses: [New, Shipped]\n")
    let found = try plans(.backlogMD, folder: [other, own, task])
    #expect(
      String(decoding: found.lines, as: UTF8.self)
        .contains(#""kind":"done","limit":null,"title":"Shipped""#))
    let broken = try plans(.backlogMD, folder: [("b/config.yml", "statuses: [\n"), task])
    #expect(broken.losses["configurations that can't be read, such as 'b/config.yml'"] == 1)
  }

  @Test("Files that can't be read are one loss, with an example")
  func examples() throws {
    let files = (1...3).map { ("tasks/b-\($0) - x.md", "---\nid: [\nstatus: Done\n---\n") }
    let read = try plans(.backlogMD, folder: files)
    #expect(
      read.losses == [
        "files whose front matter can't be read, such as 'tasks/b-1 - x.md'": 3
      ])
  }

  // MARK: - Other folders and files

  @Test("Notes of tk have headings and code")
  func ticketNotes() throws {
    let text = """
      ---
      id: a-1
      status: open
      deps: []
      ---
      ```sh
      # no title
      ```
      # Title

      ## Notes

      **2026-10-02T13:30:00Z**

      ### Found
      ```sh
      ## comment
      **2026-10-02T13:30:00Z**
      ```
      done

      **2026-10-03T13:30:00Z**

      second
      """
    let plan = try #require(try plans(.tk, folder: [("a-1.md", text)]).plans.first)
    #expect(plan["title"] == .string("Title"))
    #expect(plan["body"] == .string("```sh\n# no title\n```"))
    let texts = (plan["comments"]?.array ?? []).map { $0.object?["text"]?.string }
    #expect(
      texts == ["### Found\n```sh\n## comment\n**2026-10-02T13:30:00Z**\n```\ndone", "second"])
    let authors = (plan["comments"]?.array ?? []).map { $0.object?["by"]?.string }
    #expect(authors == ["unknown", "unknown"])
  }

  @Test("A file of Org with '#+TODO' has no other keywords")
  func orgKeywords() throws {
    let own = try plans(
      .org, "x.org", "#+TODO: TODO | DONE\n* NEXT steps\n* TODO Pay\n* HOLD music for the lobby\n")
    #expect(own.texts("title") == [["Pay"]])
    let usual = try plans(.org, "x.org", "* NEXT Pay\n* Other\t:a:b:\n* TODO Tabs\t:a:b:\n")
    #expect(usual.texts("title") == [["Pay"], ["Tabs"]])
    #expect(usual.texts("labels") == [["next"], ["a", "b"]])
  }

  @Test("What can't be read in Org is counted, and a drawer without an end is text")
  func orgDrawers() throws {
    let text = """
      * TODO x
        SCHEDULED: <%%(diary-float t 4 2)>
        :PROPERTIES:
        junk
        :END:
      * TODO y
        :LOGBOOK:
        all of it
      """
    let read = try plans(.org, "x.org", text)
    #expect(read.losses == ["dates, clocks and properties that can't be read": 1])
    #expect(read.texts("body") == [[""], [":LOGBOOK:\nall of it"]])
  }

  @Test("Signs of Obsidian are read with a variation selector and without")
  func signs() throws {
    let text = """
      - [ ] One 🗓️ 2026-12-01 ⏫️
      - [ ] Two 📆2026-12-02 🔁 every 2 weeks when done 🛫 2026-11-20
      - [/] Three
      - [-] Four ❌ 2026-10-03
      - [ ] Five 🔁 on a whim
      """
    let read = try plans(.markdown, "x.md", text)
    #expect(read.texts("title") == [["One"], ["Two"], ["Three"], ["Four"], ["Five 🔁 on a whim"]])
    #expect(read.texts("due").prefix(2) == [["2026-12-01"], ["2026-12-02"]])
    #expect(read.texts("priority")[0] == ["high"])
    #expect(read.texts("repeat")[1] == ["every 2 weeks from done"])
    #expect(read.texts("start")[1] == ["2026-11-20"])
    #expect(read.states == ["todo", "todo", "doing", "done", "todo"])
    #expect(read.texts("closed")[3] == ["2026-10-03T22:59:59.999Z"])
  }

  @Test("A column of Obsidian whose cards are complete is done")
  func complete() throws {
    let text = """
      ---

      kanban-plugin: basic

      ---

      ## Los

      - [ ] x

      ## Fertig

      **Complete**
      - [x] y
      """
    let read = try plans(.markdown, "Board.md", text)
    #expect(read.states == ["Los", "Fertig"] && read.losses == [:])
    #expect(String(decoding: read.lines, as: UTF8.self).contains(#""id":"fertig","kind":"done""#))
  }

  @Test(
    "The cards of a lane stay together, whatever is ticked",
    arguments: [("✅ Done — [[Sprint 02]]", "done"), ("Fertig", "done"), ("Not done", "doing")])
  func lanes(name: String, kind: String) throws {
    let cards = name == "Not done" ? "- [ ] a\n- [ ] b" : "- [x] a\n- [x] b\n- [ ] c"
    let text = "---\n\nkanban-plugin: basic\n\n---\n\n## Los\n\n- [ ] x\n\n## \(name)\n\n\(cards)\n"
    let read = try plans(.markdown, "Board.md", text)
    #expect(Set(read.states.dropFirst()).count == 1 && read.states[1] == name, "\(read.states)")
    #expect(read.texts("labels").allSatisfy { $0 == [] || $0 == [""] })
    #expect(String(decoding: read.lines, as: UTF8.self).contains(#""kind":"\#(kind)""#))
  }

  @Test("A ticked card in a lane of work under way is finished")
  func tickedInLane() throws {
    for name in ["In progress", "Doing", "Los"] {
      let cards = name == "Los" ? "- [x] a\n- [ ] b\n- [ ] c" : "- [x] a\n- [x] b\n- [ ] c"
      let text = "---\n\nkanban-plugin: basic\n\n---\n\n## \(name)\n\n\(cards)\n"
      #expect(try plans(.markdown, "Board.md", text).states[0] == "done", "\(name)")
    }
  }

  @Test("Lines of Markdown that belong to no task are counted")
  func otherLines() throws {
    let read = try plans(.markdown, "x.md", "# T\n\nSome text.\n\n- [ ] a\nlazy line\n- b\n")
    #expect(read.losses == ["lines outside of tasks": 2, "items without a box": 1])
  }

  @Test("A day of Taskwarrior that can't be read is counted")
  func taskwarriorDays() throws {
    let text = """
      [{"uuid":"7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c11","description":"x","status":"pending",\
      "due":"someday"}]
      """
    #expect(try plans(.taskwarrior, "x.json", text).losses == ["times in an unknown form": 1])
  }

  @Test("A task that was started is in a column of kind doing, also on a board without it")
  func startedTask() throws {
    let id = "k7m2q9x4t1ab"
    let uuid = try #require(PlanID(id).map { ExportFormat.taskwarriorUUID(of: $0) })
    let text = """
      [{"uuid":"\(uuid)","description":"x","status":"pending","pmgitid":"\(id)",\
      "pmgitstate":"review","start":"20261001T150000Z"}]
      """
    let read = try plans(.taskwarrior, "x.json", text)
    #expect(String(decoding: read.lines, as: UTF8.self).contains(#""id":"review","kind":"doing""#))
  }

  // MARK: - Members that a file lacks

  @Test("A member that a later file lacks changes nothing", arguments: Sample.all)
  func missingMembers(_ sample: Sample) throws {
    guard let file = try sample.source().file,
      case .value(let value) = TrackerSource(
        name: sample.file, bytes: file.bytes
      ).json
    else { return }
    var names: Set<ExactString> = []
    Self.eachRecord(of: value) { names.formUnion($0.members.map(\.key)) }
    for name in names.sorted() {
      let fewer = Self.without(name, in: value)
      let source = TrackerSource(name: sample.file, bytes: CanonicalJSON.bytes(of: fewer))
      guard TrackerFormat.recognizing(source).map(\.id) == [sample.format],
        let read = try? sample.plans(of: source)
      else { continue }
      var board = FilledBoard()
      board.board = Sample.board
      try board.importLines(try sample.plans().lines)
      let before = board.plans
      try board.importLines(read.lines)
      for (old, new) in zip(before, board.plans) where old.id == new.id {
        // The labels come from several members of Jira, which are read as one set.
        if name != "components", name != "issuetype" {
          #expect(Set(new.labels).isSuperset(of: old.labels), "\(sample.file) without \(name)")
        }
        #expect(Set(new.assignees).isSuperset(of: old.assignees), "\(sample.file) without \(name)")
        #expect(new.comments.count >= old.comments.count, "\(sample.file) without \(name)")
        #expect(new.checklist.count >= old.checklist.count, "\(sample.file) without \(name)")
        for property in PlanProperty.all where property.value(of: old) != nil {
          let isThere = property.value(of: new) != nil
          #expect(isThere, "\(property.name): \(sample.file) without \(name)")
        }
        #expect(new.body.isEmpty == old.body.isEmpty, "\(sample.file) without \(name)")
      }
    }
  }

  /// Calls a closure with each record: an issue, or the fields of one.
  private static func eachRecord(of value: JSONValue, _ body: (JSONObject) -> Void) {
    for record in records(of: value) { body(record["fields"]?.object ?? record) }
  }

  private static func records(of value: JSONValue) -> [JSONObject] {
    let list = value.object.flatMap { $0["issues"] ?? $0["items"] ?? $0["cards"] } ?? value
    return (list.array ?? []).compactMap(\.object)
  }

  private static func without(_ name: ExactString, in value: JSONValue) -> JSONValue {
    func fewer(_ record: JSONValue) -> JSONValue {
      guard var object = record.object else { return record }
      if var fields = object["fields"]?.object {
        fields[name] = nil
        object["fields"] = .object(fields)
      } else {
        object[name] = nil
      }
      return .object(object)
    }
    if let list = value.array { return .array(list.map(fewer)) }
    guard var object = value.object else { return value }
    for list: ExactString in ["issues", "items", "cards"] {
      if let values = object[list]?.array { object[list] = .array(values.map(fewer)) }
    }
    return .object(object)
  }
}
