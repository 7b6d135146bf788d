import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Queries")
struct QueryTests {
  static let board = Board(columns: [
    Column(id: "todo", title: "Todo", kind: .todo, rank: "a0"),
    Column(id: "doing", title: "In work", kind: .doing, rank: "a1"),
    Column(id: "review", title: "Needs review", kind: .doing, rank: "a2"),
    Column(id: "done", title: "Done", kind: .done, rank: "a3"),
  ])

  /// Friday 2026-11-20.
  static let context = QueryContext(
    today: CalendarDay(dayNumber: 20_777), me: Person(name: "Dev One", email: "one@example.com"),
    board: board)

  static func time(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(milliseconds: 0) }

  static func plan(_ id: String, _ change: (inout Plan) -> Void) throws -> Plan {
    var plan = Plan(id: try #require(PlanID(id)))
    change(&plan)
    return plan
  }

  /// Six plans that differ in what queries ask for; the last one is deleted.
  static func plans() throws -> [Plan] {
    [
      try plan("aaaa00000000") {
        $0.title = "Fix login on iPad"
        $0.body = ["Tapping Login twice crashes.", "Seen on iPad mini, in the Café."]
        ($0.state, $0.rank) = ("doing", "a1")
        $0.due = CalendarDay("2026-11-19")
        $0.priority = .high
        $0.owner = "Dev One <one@example.com>"
        $0.labels = ["bug", "UI"]
        $0.assignees = ["D. One <ONE@example.com>"]
        $0.links = [Link(kind: "blocked-by", target: "bbbb00000000")]
        $0.aliases = ["github:owner/repo#12"]
        $0.created = Creation(at: time("2026-11-01T23:30:00Z"), by: "Dev One <one@example.com>")
        $0.updated = time("2026-11-19T12:00:00Z")
      },
      try plan("bbbb00000000") {
        $0.title = "write release notes"
        ($0.state, $0.rank) = ("todo", "a1")
        $0.due = CalendarDay("2026-11-27")
        $0.priority = .low
        $0.labels = ["needs review", "later"]
        $0.assignees = ["Mia <mia@example.org>", "Kim"]
        $0.checklist = [ChecklistItem(id: "c1", text: "ask marketing", done: false, rank: "a0")]
        $0.links = [Link(kind: "blocked-by", target: "done00000000")]
        $0.updated = time("2026-11-20T08:00:00Z")
      },
      try plan("cccc00000000") {
        $0.title = "über den Fluß"
        ($0.state, $0.rank) = ("todo", "a0")
        $0.priority = .urgent
        $0.comments = [Comment(id: "m1", at: nil, by: "Mia", text: ["Exact", "the exact words"])]
        $0.conflicts = [
          Conflict(path: .field("title"), values: [.init(stamp: .none, value: .string("x"))])
        ]
      },
      try plan("dddd00000000") {
        $0.title = "Archive"
        ($0.state, $0.rank) = ("done", "a0")
        $0.due = CalendarDay("2026-11-01")
        $0.links = [Link(kind: "blocked-by", target: "bbbb00000000")]
      },
      try plan("eeee00000000") {
        $0.title = "Lost"
        ($0.state, $0.rank) = ("elsewhere", "")
      },
      try plan("ffff00000000") {
        $0.title = "Gone login"
        ($0.state, $0.rank) = ("todo", "a2")
        $0.deletion = Deletion(at: nil, by: "Mia", holds: true)
      },
    ]
  }

  /// The first letters of the ids of the plans that match, in the order of the list.
  static func matching(_ text: String) throws -> String {
    let query = try Query.parse(text, context: context)
    return try plans().filter(query.matches).map { String($0.id.text.prefix(1)) }.joined()
  }

  @Test(
    "A term matches the plans that it describes",
    arguments: [
      ("", "abcde"), ("  \t\n ", "abcde"),
      ("state:doing", "a"), ("state:DOING", "a"), ("state:\"in work\"", "a"), ("state:todo", "bc"),
      ("state:review", ""), ("-state:todo", "ade"), ("STATE:done", "d"),
      ("kind:todo", "bce"), ("kind:doing", "a"), ("kind:Done", "d"), ("kind:doing,done", "ad"),
      ("label:bug", "a"), ("label:ui", "a"), ("label:u", ""), ("label:\"needs review\"", "b"),
      ("label:bug,later", "ab"), ("-label:later", "acde"), ("label:nothing", ""),
      ("assignee:@me", "a"), ("assignee:mia", "b"), ("assignee:example", "ab"),
      ("assignee:\"mia <mia\"", "b"), ("assignee:kim", "b"), ("assignee:none", "cde"),
      ("assignee:any", "ab"), ("-assignee:@ME", "bcde"),
      ("owner:@me", "a"), ("owner:dev", "a"), ("owner:none", "bcde"), ("owner:any", "a"),
      ("priority:high", "a"), ("priority:>=high", "ac"), ("priority:>high", "c"),
      ("priority:<medium", "b"), ("priority:<=HIGH", "ab"), ("priority:none", "de"),
      ("priority:any", "abc"), ("priority:=low", "b"), ("-priority:low", "acde"),
      ("due:2026-11-19", "a"), ("due:yesterday", "a"), ("due:none", "ce"), ("due:any", "abd"),
      ("due:<today", "ad"), ("due:<+1w", "ad"), ("due:<=+1w", "abd"), ("due:>-3d", "ab"),
      ("due:>=fri", "b"), ("due:>fri", ""), ("due:=2026-11-27", "b"),
      ("due:2026-11-01..2026-11-19", "ad"), ("due:..yesterday", "ad"), ("due:yesterday..", "ab"),
      ("due:-1d..+1w", "ab"), ("due:none,yesterday", "ace"), ("-due:any", "ce"),
      ("due:<=0001-01-01", ""), ("due:>=0001-01-01", "abd"), ("due:\"<today\"", "ad"),
      ("created:2026-11-01", "a"), ("created:none", "bcde"), ("created:<2026-11-02", "a"),
      ("updated:today", "b"), ("updated:>=yesterday", "ab"), ("updated:>-1d", "b"),
      ("overdue:yes", "a"), ("overdue:no", "bcde"), ("-overdue:yes", "bcde"),
      ("has:conflict", "c"), ("has:conflicts", "c"), ("has:checklist", "b"), ("has:comments", "c"),
      ("has:comment", "c"), ("has:due", "abd"), ("has:owner", "a"), ("has:links", "abd"),
      ("has:aliases", "a"), ("has:labels", "ab"), ("has:assignees", "ab"), ("has:body", "a"),
      ("has:priority", "abc"), ("has:estimate", ""), ("-has:due", "ce"),
      ("is:blocked", "a"), ("is:deleted", "f"), ("is:any", "abcdef"), ("-is:deleted", "abcde"),
      ("-is:blocked", "bcde"), ("is:deleted login", "f"), ("is:any login", "af"),
      ("is:any is:blocked", "a"), ("is:deleted,blocked", "af"),
      ("link:blocked-by", "abd"), ("link:blocked-by:bbbb", "ad"), ("link:BLOCKED-BY:BBBB", "ad"),
      ("link:blocked-by:done00000000", "b"), ("link:parent", ""), ("link:blocked-by:", "abd"),
      ("id:aaaa", "a"), ("id:AAAAoooooooo", "a"), ("id:a,b", "ab"),
      ("alias:~GitHub", "a"), ("alias:GitHub", ""),
      ("alias:GitHub:owner/repo#12", "a"), ("-alias:~github", "bcde"),
      ("title:LOGIN", "a"), ("title:login,notes", "ab"), ("body:ipad", "a"), ("body:notes", ""),
      ("title:ÜBER", "c"), ("title:\"u\u{308}ber den\"", "c"), ("title:fluß", "c"),
      ("body:cafe\u{301}", "a"), ("title:a\u{308}", ""),
      ("login", "a"), ("LOGIN ipad", "a"), ("login notes", ""), ("\"exact words\"", "c"),
      ("exact words", "c"), ("\"words exact\"", ""), ("marketing", "b"), ("later", "b"),
      ("owner/repo#12", "a"), ("-login", "bcde"), ("-\"exact words\"", "abde"), ("mini,", "a"),
      ("sort:due", "abcde"), ("limit:1", "abcde"),
      ("state:todo state:doing", "abc"), ("state:todo,doing label:later,bug", "ab"),
      ("label:bug label:later", "ab"), ("-label:bug -label:later", "cde"),
      ("-label:bug,later", "cde"), ("kind:todo -label:later due:none", "ce"),
    ])
  func match(text: String, expected: String) throws {
    #expect(try Self.matching(text) == expected)
  }

  @Test(
    "Plans are sorted as asked, those without a value last",
    arguments: [
      ("", "cbade"), ("sort:rank", "cbade"), ("sort:-rank", "dabce"), ("sort:state", "cbade"),
      ("sort:-state", "dacbe"), ("sort:due", "dabce"), ("sort:-due", "badce"),
      ("sort:priority", "bacde"), ("sort:-priority", "cabde"), ("sort:title", "daebc"),
      ("sort:-title", "cbead"), ("sort:updated", "abcde"), ("sort:-updated", "bacde"),
      ("sort:created", "acdbe"), ("SORT:-Priority,due", "cabde"),
      ("sort:state sort:-priority", "cbade"), ("sort:state,priority", "bcade"),
    ])
  func sort(text: String, expected: String) throws {
    let query = try Query.parse(text, context: Self.context)
    let plans = try Self.plans().filter { !$0.isDeleted }
    for plans in [plans, plans.reversed()] {
      #expect(query.sorted(plans).map { $0.id.text.prefix(1) }.joined() == expected)
    }
  }

  @Test("A selection matches, is sorted and keeps to the limit")
  func select() throws {
    let query = try Query.parse("kind:todo sort:-priority limit:2", context: Self.context)
    #expect(try query.select(from: Self.plans()).map { $0.id.text.prefix(1) } == ["c", "b"])
    #expect(query.limit == 2)
  }

  @Test("Everything is all that is not deleted, in the order of the board")
  func everything() throws {
    let query = try Query.parse("", context: Self.context)
    #expect(
      try query.select(from: Self.plans()).map { $0.id.text.prefix(1) }.joined() == "cbade")
    #expect(
      try Query.parse("  ", context: Self.context).select(from: Self.plans()).map(\.id)
        == query.select(from: Self.plans()).map(\.id))
  }

  @Test("The day of a change is that of the clocks given")
  func zone() throws {
    var context = Self.context
    context.minutesAheadOfUTC = 540
    let query = try Query.parse("created:2026-11-02", context: context)
    #expect(try Self.plans().filter(query.matches).count == 1)
  }

  @Test(
    "A wrong query is an error that points at the word",
    arguments: [
      ("lable:bug", "unknown key 'lable'", 0..<5, "did you mean 'label'?"),
      ("a  Stat:x", "unknown key 'Stat'", 3..<7, "did you mean 'state'?"),
      (
        "see https://example.com", "unknown key 'https'", 4..<9,
        "the keys are state, kind, label, assignee, owner, priority, due, created, updated, "
          + "overdue, has, is, link, id, alias, title, body, sort, limit"
      ),
      ("state:dong", "unknown column 'dong'", 6..<10, "did you mean 'doing'?"),
      (
        "-state:todo,xyzzy", "unknown column 'xyzzy'", 12..<17,
        "the columns are todo, doing, review, done"
      ),
      ("kind:dome", "unknown kind of column 'dome'", 5..<9, "did you mean 'done'?"),
      ("priority:>=hihg", "unknown priority 'hihg'", 11..<15, "did you mean 'high'?"),
      ("priority:>", "unknown priority ''", 10..<10, "possible are low, medium, high, urgent"),
      ("overdue:maybe", "unknown answer 'maybe'", 8..<13, "possible are yes, no"),
      ("has:conflicst", "unknown part of a plan 'conflicst'", 4..<13, "did you mean 'conflict'?"),
      ("is:gone", "unknown status 'gone'", 3..<7, "possible are blocked, deleted, any"),
      ("sort:-deu", "unknown sort key 'deu'", 6..<9, "did you mean 'due'?"),
      ("-sort:due", "'sort' cannot be negated", 0..<9, "for the reverse order: sort:-due"),
      ("-limit:1", "'limit' cannot be negated", 0..<8, nil),
      ("-is:any", "'is:any' cannot be negated", 0..<7, nil),
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
      ("due:..", "'..' has no day beside it", 4..<6, nil),
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
      try Query.parse(text, context: Self.context)
    }
    #expect(error.message == message)
    #expect(error.range == range)
    #expect(error.hints.first == hint)
  }

  @Test("Without an identity, @me is an error that says so")
  func noIdentity() throws {
    var context = Self.context
    context.me = nil
    let error = try #require(throws: QueryError.self) {
      try Query.parse("assignee:@me", context: context)
    }
    #expect(error.message == "'@me' is not known: git has no identity for you")
    #expect(error.range == 9..<12)
  }

  @Test("Every documented key has an example that can be used, and every key is documented")
  func help() throws {
    for row in Query.help {
      #expect(throws: Never.self) { try Query.parse(row.example, context: Self.context) }
      #expect(!row.meaning.isEmpty)
    }
    let keys = Set(Query.help.map(\.key))
    #expect(keys.count == Query.help.count)
    #expect(QueryKey.allCases.allSatisfy { keys.contains($0.rawValue) })
    #expect(QueryKey.allCases.allSatisfy { $0.example.hasPrefix("\($0.rawValue):") })
  }

  @Test("Any text is a query or an error within it")
  func hostileTexts() {
    var random = SeededGenerator(seed: 1)
    let pieces = [
      "state:", "due:", "priority:", "link:", "has:", "is:", "sort:", "limit:", "id:", "-", "\"",
      "\\", ",", ":", " ", "..", "<", ">=", "=", "@me", "none", "todo", "2026-11-20", "+1d", "é",
      "👩‍👩‍👧", "\u{0}", "\u{301}", "\r\n", "٣", "+99999999999d", "x",
    ]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }
        .joined()
      do {
        _ = try Query.parse(text, context: Self.context)
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
      String(repeating: "k", count: 100_000) + ":x",
    ])
  func longQueries(text: String) throws {
    do {
      _ = try Query.parse(text, context: Self.context).matches(Self.plans()[0])
    } catch let error as QueryError {
      #expect(error.message.count < 200)
    }
  }
}

@Suite("The terms of a query, before they mean anything")
struct QueryParserTests {
  /// Writes terms so that they can be compared: `-key:value|value`, a space between terms.
  static func written(_ text: String) throws -> String {
    try QueryParser.terms(of: text).map { term in
      (term.isNegated ? "-" : "") + (term.key.map { "\($0.text):" } ?? "")
        + term.values.map(\.text).joined(separator: "|")
    }.joined(separator: " ")
  }

  @Test(
    "Quotes, commas, colons and minuses",
    arguments: [
      ("", ""), (" a\tb\n", "a b"), ("a,b", "a,b"), ("k:a,b", "k:a|b"), ("k:a:b", "k:a:b"),
      ("-k:a", "-k:a"), ("k:-a", "k:-a"), ("a-b", "a-b"), ("\"a b\"", "a b"),
      ("\"-a:b\"", "-a:b"), ("-\"a\"", "-a"), ("k:\"a,b\",c", "k:a,b|c"), ("k:", "k:"),
      ("k:,", "k:|"), ("k:a,", "k:a|"), (#""a\"b\\c\d""#, #"a"b\c\d"#), ("5\"", "5\""),
      ("a\"b c", "a\"b c"), ("k:a\"b", "k:a\"b"), ("(a)", "(a)"), ("k: a", "k: a"),
    ])
  func terms(text: String, expected: String) throws {
    #expect(try Self.written(text) == expected)
  }

  @Test("Each word knows where it stands, in characters")
  func ranges() throws {
    let text = "é -key:\"a \\\" b\",cc  dd"
    let terms = try QueryParser.terms(of: text)
    let characters = Array(text)
    let slices = { (range: Range<Int>) in String(characters[range]) }
    #expect(terms.map { slices($0.range) } == ["é", "-key:\"a \\\" b\",cc", "dd"])
    #expect(terms[1].key.map { slices($0.range) } == "key")
    #expect(terms[1].values.map { slices($0.range) } == ["\"a \\\" b\"", "cc"])
    #expect(terms[1].values[0].text == "a \" b")
  }
}

@Suite("Searching texts")
struct SearchTextTests {
  @Test(
    "Case and encoding do not count",
    arguments: [
      ("", "", true), ("", "a", true), ("a", "", false), ("ab", "xAby", true), ("AB", "ab", true),
      ("aab", "aaab", true), ("abc", "ab", false), ("é", "CAFÉ", true),
      ("e\u{301}", "caf\u{e9}", true), ("\u{e9}", "CAFE\u{301}", true), ("é", "cafe", false),
      ("한글", "이것은 한글이다", true), ("ß", "STRASSE", false), ("👩‍👧", "a👩‍👧b", true),
      ("x", "é x", true), ("й", "ЙОД", true),
    ])
  func occurrence(needle: String, haystack: String, expected: Bool) {
    #expect(SearchText(needle).occurs(in: haystack) == expected)
  }

  @Test("In ASCII, searching agrees with a plain search")
  func oracle() {
    var random = SeededGenerator(seed: 1)
    let word = { (longest: Int) in
      let length = Int.random(in: 0...longest, using: &random)
      return String((0..<length).map { _ in Bool.random(using: &random) ? "a" : "B" })
    }
    for _ in 0..<5000 {
      let (needle, haystack) = (word(4), word(12))
      let positions = 0...max(0, haystack.count - needle.count)
      let expected = positions.contains { offset in
        haystack.dropFirst(offset).lowercased().hasPrefix(needle.lowercased())
      }
      #expect(SearchText(needle).occurs(in: haystack) == expected)
    }
  }
}

@Suite("Persons")
struct PersonTests {
  @Test(
    "A name, an address or both",
    arguments: [
      ("Dev One <one@example.com>", "Dev One", "one@example.com"), ("<a@b>", "", "a@b"),
      ("one@example.com", "", "one@example.com"), ("Dev", "Dev", ""), ("", "", ""),
      ("A <b> <c@d>", "A <b>", "c@d"), ("a>", "a>", ""), ("<>", "", ""),
    ])
  func parts(text: String, name: String, email: String) {
    #expect(Person(text) == Person(name: name, email: email))
  }

  @Test(
    "Addresses tell persons apart, and names where there is no address",
    arguments: [
      ("A <x@y>", "B <X@Y>", true), ("A <x@y>", "A <z@y>", false), ("A", "a <x@y>", true),
      ("x@y", "A <x@y>", true), ("", "", false), ("x@y", "A", false),
    ])
  func same(left: String, right: String, expected: Bool) {
    #expect(Person(left).isSame(as: Person(right)) == expected)
    #expect(Person(right).isSame(as: Person(left)) == expected)
  }
}
