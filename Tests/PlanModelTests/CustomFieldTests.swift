import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Custom fields")
struct CustomFieldTests {
  static let fields = [
    CustomField(id: "points", title: "Story points", kind: .number, isOnCard: true),
    CustomField(id: "size", kind: .choice, options: ["S", "M", "L"]),
    CustomField(id: "parts", kind: .choices, options: ["server", "page", "docs"]),
    CustomField(id: "review-day", kind: .day), CustomField(id: "customer", kind: .text),
    CustomField(id: "tester", kind: .person), CustomField(id: "billable", kind: .yesNo),
    CustomField(id: "spec", kind: .url),
  ]

  static var board: Board {
    var board = Board(columns: [
      Column(id: "todo", title: "Todo", kind: .todo),
      Column(id: "done", title: "Done", kind: .done),
    ])
    board.fields = fields
    return board
  }

  static func plan(_ id: String, _ values: [String: JSONValue]) throws -> Plan {
    let id = try #require(PlanID(id))
    var document = PlanDocument(id: ExactString(id.text))
    var edits: [Edit] = [.title(id.text), .state("todo"), .rank("a\(id.text.first ?? "a")")]
    for (name, value) in values {
      if case .array(let members) = value {
        edits += members.compactMap(\.string).map {
          .write(
            .setMember(set: ExactString("custom.\(name)"), member: ExactString($0)), .bool(true))
        }
      } else {
        edits.append(.write(.field(ExactString("custom.\(name)")), value))
      }
    }
    document.apply(edits, stamp: .none)
    return Plan(document, id: id)
  }

  /// The names of fields, sets and lists are a contract: none may have the prefix of custom ones.
  @Test("No name of a member that pmgit defines has a dot, so none clashes with a custom field")
  func reservedPrefix() {
    let names =
      PlanField.allCases.map(\.rawValue) + PlanSet.allCases.map(\.rawValue)
      + PlanList.allCases.map(\.rawValue) + PlanFile.reservedMembers.map(\.text)
      + PlanJSON.ownNames + QueryKey.allCases.map(\.rawValue) + QueryKey.otherNames.keys
      + QuerySort.names + QueryFeature.allCases.map(\.rawValue) + FlowGrouping.builtIn.map(\.name)
    #expect(names.filter { $0.contains(".") } == [])
    #expect(CustomField.prefix.hasSuffix("."))
    #expect(!CustomField.isID("a.b") && !CustomField.isID("") && !CustomField.isID("3d"))
    #expect(!CustomField.isID("-x") && !CustomField.isID("Größe") && CustomField.isID("a_b-1"))
  }

  @Test("Every name with a meaning of its own is reserved, in any case; other trackers' are not")
  func reservedNames() {
    let own =
      QueryKey.allCases.map(\.rawValue) + PlanField.allCases.map(\.rawValue)
      + PlanSet.allCases.flatMap { [$0.rawValue, $0.memberName] }
      + PlanList.allCases.map(\.rawValue)
      + QueryFeature.allCases.map(\.rawValue) + QuerySort.names + PlanJSON.ownNames
    for name in own { #expect(CustomField.isReserved(name.uppercased()), "\(name)") }
    for name in ["points", "size", "effort", "status", "components", "epic"] {
      #expect(!CustomField.isReserved(name), "\(name)")
    }
  }

  @Test("A field whose id got a meaning later is called custom.ID; the built-in meaning counts")
  func laterBuiltIn() throws {
    var board = Self.board
    board.fields.append(CustomField(id: "title", kind: .number))
    #expect(board.field(called: "title") == nil)
    #expect(board.field(called: "custom.title")?.key == "custom.title")
    #expect(board.field(named: "title")?.id == "title")
    let plan = try Self.plan("k7m2q9x4t1ab", ["title": .number(7)])
    let context = QueryContext(now: Timestamp(milliseconds: 0), me: nil, board: board)
    let builtIn = try Query.parse("title:k7m2", context: context)
    #expect(builtIn.select(from: [plan]).count == 1)
    #expect(builtIn.notes.map(\.hint) == ["for the field write custom.title"])
    let custom = try Query.parse(
      "custom.title:>6 has:custom.title sort:custom.title", context: context)
    #expect(custom.select(from: [plan]).count == 1)
    #expect(custom.notes.isEmpty)
  }

  @Test(
    "Values that fit are read; others are kept, absent, and described",
    arguments: [
      ("points", JSONValue.number(3), "3"), ("points", .string("3"), nil),
      ("size", .string("M"), "M"),
      ("size", .string("m"), nil), ("review-day", .string("2026-12-01"), "2026-12-01"),
      ("review-day", .string("soon"), nil), ("billable", .bool(true), "yes"),
      ("billable", .string("yes"), nil), ("spec", .string("https://a.org/x"), "https://a.org/x"),
      ("spec", .string("javascript:alert(1)"), nil), ("customer", .string("Ann"), "Ann"),
      ("customer", .number(1), nil), ("parts", .strings(["page", "server"]), "server,page"),
      ("parts", .string("page"), nil), ("tester", .string("Ann <a@b.c>"), "Ann <a@b.c>"),
    ] as [(String, JSONValue, String?)])
  func reading(name: String, stored: JSONValue, text: String?) throws {
    let plan = try Self.plan("k7m2q9x4t1ab", [name: stored])
    let field = try #require(Self.board[field: name])
    #expect(field.value(of: plan)?.text == text)
    let path = try #require(plan.unknown.keys.first)
    #expect(Self.board.interprets(plan.unknown[path] ?? .null, at: path) == (text != nil))
    let object = PlanJSON.object(plan, board: Self.board, today: CalendarDay(dayNumber: 20_000))
    #expect((object["unknown"] == nil) == (text != nil))
  }

  @Test(
    "Queries compare numbers, days, options in their order, people, texts, yes and no",
    arguments: [
      ("points:>2", "bc"), ("points:2", "a"), ("points:2..3", "ab"), ("points:none", "d"),
      ("has:points", "abc"), ("no:points", "d"), ("size:>=M", "bc"), ("size:<M", "a"),
      ("size:m", "b"), ("size:S,L", "ac"), ("size:S..M", "ab"), ("parts:page", "ab"),
      ("parts:docs", "b"), ("parts:none", "cd"), ("review-day:<=2026-12-01", "a"),
      ("billable:yes", "a"), ("billable:no", "b"), ("customer:an", "a"), ("spec:example", "c"),
      ("tester:any", "d"), ("tester:ben", "d"), ("-points:>2", "ad"),
      ("(points:3 OR size:S)", "ab"),
      ("custom.points:>2", "bc"), ("size:huge", ""),
    ])
  func queries(text: String, found: String) throws {
    let plans = try Self.plans()
    let query = try Query.parse(text, context: Self.context(plans))
    #expect(query.select(from: plans).map { String($0.id.text.prefix(1)) }.joined() == found)
  }

  @Test(
    "Plans are sorted by numbers, and by options in their order; those without a value are last",
    arguments: [
      ("sort:points", "abcd"), ("sort:-points", "cbad"), ("sort:size", "abcd"),
      ("sort:-size", "cbad"), ("sort:billable", "bacd"), ("sort:-customer", "abcd"),
    ])
  func sorting(text: String, order: String) throws {
    let plans = try Self.plans()
    let query = try Query.parse(text, context: Self.context(plans))
    #expect(query.select(from: plans).map { String($0.id.text.prefix(1)) }.joined() == order)
  }

  @Test(
    "Wrong values of a query are errors with advice",
    arguments: [
      ("points:many", "'many' is not a number"), ("size:>=huge", "unknown option of 'size' 'huge'"),
      ("billable:perhaps", "unknown value of 'billable' 'perhaps'"),
      ("points:", "no value for 'points'"),
      ("sort:pionts", "unknown sort key 'pionts'"), ("pionts:3", "unknown key 'pionts'"),
    ])
  func wrongQueries(text: String, message: String) throws {
    let error = #expect(throws: QueryError.self) {
      try Query.parse(text, context: Self.context(Self.plans()))
    }
    #expect(error?.message == message)
    #expect(error?.hints.isEmpty == false)
  }

  static func plans() throws -> [Plan] {
    [
      try plan(
        "a7m2q9x4t1ab",
        [
          "points": .number(2), "size": .string("S"), "parts": .strings(["page"]),
          "review-day": .string("2026-12-01"), "billable": .bool(true), "customer": .string("Ann"),
        ]),
      try plan(
        "b7m2q9x4t1ab",
        [
          "points": .number(3), "size": .string("M"), "parts": .strings(["page", "docs"]),
          "billable": .bool(false),
        ]),
      try plan(
        "c7m2q9x4t1ab",
        ["points": .number(10), "size": .string("L"), "spec": .string("https://example.org")]),
      try plan("d7m2q9x4t1ab", ["points": .string("?"), "tester": .string("Ben <b@c.d>")]),
    ]
  }

  static func context(_ plans: [Plan]) -> QueryContext {
    QueryContext(
      now: Timestamp(seconds: 1_795_165_200), me: nil, board: board,
      plans: QueriedPlans(plans, people: PeopleIndex(["Ben <b@c.d>"])))
  }

  @Test("A definition is written to the settings and read back; one with an odd id is left alone")
  func definitions() {
    var document = PlanDocument.newBoard
    for (index, field) in Self.fields.enumerated() {
      let placed = CustomField(
        id: field.id, title: field.title, kind: field.kind, options: field.options,
        help: field.help, isOnCard: field.isOnCard, rank: "a\(index)")
      document.apply(placed.definition, stamp: .none)
    }
    document.apply(
      [
        .write(PlanList.fields.path("no.id", "kind"), .string("text")),
        .write(PlanList.fields.path("later", "kind"), .string("formula")),
      ], stamp: .none)
    let read = Board(document)
    #expect(read.fields.map(\.id) == Self.fields.map(\.id))
    #expect(read[field: "size"]?.options == ["S", "M", "L"])
    #expect(document.wrongValues.map(\.path.fieldName) == ["fields/later/kind"])
  }

  @Test(
    "Sums are exact for decimal numbers",
    arguments: [
      (["0.1", "0.2"], "0.3"), (["1", "2", "3"], "6"), (["0.5", "0.5"], "1"),
      (["-1.25", "1"], "-0.25"),
      ([], "0"), (["1e2", "1"], "101.0"), (["99999999999999999999", "1"], "1e+20"),
    ])
  func sums(numbers: [String], text: String) {
    var sum = NumberSum()
    for number in numbers { sum.add(JSONNumber(uncheckedLexeme: number)) }
    #expect(sum.text == text && sum.count == numbers.count)
  }

  @Test(
    "Options that can't be typed are refused",
    arguments: [["a,b"], ["+a"], ["-a"], ["none"], ["A", "a"], [""], [">x"], ["a\nb"]])
  func wrongOptions(options: [String]) {
    #expect(throws: InvalidValue.self) { try CustomField.validOptions(options) }
  }

  @Test("Completion offers keys, options, 'has' and 'sort' of custom fields")
  func completion() {
    let completion = QueryCompletion(
      QueryCompletion.Names(
        columns: [], fields: Self.fields, labels: { [] }, people: { [] }, plans: { _ in [] },
        aliases: { [] }, views: { [] }))
    let texts = { (typed: String) in completion.completions(of: typed).map(\.text) }
    #expect(texts("poi") == ["points:"])
    #expect(texts("size:") == ["size:S", "size:M", "size:L", "size:none", "size:any"])
    #expect(texts("size:>") == ["size:>S", "size:>M", "size:>L"])
    #expect(texts("has:poi") == ["has:points"] && texts("sort:-poi") == ["sort:-points"])
    #expect(texts("billable:") == ["billable:yes", "billable:no", "billable:none", "billable:any"])
  }
}
