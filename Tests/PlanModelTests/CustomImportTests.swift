import PmgitTestSupport
import Testing

@testable import PlanModel

/// The member `custom` of imports and exports.
@Suite("Imports of custom fields")
struct CustomImportTests {
  private static func step(_ line: String, board: Board, old: PlanDocument? = nil) throws
    -> PlanDocument
  {
    var random = SeededGenerator(seed: 3)
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    let now = Timestamp(seconds: 1_795_165_200)
    let file = ImportFile(Array(line.utf8), board: board, me: "Me <me@b.c>")
    let plan = try ImportPlan(
      file, existing: old.map { [Plan($0, id: id)] } ?? [], board: board, ranks: ["a1"], now: now,
      person: "Me <me@b.c>", using: &random)
    let step = try #require(plan.steps.first)
    return step.document(
      from: old ?? PlanDocument(id: "k7m2q9x4t1ab"), stamp: Stamp(at: now, using: &random))
  }

  private static func line(_ custom: String) -> String {
    #"{"id":"k7m2q9x4t1ab","title":"T","custom":\#(custom)}"#
  }

  @Test("Values are read by the kinds of their fields")
  func values() throws {
    let document = try Self.step(
      Self.line(
        #"{"points":2.50,"size":"m","parts":["page"],"review-day":"2026-12-01","customer":"Ann","tester":"@me","billable":false,"spec":"https://a.b"}"#
      ), board: CustomFieldTests.board)
    let plan = Plan(document, id: try #require(PlanID("k7m2q9x4t1ab")))
    let texts = CustomFieldTests.fields.map { $0.value(of: plan)?.text }
    #expect(
      texts == [
        "2.50", "M", "page", "2026-12-01", "Ann", "Me <me@b.c>", "no", "https://a.b",
      ])
  }

  @Test(
    "A value that does not fit is an error that names the field",
    arguments: [
      (#"{"points":"3"}"#, "'custom' must be an object whose 'points' is a number or null"),
      (#"{"points":1e999}"#, "points '1e999' is not a number; write it like 3, 0.5 or -2"),
      (#"{"size":"huge"}"#, "size 'huge' is not an option; the options are S, M and L"),
      (#"{"size":3}"#, "'custom' must be an object whose 'size' is a text or null"),
      (#"{"parts":[3]}"#, "'custom' must be an object whose 'parts' is a list of options"),
      (
        #"{"review-day":"soon"}"#,
        "'custom' must be an object whose 'review-day' is a day, YYYY-MM-DD"
      ),
      (
        #"{"billable":"yes"}"#, "'custom' must be an object whose 'billable' is true, false or null"
      ),
      (
        #"{"spec":"javascript:x"}"#,
        "spec 'javascript:x' is not an address; write it like https://example.com"
      ),
      (
        #"{"customer":"a\nb"}"#,
        "customer 'a\nb' has a line break or a control character in it; write it on one line; the body may have several"
      ),
      ("3", "'custom' must be an object"),
    ])
  func wrong(custom: String, reason: String) {
    let file = ImportFile(
      Array(Self.line(custom).utf8), board: CustomFieldTests.board, me: "Me <me@b.c>")
    #expect(file.problems.map(\.reason) == [reason])
  }

  @Test("Fields that the board lacks are kept, and shown once they are defined")
  func unknownFields() throws {
    let board = Board(columns: [Column(id: "todo", title: "Todo", kind: .todo)])
    let line = Self.line(#"{"points":3,"parts":["page"],"No Id":1,"customer":null}"#)
    let document = try Self.step(line, board: board)
    let file = ImportFile(Array(line.utf8), board: board, me: "Me <me@b.c>")
    #expect(file.lines[0].unknown.map(\.text) == ["custom.parts", "custom.points"])
    #expect(file.lines[0].ignored == ["'No Id' of 'custom'"])
    let plan = Plan(document, id: try #require(PlanID("k7m2q9x4t1ab")))
    #expect(CustomFieldTests.board[field: "points"]?.value(of: plan)?.text == "3")
    #expect(CustomFieldTests.board[field: "parts"]?.value(of: plan)?.text == "page")
  }

  @Test(
    "An export of any values, fitting or not, imports into the same plan, twice", arguments: 0..<60)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    var document = PlanDocument(id: ExactString(id.text))
    document.apply(
      [
        .title("T"), .state("todo"), .rank("a1"),
        .created(at: Timestamp(seconds: 1_795_165_000), by: "Me <me@b.c>"),
      ], stamp: .none)
    for _ in 0..<8 { document.apply([random.customEdit()], stamp: .none) }
    let board = CustomFieldTests.board
    let today = CalendarDay(dayNumber: 20_000)
    let export = PlanJSON.object(Plan(document, id: id), board: board, today: today)
    let line = CanonicalJSON.line(of: .object(export))
    let copy = try Self.step(line, board: board)
    let again = PlanJSON.object(Plan(copy, id: id), board: board, today: today)
    #expect(again["custom"] == export["custom"] && again["unknown"] == export["unknown"], "\(line)")
    let twice = try Self.step(line, board: board, old: copy)
    #expect(twice == copy, "seed \(seed): \(line)")
  }
}

extension SeededGenerator {
  /// Returns an edit of a custom field with a value that may not fit.
  mutating func customEdit() -> Edit {
    let field = pick(CustomFieldTests.fields)
    let member = ExactString(CustomField.prefix + field.id)
    let values: [JSONValue] = [
      .number(3), .string("M"), .string("2026-12-01"), .string("https://a.b"), .bool(true), .null,
      .string("e\u{301}\u{202E}"), .array([.number(1)]), .object(["a": .null]), .string(""),
    ]
    if chance(40) {
      let option = ExactString(pick(["page", "docs", "server", "gone", "\u{202E}x"]))
      let path = ElementPath.setMember(set: member, member: option)
      return chance(70) ? .write(path, .bool(true)) : .clear(path)
    }
    return .write(.field(member), pick(values))
  }
}
