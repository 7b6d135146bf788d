@testable import PlanModel
import PlanTerminal
import PlanView

/// Plans that show every mark, in several scripts, with a fixed clock.
enum Samples {
  static let now = time("2026-11-21T12:00:00Z")
  static let viewpoint = Viewpoint(now: now, today: day("2026-11-21"))
  static let devOne = "Dev One <one@example.com>"
  static let devTwo = "개발자 <devTwo@example.com>"

  static func time(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(seconds: 0) }
  static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? CalendarDay(dayNumber: 0) }

  static let board = Board(
    title: "Sprint 12",
    columns: [
      Column(id: "todo", title: "Todo", kind: .todo),
      Column(id: "doing", title: "In review", kind: .doing, limit: 3),
      Column(id: "done", title: "Done", kind: .done),
    ])

  static let emptyBoard = Board(columns: [
    Column(id: "todo", title: "Todo", kind: .todo),
    Column(id: "doing", title: "Doing", kind: .doing, limit: 3),
    Column(id: "done", title: "Done", kind: .done),
  ])

  /// Returns a board with the columns `Column 1`, `Column 2` and so on.
  static func emptyBoard(columns count: Int) -> Board {
    Board(
      columns: (1...count).map { Column(id: "c\($0)", title: "Column \($0)", kind: .doing) })
  }

  static func plan(
    _ id: String, _ title: String, in state: String, _ change: (inout Plan) -> Void = { _ in }
  ) -> Plan {
    let padded = id + String("0000000000".prefix(PlanID.length - id.count))
    guard let planID = PlanID(padded) else { preconditionFailure("\(padded) is no id") }
    var plan = Plan(id: planID)
    plan.values.title = title
    plan.values.state = state
    plan.values.created = Creation(at: time("2026-11-10T09:00:00Z"), by: devOne)
    plan.values.updated = time("2026-11-20T10:22:31Z")
    change(&plan)
    return plan
  }

  private static func stamp(_ text: String) -> Stamp { Stamp(ExactString(text)) }

  static let titleConflict = Conflict(
    path: .field("title"),
    values: [
      .init(stamp: stamp("2026-11-21T10:00:00Z~00000"), value: .string("Fix login on iPad")),
      .init(stamp: stamp("2026-11-20T08:00:00Z~00000"), value: .string("로그인 버튼을 두 번 누르면 멈춤")),
    ])

  static let dueConflict = Conflict(
    path: .field("due"),
    values: [
      .init(stamp: stamp("2026-11-21T10:00:00Z~00000"), value: .string("2026-11-18")),
      .init(stamp: stamp("2026-11-20T08:00:00Z~00000"), value: .string("2026-12-01")),
      .init(stamp: .none, value: .null),
    ])

  static let login = plan("k7m2q9x4t1ab", "Fix login on iPad", in: "doing") { plan in
    plan.values.texts.body = [
      "Tapping Login twice crashes. Seen on an iPad mini with the keyboard up, never on a phone, "
        + "and only with a password that the system filled in.",
      "", "1. open the app", "2. tap 로그인 twice", "", "    Fatal error: index out of range",
    ]
    plan.values.due = day("2026-11-18")
    plan.values.priority = .urgent
    plan.values.owner = devOne
    plan.values.estimate = JSONNumber(3)
    plan.values.rank = "a0V3k"
    plan.values.labels = ["bug", "ui"]
    plan.values.assignees = [devOne, devTwo]
    plan.values.links = [
      Link(kind: "blocked-by", target: "m3f8z2q9x4t1"),
      Link(kind: "relates", target: "github:owner/repo#9"),
    ]
    plan.values.aliases = ["github:owner/repo#12"]
    plan.values.texts.checklist = [
      ChecklistItem(id: "c3f8z", text: "write a failing test", done: true, rank: "a0"),
      ChecklistItem(id: "c4f8z", text: "두 번 누르기를 막기", done: false, rank: "a1"),
      ChecklistItem(
        id: "c5f8z",
        text: "ask the people who saw the crash whether it is gone with the test build",
        done: false, rank: "a2"),
    ]
    plan.values.texts.comments = [
      Comment(
        id: "d1", at: time("2026-11-20T15:00:00Z"), by: devTwo,
        text: ["재현했습니다. iPadOS 26에서만 나타나요.", "", "스크린샷은 메일로 보냈습니다."]),
      Comment(id: "d2", at: nil, by: "mallory\u{1B}[31m <m@example.com>", text: ["\u{1B}[2Jgone"]),
    ]
    plan.values.stateSince = time("2026-11-21T10:22:31Z")
    plan.values.updated = time("2026-11-21T11:57:00Z")
    plan.values.conflicts = [dueConflict, titleConflict]
  }

  static let reopened = plan("h5n2", "Remove the old exporter", in: "todo") { plan in
    plan.values.deletion = Deletion(at: time("2026-11-19T09:00:00Z"), by: devTwo, holds: false)
    plan.values.conflicts = [
      Conflict(
        path: .field("deleted"),
        values: [
          .init(stamp: stamp("2026-11-20T10:22:31Z~00000"), value: .null),
          .init(
            stamp: stamp("2026-11-19T09:00:00Z~00000"), value: .object(["by": .string(devTwo)])),
        ])
    ]
  }

  static let plans =
    [
      plan("m3f8z2q9x4t1", "Write the failing test for the login screen first", in: "todo") {
        $0.values.due = day("2026-11-22")
        $0.values.priority = .high
        $0.values.labels = ["test"]
      },
      plan("n9k2", "온보딩 화면의 문구를 다듬고 번역가에게 넘기기", in: "todo") {
        $0.values.due = day("2026-11-20")
        $0.values.labels = ["디자인", "번역"]
        $0.values.assignees = [devTwo]
      },
      plan("p4d7", "🚀 Release 2.0 🇰🇷 👩🏽‍💻 on the App Store", in: "todo") {
        $0.values.due = day("2026-12-24")
        $0.values.priority = .low
      },
      reopened,
      login,
      plan("q2w8", "設定画面のダークモード対応を確認する", in: "doing") {
        $0.values.assignees = ["kenji@example.com"]
        $0.values.texts.checklist = [ChecklistItem(id: "c1", text: "色", done: true, rank: "a0")]
      },
      plan("r6t3", "safe\u{1B}[31mred\u{202E}evil\u{7}\u{9B}2J\nnext line", in: "doing") {
        $0.values.labels = ["\u{1B}]0;owned\u{7}"]
      },
      plan("s1v5", "https://example.com/a/very/long/address/without/any/spaces/in/it", in: "doing")
      {
        $0.values.priority = .medium
        $0.values.conflicts = [titleConflict]
      },
      plan("t8x4", "", in: "backlog"),
      plan("v3y6", "A plan of a newer version", in: "Icebox 🧊"),
    ]
    + (1...12).map { number in
      plan("w\(100 + number)", "Finished thing \(number)", in: "done") {
        $0.values.due = day("2026-11-15")
        $0.values.stateSince = time("2026-11-\(number + 5 < 10 ? "0" : "")\(number + 5)T12:00:00Z")
      }
    }

  static let timeline = [
    TimelineEntry(
      commit: CommitID(trusting: "3f2a9c1"), at: time("2026-11-21T11:57:00Z"), author: devOne,
      plan: login.id,
      planTitle: login.title,
      changes: [
        FieldChange(path: .field("rank"), old: .string("a1"), new: .string("a0V3k")),
        FieldChange(path: .field("state"), old: .string("todo"), new: .string("doing")),
        FieldChange(
          path: .setMember(set: "labels", member: "bug"), old: nil, new: .bool(true)),
      ]),
    TimelineEntry(
      commit: CommitID(trusting: "c0ffee1"), at: time("2026-11-20T11:00:00Z"), author: devTwo,
      plan: login.id,
      planTitle: login.title,
      changes: [
        FieldChange(
          path: .field("title"), old: .string("로그인 오류"), new: .string("Fix login on iPad")),
        FieldChange(
          path: .item(list: "comments", item: "d1", member: "by"), old: nil, new: .string(devTwo)),
        FieldChange(
          path: .item(list: "comments", item: "d1", member: "text"), old: nil,
          new: .strings(["재현했습니다. iPadOS 26에서만 나타나요.", "", "스크린샷은 메일로 보냈습니다."])),
        FieldChange(
          path: .item(list: "checklist", item: "c3f8z", member: "done"), old: .bool(false),
          new: .bool(true), itemText: "write a failing test"),
      ]),
    TimelineEntry(
      commit: CommitID(trusting: "deadbee"), at: time("2026-11-10T09:00:00Z"),
      author: "mallory\u{1B}[31m <m@example.com>", plan: login.id, planTitle: "\u{1B}[2Jlogin",
      changes: [
        FieldChange(
          path: .field("created"), old: nil, new: .object(["by": .string(devOne)])),
        FieldChange(path: .field("state"), old: nil, new: .string("todo")),
        FieldChange(path: .field("title"), old: nil, new: .string("login")),
      ]),
    TimelineEntry(
      commit: CommitID(trusting: "0000001"), at: time("2026-11-09T09:00:00Z"), author: devOne,
      plan: nil, planTitle: "",
      changes: [
        FieldChange(
          path: .item(list: "columns", item: "doing", member: "limit"), old: nil, new: .number(3),
          itemText: "Doing")
      ]),
  ]

  static let relations = PlanRelations(plans, board: board, aliases: AliasIndex(plans))

  static let detail = PlanDetail(
    login, board: board, viewpoint: viewpoint,
    others: Dictionary(uniqueKeysWithValues: plans.map { ($0.id, $0) }), relations: relations,
    lastChanges: Array(timeline.prefix(4)),
    authors: authors)

  static let problems = [
    ProblemText.Problem(
      code: "written-once", path: "plans/k7/k7m2q9x4t1ab.json", plan: "k7m2q9x4t1ab",
      field: "created", commit: "3f2a9c1d5e6f708192a3b4c5d6e7f8091a2b3c4d",
      message: "plan 'k7m2q9x4t1ab': 'created' is written once, and was changed",
      detail: "commit 3f2a9c1 by \(devTwo): 모바일 로그인 \u{1b}[31m화면"),
    ProblemText.Problem(
      code: "deletes-board", path: nil, plan: nil, field: nil, commit: nil,
      message: "'pmgit/main' would be deleted", detail: nil),
  ]

  static func status(_ remote: StatusModel.Remote) -> StatusModel {
    StatusModel(name: .main, remote: remote, plans: plans, board: board, today: viewpoint.today)
  }

  /// Returns the board as shown with a filter, columns and groups.
  static func boardModel(
    _ isShown: ((Plan) -> Bool)? = nil, columns: [String]? = nil, by grouping: PlanGrouping? = nil
  ) -> BoardModel {
    var options = BoardModel.Options()
    (options.allPlans, options.relations) = (plans, relations)
    (options.isFiltered, options.columns, options.grouping) = (isShown != nil, columns, grouping)
    options.people = PeopleIndex(board.people(on: plans))
    return BoardModel(
      plans.filter { isShown?($0) ?? true }, board: board, viewpoint: viewpoint, options: options)
  }

  static let boardModel = boardModel()
  static let listModel = ListModel(
    plans.filter { $0.state != "done" }, board: board, viewpoint: viewpoint, relations: relations)

  /// Returns the list with search words that are in titles, descriptions and a checklist.
  static func listModel(words: String...) -> ListModel {
    ListModel(
      plans.filter { $0.state != "done" }, board: board, viewpoint: viewpoint,
      relations: relations, words: words.map { SearchText($0) }, isFiltered: true)
  }

  /// Parents and children: four generations, a plan with two parents, and a circle.
  static let family: [Plan] = {
    let links = { (parents: [String]) in
      parents.map { Link(kind: "parent", target: $0 + String("0000000000".prefix(12 - $0.count))) }
    }
    return [
      plan("b222", "모바일 앱 다시 만들기 — 온보딩, 로그인, 알림과 오프라인까지 모두", in: "doing"),
      plan("c333", "Login screens", in: "todo") { $0.values.links = links(["b222"]) },
      plan("d444", "Write the failing test for the login screen first", in: "done") {
        $0.values.links = links(["c333"])
      },
      plan("e555", "safe\u{1B}[31mred\u{202E}evil", in: "todo") {
        $0.values.links = links(["c333", "f666"])
        $0.values.due = day("2026-11-18")
      },
      plan("f666", "Offline", in: "doing") { $0.values.links = links(["b222"]) },
      plan("g777", "Below two", in: "done") { $0.values.links = links(["e555"]) },
      plan("h888", "", in: "Icebox 🧊") { $0.values.links = links(["j999"]) },
      plan("j999", "In a circle", in: "todo") { $0.values.links = links(["h888"]) },
    ]
  }()

  static let tree: TreeModel = {
    let relations = PlanRelations(family, board: board, aliases: AliasIndex(family))
    let forest = PlanForest(family.map(\.id), relations: relations, choice: .all)
    return TreeModel(
      forest, plans: family, board: board, viewpoint: viewpoint, relations: relations)
  }()

  static let emptyTree = TreeModel(
    PlanForest([], relations: PlanRelations(), choice: .open), plans: [], board: board,
    viewpoint: viewpoint, relations: PlanRelations())

  static let settings: [(key: String, value: String?)] = [
    ("title", "Sprint 12"),
    ("pmgit.remote", nil),
    ("column.doing", "In review (doing, limit 3)"),
    ("column.진행", "아주 긴 이름을 가진 열의 제목 \u{1B}[2J (doing, limit 3)"),
  ]
  static let blamed = [
    blamed(.field("title"), .string("Fix login on every iPad, and on the phone"), by: devOne),
    blamed(.field("state"), .string("doing"), by: devTwo),
    blamed(.setMember(set: "labels", member: "bug"), .null, by: nil),
  ]

  private static func blamed(
    _ path: ElementPath, _ value: JSONValue, by author: String?
  ) -> BlamedValue {
    BlamedValue(
      path: path, line: nil, value: value, itemText: nil,
      origin: author.map { author in
        BlamedValue.Origin(
          commit: CommitID(trusting: String(repeating: "3f2a9c1b", count: 5)),
          at: time("2026-11-18T12:00:00Z"), author: author)
      })
  }

  static let people = table(
    ["person", "owns", "assigned", "plans"], [[devOne, "2", "3", "4"], [devTwo, "0", "1", "1"]],
    last: .whole)
  static let views = table(
    ["view", "kept in", "query"],
    [["mine", "built-in", "is:mine is:open sort:due,priority"], ["bugs", "board", "#bug"]],
    last: .wrapped)
  static let groups = table(
    ["label", "finished", "cycle", "85 %", "lead", "85 %", "in progress"],
    [
      ["bug", "12", "3 days", "2 weeks", "3 weeks", "2 months", "2"],
      ["a long label of many words", "1", "-", "-", "4 days", "4 days", "0"],
    ], last: .whole)

  private static func table(
    _ headings: [String], _ rows: [[String]], last: TableText.LastColumn
  ) -> TableText {
    TableText(
      headings: headings, rows: rows.map { $0.map { StyledText($0) } },
      records: rows.map { PlainRecord($0) }, last: last)
  }

  static let conflicts = ConflictList(
    plans, board: board, viewpoint: viewpoint, authors: authors)

  /// Returns the author of a value; nil for values without a time and for absent ones.
  private static func authors(
    _ plan: PlanID?, _ path: ElementPath, _ candidate: StampedValue
  ) -> String? {
    if candidate.stamp.time == nil || candidate.value.isNull { return nil }
    return candidate.stamp.time == time("2026-11-21T10:00:00Z") ? devOne : devTwo
  }
}
