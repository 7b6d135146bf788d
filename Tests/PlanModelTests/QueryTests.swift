import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Queries")
struct QueryTests {
  static let board = {
    var board = Board(columns: [
      Column(id: "todo", title: "Todo", kind: .todo, rank: "a0"),
      Column(id: "doing", title: "In work", kind: .doing, rank: "a1"),
      Column(id: "review", title: "Needs review", kind: .doing, rank: "a2"),
      Column(id: "done", title: "Done", kind: .done, rank: "a3"),
    ])
    board.phases = Phases(milestones + iterations)
    return board
  }()

  static let milestones = [
    Phase(.milestone, "v1", title: "First release", last: CalendarDay("2026-12-01")),
    Phase(.milestone, "v2"),
    Phase(.milestone, "beta", last: CalendarDay("2026-11-01"), isClosed: true),
  ]
  static let iterations = [
    Phase(
      .iteration, "i1", first: CalendarDay("2026-11-02"), last: CalendarDay("2026-11-15")),
    Phase(
      .iteration, "i2", first: CalendarDay("2026-11-16"), last: CalendarDay("2026-11-29")),
    Phase(
      .iteration, "i3", first: CalendarDay("2026-11-30"), last: CalendarDay("2026-12-13")),
  ]

  /// Returns a context at noon (UTC) of Friday 2026-11-20.
  static func context(_ plans: [Plan]) -> QueryContext {
    let aliases = AliasIndex(plans)
    return QueryContext(
      now: time("2026-11-20T12:00:00Z"),
      me: Person(name: "Dev One", email: "one@example.com"), board: board,
      plans: QueriedPlans(
        plans, aliases: aliases,
        relations: PlanRelations(plans, board: board, aliases: aliases),
        people: PeopleIndex(["Dev One <one@example.com>"] + board.people(on: plans)),
        lastAuthors: [
          PlanID("aaaa00000000"): "Mia <mia@example.org>",
          PlanID("bbbb00000000"): "Dev One <one@example.com>",
        ].reduce(into: [:]) { authors, pair in authors[pair.key ?? plans[0].id] = pair.value }),
      views: [
        "bugs": "label:bug sort:due", "gone": "is:deleted", "twice": "view:bugs OR view:gone",
      ])
  }

  @Test(
    "A commit is named by the beginning of its id, whichever digit that is",
    arguments: [
      ("1a2b", 1), ("1A2B", 1), ("a2b", 0), ("1a2b" + String(repeating: "0", count: 36), 1),
      ("1a2b" + String(repeating: "0", count: 37), 0),
    ])
  func commits(typed: String, count: Int) throws {
    let plan = try Self.plan("aaaa00000000") {
      let id = "1a2b" + String(repeating: "0", count: 36)
      $0.values.links = [Link(kind: Link.commitKind, target: id)]
    }
    let query = try Query.parse("link:commit:\(typed)", context: Self.context([plan]))
    #expect(query.select(from: [plan]).count == count)
  }

  @Test(
    "A day of several words needs quotes, and the error has them",
    arguments: [
      ("due:nov 27", #"due:"nov 27""#, "b"), ("due:<=nov 27", #"due:"<=nov 27""#, "abd"),
      ("#later due:nov 27 2026", #"due:"nov 27 2026""#, "b"),
      ("due:next week", #"due:"next week""#, "b"), ("due:in 8 days", #"due:"in 8 days""#, ""),
      ("-due:nov 27", #"due:"nov 27""#, "b"),
      ("(due:nov 27 login) OR x", #"due:"nov 27""#, "b"),
      ("created:>=nov 1", #"created:">=nov 1""#, "a"),
      ("updated:nov 19..nov 20", #"updated:"nov 19..nov 20""#, "ab"),
      ("deadline:nov 27", #"deadline:"nov 27""#, "b"),
    ])
  func dayOfSeveralWords(typed: String, quoted: String, found: String) throws {
    let error = try #require(throws: QueryError.self) { try Self.query(typed) }
    #expect(error.message.contains("has a space"))
    #expect(error.hints == ["write it in quotes: \(quoted)"])
    let plans = try Self.query(quoted).select(from: Self.plans())
    #expect(plans.map { String($0.id.text.prefix(1)) }.sorted().joined() == found)
  }

  @Test(
    "A word after a day that is no part of it is searched for",
    arguments: ["due:nov login", "due:yesterday login", "due:\"nov\" 19", "due:nov \"19\""])
  func wordAfterDay(typed: String) throws {
    _ = try Self.query(typed)
  }

  @Test("Hashes of contents in aliases are found as a whole only")
  func hashes() throws {
    for (alias, parts) in [
      ("csv:790d5d1c2ab3e4f5", ["790d", "csv:7", "5d1c"]),
      ("todo-txt:home#00aa11bb22cc33dd", ["00aa", "home#"]),
    ] {
      let plan = try Self.plan("aaaa00000000") { $0.values.aliases = [alias] }
      let finds = { (text: String) in
        try Query.parse(text, context: Self.context([plan])).select(from: [plan]).count == 1
      }
      #expect(try finds("\"\(alias)\"") && finds("alias:\"\(alias)\""))
      for part in parts {
        #expect(!(try finds("\"\(part)\"")), "\(part)")
        #expect(try finds("alias:~\(part)"), "\(part)")
      }
    }
    // These are names that people know.
    for alias in [
      "jira:APP-790", "csv:790d5d1c2ab3e4f", "csv:790D5D1C2AB3E4F5", "csv:asana#1207901234567890",
    ] {
      let plan = try Self.plan("aaaa00000000") { $0.values.aliases = [alias] }
      #expect(
        try Query.parse("790", context: Self.context([plan])).select(from: [plan]).count == 1)
    }
  }

  static func query(_ text: String) throws -> Query {
    try Query.parse(text, context: context(plans()))
  }

  static func time(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(milliseconds: 0) }

  static func plan(_ id: String, _ change: (inout Plan) -> Void) throws -> Plan {
    var plan = Plan(id: try #require(PlanID(id)))
    change(&plan)
    return plan
  }

  /// Returns six plans with different values for the properties that queries use. The last plan is
  /// deleted.
  static func plans() throws -> [Plan] {
    [
      try plan("aaaa00000000") {
        $0.values.title = "Fix login on iPad"
        $0.values.texts.body = ["Tapping Login twice crashes.", "Seen on iPad mini, in the Café."]
        ($0.values.state, $0.values.rank) = ("doing", "a1")
        $0.values.due = CalendarDay("2026-11-19")
        $0.values.priority = .high
        $0.values.owner = "Dev One <one@example.com>"
        $0.values.labels = ["bug", "UI"]
        $0.values.assignees = ["D. One <ONE@example.com>"]
        $0.values.links = [Link(kind: "blocked-by", target: "bbbb00000000")]
        $0.values.aliases = ["github:owner/repo#12"]
        $0.values.estimate = JSONNumber(3)
        $0.values.created = Creation(
          at: time("2026-11-01T23:30:00Z"), by: "Dev One <one@example.com>")
        $0.values.stateSince = time("2026-11-18T09:00:00Z")
        $0.values.ownerSince = time("2026-11-19T10:30:00Z")
        $0.values.updated = time("2026-11-19T12:00:00Z")
      },
      try plan("bbbb00000000") {
        $0.values.title = "write release notes"
        $0.values.estimate = JSONNumber("0.5")
        ($0.values.state, $0.values.rank) = ("todo", "a1")
        $0.values.due = CalendarDay("2026-11-27")
        $0.values.priority = .low
        $0.values.labels = ["needs review", "later"]
        $0.values.assignees = ["Mia <mia@example.org>", "Kim"]
        $0.values.texts.checklist = [
          ChecklistItem(id: "c1", text: "ask marketing", done: false, rank: "a0")
        ]
        $0.values.links = [
          Link(kind: "blocked-by", target: "done00000000"),
          Link(kind: "parent", target: "cccc00000000"),
        ]
        $0.values.updated = time("2026-11-20T08:00:00Z")
      },
      try plan("cccc00000000") {
        $0.values.title = "über den Fluß"
        ($0.values.state, $0.values.rank) = ("todo", "a0")
        $0.values.priority = .urgent
        $0.values.texts.comments = [
          Comment(id: "m1", at: nil, by: "Mia", text: ["Exact", "the exact words"])
        ]
        $0.values.conflicts = [
          Conflict(path: .field("title"), values: [.init(stamp: .none, value: .string("x"))])
        ]
      },
      try plan("dddd00000000") {
        $0.values.title = "Archive"
        ($0.values.state, $0.values.rank) = ("done", "a0")
        $0.values.due = CalendarDay("2026-11-01")
        $0.values.links = [
          Link(kind: "blocked-by", target: "bbbb00000000"),
          Link(kind: "parent", target: "bbbb00000000"),
        ]
        $0.values.stateSince = time("2026-11-10T09:00:00Z")
      },
      try plan("eeee00000000") {
        $0.values.title = "Lost"
        ($0.values.state, $0.values.rank) = ("elsewhere", "")
      },
      try plan("ffff00000000") {
        $0.values.title = "Gone login"
        ($0.values.state, $0.values.rank) = ("todo", "a2")
        $0.values.deletion = Deletion(at: nil, by: "Mia", holds: true)
      },
    ]
  }

  /// Returns the first letters of the ids of the matching plans, in the order of `plans`.
  static func matching(_ text: String) throws -> String {
    let query = try query(text)
    return try plans().filter(query.matches).map { String($0.id.text.prefix(1)) }.joined()
  }

  @Test(
    "A term matches the plans that it describes",
    arguments: [
      ("", "abcde"), ("  \t\n ", "abcde"),
      ("state:doing", "a"), ("state:DOING", "a"), ("state:\"in work\"", "a"), ("state:todo", "bc"),
      ("state:review", ""), ("-state:todo", "ade"), ("STATE:done", "d"), ("status:done", "d"),
      ("kind:todo", "bce"), ("kind:doing", "a"), ("kind:Done", "d"), ("kind:doing,done", "ad"),
      ("label:bug", "a"), ("label:ui", "a"), ("label:u", ""), ("label:\"needs review\"", "b"),
      ("label:bug,later", "ab"), ("-label:later", "acde"), ("label:nothing", ""),
      ("tag:bug", "a"), ("#bug", "a"), ("#bug,later", "ab"), ("-#bug", "bcde"),
      ("#\"needs review\"", "b"), ("label:none", "cde"), ("label:any", "ab"), ("label:*", "ab"),
      ("assignee:@me", "a"), ("assignee:me", "a"), ("assignee:mia", "b"),
      ("assignee:example", "ab"), ("assignee:\"mia <mia\"", "b"), ("assignee:kim", "b"),
      ("assignee:@mia", "b"), ("assignee:mia@example.org", "b"), ("assignee:one", "a"),
      ("assignee:none", "cde"), ("assignee:any", "ab"), ("-assignee:@ME", "bcde"),
      ("owner:@me", "a"), ("owner:dev", "a"), ("owner:none", "bcde"), ("owner:any", "a"),
      ("@me", "a"), ("@nobody", "cde"), ("@any", "ab"), ("@mia", "b"), ("@mia,me", "ab"),
      ("@dev", "a"), ("-@me", "bcde"),
      ("@\"dev one\"", "a"), ("created-by:dev", "a"), ("author:dev", "a"), ("by:mia", "a"),
      ("by:me", "b"), ("by:none", "cde"),
      ("priority:high", "a"), ("priority:>=high", "ac"), ("priority:>high", "c"),
      ("priority:<medium", "b"), ("priority:<=HIGH", "ab"), ("priority:none", "de"),
      ("priority:any", "abc"), ("priority:=low", "b"), ("-priority:low", "acde"),
      ("priority:low..high", "ab"), ("priority:H", "a"), ("priority:critical", "c"),
      ("prio:high,low", "ab"),
      ("estimate:3", "a"), ("estimate:>=0.5", "ab"), ("estimate:<3", "b"), ("estimate:none", "cde"),
      ("estimate:1..5", "a"), ("estimate:3.0", "a"), ("points:>0.5", "a"),
      ("due:2026-11-19", "a"), ("due:yesterday", "a"), ("due:none", "ce"), ("due:any", "abd"),
      ("due:<today", "ad"), ("due:<+1w", "ad"), ("due:<=+1w", "abd"), ("due:>-3d", "ab"),
      ("due:>=fri", "b"), ("due:>fri", ""), ("due:=2026-11-27", "b"), ("due:<\"nov 20\"", "ad"),
      ("due:2026-11-01..2026-11-19", "ad"), ("due:..yesterday", "ad"), ("due:yesterday..", "ab"),
      ("due:*..yesterday", "ad"), ("due:-1d..+1w", "ab"), ("due:none,yesterday", "ace"),
      ("-due:any", "ce"), ("due:<=0001-01-01", ""), ("due:>=0001-01-01", "abd"),
      ("due:\"<today\"", "ad"), ("due:>2026-11-01 due:<2026-11-20", "a"), ("deadline:any", "abd"),
      ("created:2026-11-01", "a"), ("created:none", "bcde"), ("created:<2026-11-02", "a"),
      ("updated:today", "b"), ("updated:>=yesterday", "ab"), ("updated:>1d", "b"),
      ("updated:>=mon", "ab"), ("updated:<1d", ""), ("updated:<today", "a"),
      ("updated:>=2h", ""), ("updated:>=5h", "b"), ("updated:<4h", "a"), ("updated:<=4h", "ab"),
      ("updated:>=1w", "ab"),
      ("moved:wed", "a"), ("moved:<1w", "d"), ("moved:none", "bce"), ("claimed:thu", "a"),
      ("claimed:>=2026-11-19T10:00Z", "a"), ("claimed:any", "a"), ("closed:>=2w", "d"),
      ("closed:none", "abce"), ("resolved:<1w", "d"),
      ("is:overdue", "a"), ("-is:overdue", "bcde"), ("NOT is:overdue", "bcde"),
      ("is:open", "abce"), ("is:closed", "d"), ("is:ready", "be"), ("is:mine", "a"),
      ("is:unassigned", "cde"), ("is:parent", "bc"), ("is:child", "bd"), ("is:conflict", "c"),
      ("is:open,closed", "abcde"), ("is:waiting", "a"),
      ("has:conflict", "c"), ("has:conflicts", "c"), ("has:checklist", "b"), ("has:comments", "c"),
      ("has:file", ""), ("has:attachments", ""),
      ("has:comment", "c"), ("has:due", "abd"), ("has:owner", "a"), ("has:links", "abd"),
      ("has:aliases", "a"), ("has:labels", "ab"), ("has:assignees", "ab"), ("has:body", "a"),
      ("has:priority", "abc"), ("has:estimate", "ab"), ("-has:due", "ce"), ("has:parent", "bd"),
      ("has:children", "bc"), ("has:blocker", "ad"), ("has:commit", ""), ("has:tags", "ab"),
      ("has:due has:assignee", "ab"), ("has:due,conflict", "abcd"),
      ("no:label", "cde"), ("-no:label", "ab"), ("no:due,label", "cde"), ("no:parent", "ace"),
      ("is:blocked", "a"), ("is:deleted", "f"), ("is:any", "abcdef"), ("-is:deleted", "abcde"),
      ("-is:blocked", "bcde"), ("is:deleted login", "f"), ("is:any login", "af"),
      ("is:any is:blocked", "a"), ("is:deleted,blocked", "af"), ("is:deleted OR is:blocked", "af"),
      ("is:deleted OR login", "af"), ("(is:deleted OR login) title:login", "af"),
      ("-(is:deleted OR login)", "bcde"), ("-(-is:deleted)", "f"), ("NOT NOT is:deleted", "f"),
      ("parent:cccc", "bd"), ("child-of:cccc", "b"), ("child-of:bbbb", "d"), ("parent:bbbb", "d"),
      ("parent:none", "ace"), ("parent:any", "bd"), ("parent:\"den Fluß\"", "bd"),
      ("blocks:aaaa", "b"), ("blocked-by:bbbb", "ad"), ("blocked-by:any", "ad"),
      ("blocks:any", "b"), ("depends:bbbb", "ad"), ("blocks:github:owner/repo#12", "b"),
      ("link:blocked-by", "abd"), ("link:blocked-by:bbbb", "ad"), ("link:BLOCKED-BY:BBBB", "ad"),
      ("link:blocked-by:done00000000", "b"), ("link:parent", "bd"), ("link:blocked-by:", "abd"),
      ("id:aaaa", "a"), ("id:AAAAoooooooo", "a"), ("id:a,b", "ab"), ("aaaa00000000", "a"),
      ("AAAAoooooooo", "a"),
      ("alias:~GitHub", "a"), ("alias:GitHub", ""),
      ("alias:GitHub:owner/repo#12", "a"), ("-alias:~github", "bcde"),
      ("title:LOGIN", "a"), ("title:login,notes", "ab"), ("body:ipad", "a"), ("body:notes", ""),
      ("title:ÜBER", "c"), ("title:\"u\u{308}ber den\"", "c"), ("title:fluß", "c"),
      ("body:cafe\u{301}", "a"), ("title:uber", "c"), ("title:fluss", "c"), ("body:CAFE", "a"),
      ("title:й", ""),
      ("login", "a"), ("LOGIN ipad", "a"), ("login notes", ""), ("\"exact words\"", "c"),
      ("exact words", "c"), ("\"words exact\"", ""), ("marketing", "b"), ("later", "b"),
      ("owner/repo#12", "a"), ("-login", "bcde"), ("-\"exact words\"", "abde"), ("mini,", "a"),
      ("sort:due", "abcde"), ("limit:1", "abcde"),
      ("state:todo OR state:doing", "abc"), ("state:todo,doing label:later,bug", "ab"),
      ("label:bug label:later", ""), ("label:bug label:UI", "a"),
      ("-label:bug -label:later", "cde"),
      ("-label:bug,later", "cde"), ("kind:todo -label:later due:none", "ce"),
      ("login OR notes state:todo", "ab"), ("(login OR notes) state:todo", "b"),
      ("login AND ipad", "a"), ("login AND -ipad OR notes", "b"), ("(((login)))", "a"),
      ("NOT (login OR notes)", "cde"), ("-(login notes)", "abcde"), ("- login OR notes", nil),
      ("( login OR notes )", "ab"), ("(login)(notes)", nil), ("sort:due (login OR notes)", "ab"),
      ("view:bugs", "a"), ("-view:bugs", "bcde"), ("view:gone", "f"), ("view:BUGS", "a"),
      ("view:twice", "af"), ("view:mine", "a"), ("view:ready", "be"), ("view:overdue", "a"),
      ("view:recent", "ab"), ("view:week", "a"), ("view:conflicts", "c"), ("filter:bugs", "a"),
    ] as [(String, String?)])
  func match(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: QueryError.self) { try Self.matching(text) }
      return
    }
    #expect(try Self.matching(text) == expected)
  }

  @Test(
    "Plans are sorted as asked, those without a value last",
    arguments: [
      ("", "cbade"), ("sort:rank", "cbade"), ("sort:-rank", "dabce"), ("sort:state", "cbade"),
      ("sort:-state", "dacbe"), ("sort:due", "dabce"), ("sort:-due", "badce"),
      ("sort:priority", "cabde"), ("sort:-priority", "bacde"), ("sort:title", "daecb"),
      ("sort:-title", "bcead"), ("sort:updated", "abcde"), ("sort:-updated", "bacde"),
      ("sort:created", "acdbe"), ("SORT:Priority,due", "cabde"), ("sort:priority-desc", "bacde"),
      ("sort:state sort:priority", "cbade"), ("sort:state,-priority", "bcade"),
      ("sort:estimate", "bacde"), ("sort:-moved", "adcbe"), ("sort:closed", "dcabe"),
    ])
  func sort(text: String, expected: String) throws {
    let query = try Query.parse(text, context: Self.context(Self.plans()))
    let plans = try Self.plans().filter { !$0.isDeleted }
    for plans in [plans, plans.reversed()] {
      #expect(query.sorted(plans).map { $0.id.text.prefix(1) }.joined() == expected)
    }
  }

  @Test("Titles are sorted as searches compare them; those that fold alike, by their bytes")
  func sortByTitle() throws {
    let titles = ["Zoo", "École", "edge", "ecole", "Éclair", "\u{E9}cole", "straße", "Strasse"]
    let plans = try titles.enumerated().map { index, title in
      try Self.plan("aaaa0000000\(index)") { $0.values.title = title }
    }
    let query = try Query.parse("sort:title", context: Self.context(plans))
    let expected = [
      "Éclair", "ecole", "École", "\u{E9}cole", "edge", "Strasse", "straße", "Zoo",
    ]
    for plans in [plans, plans.reversed()] {
      #expect(query.sorted(plans).map(\.title) == expected)
    }
  }

  @Test("A selection matches, is sorted and keeps to the limit")
  func select() throws {
    let query = try Query.parse(
      "kind:todo sort:priority limit:2", context: Self.context(Self.plans()))
    #expect(try query.select(from: Self.plans()).map { $0.id.text.prefix(1) } == ["c", "b"])
    #expect(query.limit == 2)
  }

  @Test("Everything is all that is not deleted, in the order of the board")
  func everything() throws {
    let query = try Query.parse("", context: Self.context(Self.plans()))
    #expect(
      try query.select(from: Self.plans()).map { $0.id.text.prefix(1) }.joined() == "cbade")
    #expect(
      try Query.parse("  ", context: Self.context(Self.plans())).select(from: Self.plans()).map(
        \.id)
        == query.select(from: Self.plans()).map(\.id))
  }

  @Test("The day of a change is that of the clocks given")
  func zone() throws {
    var context = try Self.context(Self.plans())
    context.clocks = LocalClocks(minutesAheadOfUTC: 540)
    let query = try Query.parse("created:2026-11-02", context: context)
    #expect(try Self.plans().filter(query.matches).count == 1)
  }

  @Test(
    "A wrong query is an error that points at the word",
    arguments: [
      ("lable:bug", "unknown key 'lable'", 0..<5, "did you mean 'label'?"),
      ("a  Stat:x", "unknown key 'Stat'", 3..<7, "did you mean 'state'?"),
      ("see https://example.com", "unknown key 'https'", 4..<9, "put an address in quotes"),
      (
        "xyzzy:y", "unknown key 'xyzzy'", 0..<5,
        "the keys are \(QueryKey.allCases.map(\.rawValue).joined(separator: ", "))"
      ),
      ("state:dong", "unknown column 'dong'", 6..<10, "did you mean 'doing'?"),
      (
        "-state:todo,xyzzy", "unknown column 'xyzzy'", 12..<17,
        "the columns are todo, doing, review, done"
      ),
      ("kind:dome", "unknown kind of column 'dome'", 5..<9, "did you mean 'done'?"),
      ("priority:>=hihg", "unknown priority 'hihg'", 11..<15, "did you mean 'high'?"),
      ("priority:>", "unknown priority ''", 10..<10, "possible are low, medium, high, urgent"),
      ("overdue:yes", "unknown key 'overdue'", 0..<7, "write is:overdue"),
      ("has:conflicst", "unknown part of a plan 'conflicst'", 4..<13, "did you mean 'conflict'?"),
      (
        "is:xyzzy", "unknown status 'xyzzy'", 3..<8,
        "possible are open, closed, ready, blocked, overdue, mine, unassigned, leased, expired, "
          + "parent, child, conflict, deleted, any"
      ),
      ("estimate:>x", "'x' is not a number", 10..<11, "for example estimate:>=3"),
      (
        "parent:nosuch", "no plan is called 'nosuch'", 7..<13,
        "name it by the beginning of its id, an alias, or words of its title in quotes"
      ),
      (
        "parent:\"i\"", "no plan is called 'i'", 7..<10,
        "name it by the beginning of its id, an alias, or words of its title in quotes"
      ),
      ("view:bgs", "unknown view 'bgs'", 5..<8, "did you mean 'bugs'?"),
      (
        "updated:mondya", "'mondya' is not a day or time of the past", 8..<14,
        "for example \(PastMoment.forms)"
      ),
      ("(login", "the parenthesis is never closed", 0..<1, "add a ')' where it ends"),
      ("a (b c", "the parenthesis is never closed", 2..<3, "add a ')' where it ends"),
      ("a) b", "no '(' before this ')'", 1..<2, "to search for it, put the text in quotes"),
      ("()", "nothing between the parentheses", 0..<2, nil),
      ("(a)b", "no space after the closing parenthesis", 3..<4, nil),
      ("OR", "no term before 'OR'", 0..<2, "to search for the text, quote it: \"OR\""),
      ("a OR", "no term after 'OR'", 2..<4, "to search for the text, quote it: \"OR\""),
      ("(a OR) b", "no term after 'OR'", 3..<5, "to search for the text, quote it: \"OR\""),
      ("a OR AND b", "no term after 'OR'", 2..<4, "to search for the text, quote it: \"OR\""),
      ("AND a", "no term before 'AND'", 0..<3, "to search for the text, quote it: \"AND\""),
      ("a NOT", "no term after 'NOT'", 2..<5, "to search for the text, quote it: \"NOT\""),
      (
        "a OR sort:due", "'sort' cannot be an alternative", 5..<13,
        "for the reverse order: sort:-due"
      ),
      ("-(sort:due)", "'sort' cannot be negated", 7..<10, nil),
      ("sort:-deu", "unknown sort key 'deu'", 6..<9, "did you mean 'due'?"),
      ("-sort:due", "'sort' cannot be negated", 6..<9, nil),
      ("-limit:1", "'limit' cannot be negated", 7..<8, nil),
      ("-is:any", "'is:any' cannot be negated", 1..<7, nil),
      ("limit:0", "'0' is not a number of plans", 6..<7, "for example limit:10"),
      (
        "limit:99999999999999999999", "'99999999999999999999' is not a number of plans", 6..<26,
        "for example limit:10"
      ),
      ("limit:1 limit:2", "a second limit", 14..<15, nil),
      (
        "due:<2026-02-30", "'2026-02-30' is not a date: February 2026 has 28 days", 5..<15,
        "dates are \(DueDate.forms)"
      ),
      ("due:<none", "'none' cannot be compared with a day", 5..<9, nil),
      ("due:..", "'..' has no bound beside it", 4..<6, nil),
      ("due:+1d..x", "'x' is not a date", 9..<10, "dates are \(DueDate.forms)"),
      ("due:x..+1d", "'x' is not a date", 4..<5, "dates are \(DueDate.forms)"),
      ("due:+1d..today", "'+1d..today' ends before it begins", 4..<14, nil),
      ("due:<+1d..+2d", "'<+1d' is not a date", 4..<8, "dates are \(DueDate.forms)"),
      ("id:xyz!", "'xyz!' cannot be the beginning of an id", 3..<7, nil),
      (
        "link::x", "no kind of link before ':'", 5..<7, "known are blocked-by, parent, relates"
      ),
      ("a label:", "no value for 'label'", 2..<8, "for example label:bug,ui"),
      ("label:bug,", "no value for 'label'", 0..<10, "for example label:bug,ui"),
      ("label:\"\"", "no value for 'label'", 6..<8, "for example label:bug,ui"),
      ("a \"\"", "nothing between the quotes", 2..<4, nil),
      (":x", "no key before ':'", 0..<2, "to search for the text, quote it: \":x\""),
      ("-:x", "no key before ':'", 1..<3, "to search for the text, quote it: \":x\""),
      ("a - b", "no term after '-'", 2..<3, "to search for the text, quote it: \"-\""),
      ("-", "no term after '-'", 0..<1, "to search for the text, quote it: \"-\""),
      ("--x", "no term after '-'", 0..<3, "to search for the text, quote it: \"--x\""),
      ("a \"b c", "the quote is never closed", 2..<3, "add a '\"' where it ends"),
      ("label:\"b c", "the quote is never closed", 6..<7, "add a '\"' where it ends"),
      ("\"", "the quote is never closed", 0..<1, "add a '\"' where it ends"),
      (
        "\"a\"b", "no space after the closing quote", 3..<4,
        "inside quotes, write \\\" for a quote"
      ),
      ("👩‍👩‍👧 e\u{301} lable:x", "unknown key 'lable'", 4..<9, "did you mean 'label'?"),
    ] as [(String, String, Range<Int>, String?)])
  func errors(text: String, message: String, range: Range<Int>, hint: String?) throws {
    let error = try #require(throws: QueryError.self) {
      try Query.parse(text, context: Self.context(Self.plans()))
    }
    #expect(error.message == message)
    #expect(error.range == range)
    #expect(error.hints.first == hint)
  }

  @Test("A name of several plans is an error with their ids")
  func ambiguousPlan() throws {
    let plans = try ["aaaa00000000", "bbbb00000000"].map { id in
      try Self.plan(id) { $0.values.title = "Release \(id)" }
    }
    let error = try #require(throws: QueryError.self) {
      try Query.parse("parent:rele", context: Self.context(plans))
    }
    #expect(error.message == "'rele' means 2 plans")
    #expect(error.range == 7..<11)
    #expect(error.hints == ["they are aaaa00000000, bbbb00000000"])
  }

  @Test("Without an identity, @me is an error that says so")
  func noIdentity() throws {
    var context = try Self.context(Self.plans())
    context.me = nil
    let error = try #require(throws: QueryError.self) {
      try Query.parse("assignee:@me", context: context)
    }
    #expect(error.message == "'@me' is not known: git has no identity for you")
    #expect(error.range == 9..<12)
  }

  @Test("Every documented key has an example that can be used, and every key is documented")
  func help() throws {
    let context = try Self.context([Self.plan("k7m2q9x4t1ab") { $0.values.title = "Sample" }])
    for row in Query.help {
      #expect(throws: Never.self) { try Query.parse(row.example, context: context) }
      #expect(!row.meaning.isEmpty)
    }
    let keys = Set(Query.help.map(\.key))
    #expect(keys.count == Query.help.count)
    #expect(QueryKey.allCases.allSatisfy { keys.contains($0.rawValue) })
    #expect(QueryKey.allCases.allSatisfy { $0.example.hasPrefix("\($0.rawValue):") })
  }

  @Test("Any text is a query or an error within it")
  func hostileTexts() throws {
    var random = SeededGenerator(seed: 1)
    let context = try Self.context(Self.plans())
    let pieces = [
      "(", ")", " OR ", " AND ", "NOT ", "#", "@", "updated:", "view:", "parent:", "estimate:",
      "state:", "due:", "priority:", "link:", "has:", "is:", "sort:", "limit:", "id:", "-", "\"",
      "\\", ",", ":", " ", "..", "<", ">=", "=", "@me", "none", "todo", "2026-11-20", "+1d", "é",
      "👩‍👩‍👧", "\u{0}", "\u{301}", "\r\n", "٣", "+99999999999d", "x",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }
        .joined()
      do {
        _ = try Query.parse(text, context: context)
      } catch {
        #expect(error.range.lowerBound >= 0 && error.range.upperBound <= text.count)
        #expect(!error.message.isEmpty)
      }
    }
  }

  @Test(
    "A very long query is read or refused at once",
    arguments: [
      String(repeating: "a", count: 500_000), String(repeating: "label:a ", count: 50_000),
      String(repeating: "-x ", count: 50_000), String(repeating: "label:", count: 50_000),
      "label:" + String(repeating: "a,", count: 50_000) + "a",
      "\"" + String(repeating: "\\", count: 100_000), String(repeating: "-", count: 100_000),
      String(repeating: "k", count: 100_000) + ":x", String(repeating: "(", count: 100_000),
      String(repeating: "NOT ", count: 100_000) + "a", String(repeating: ")", count: 100_000),
      String(repeating: "a OR ", count: 50_000) + "a", String(repeating: "(a) ", count: 50_000),
      (0..<50_000).map { "#x\($0)" }.joined(separator: " "),
    ])
  func longQueries(text: String) throws {
    do {
      _ = try Query.parse(text, context: Self.context(Self.plans())).matches(Self.plans()[0])
    } catch let error as QueryError {
      #expect(error.message.count < 200)
    }
  }
}
