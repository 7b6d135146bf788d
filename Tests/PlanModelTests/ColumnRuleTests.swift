import PlanModel
import Testing

@Suite("Rules of columns")
struct ColumnRuleTests {
  private let id = PlanID("k7m2q9x4t1ab")
  private let board = Board(columns: [
    Column(id: "todo", title: "Todo", kind: .todo),
    Column(id: "review", title: "Review", kind: .doing),
    Column(id: "done", title: "Done", kind: .done, from: ["review", "gone"]),
  ])

  /// Returns a plan whose state is the first of these columns. The other columns are conflicting
  /// values.
  private func document(_ states: String...) -> PlanDocument {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    document[.field("state")] = states.enumerated().map { index, state in
      StampedValue(stamp: Stamp(ExactString("s\(9 - index)")), value: JSONValue.string(state))
    }
    return document
  }

  private func violation(_ old: PlanDocument?, _ new: PlanDocument) throws -> ColumnRule.Violation?
  {
    ColumnRule.violation(of: try #require(id), from: old, to: new, on: board)
  }

  @Test("A column with a rule takes plans from the columns that it names, and from no other")
  func rule() throws {
    #expect(try violation(document("review"), document("done")) == nil)
    // The board no longer has this column.
    #expect(try violation(document("gone"), document("done")) == nil)
    let found = try violation(document("todo"), document("done"))
    #expect(found?.from == "todo")
    #expect(found?.to == "done")
    #expect(found?.allowed == ["review", "gone"])
  }

  @Test("A new plan can't begin in a column with a rule")
  func newPlan() throws {
    let found = try violation(nil, document("done"))
    #expect(found != nil)
    #expect(found?.from == nil)
    #expect(try violation(nil, document("todo")) == nil)
  }

  @Test("What is no step is not judged: staying, leaving, and a value that was there already")
  func noStep() throws {
    #expect(try violation(document("done"), document("done")) == nil)
    #expect(try violation(document("done"), document("todo")) == nil)
    #expect(try violation(document("todo", "done"), document("done")) == nil)
    #expect(try violation(document("todo"), document("elsewhere")) == nil)
  }

  @Test("Any of the values that wait for a decision may be the one that the plan came from")
  func conflict() throws {
    #expect(try violation(document("todo", "review"), document("done")) == nil)
    #expect(try violation(document("todo", "doing"), document("done"))?.from == "todo")
  }

  @Test("The rule is read from the settings, where anything but a list of columns is no rule")
  func settings() {
    var document = PlanDocument.newBoard
    let path = PlanList.columns.path("done", "from")
    document.apply([.write(path, .strings(["doing"]))], stamp: Stamp("s1"))
    #expect(Board(document)[column: "done"]?.from == ["doing"])
    for value: JSONValue in [.null, .string("doing"), .number(3), .array([.number(1)]), .array([])]
    {
      document.apply([.write(path, value)], stamp: Stamp("s2"))
      #expect(Board(document)[column: "done"]?.from == [], "\(value)")
    }
  }

  @Test("A column's id counts by its bytes")
  func bytes() {
    let column = Column(id: "done", title: "Done", kind: .done, from: ["caf\u{E9}"])
    #expect(column.admits("caf\u{E9}"))
    #expect(!column.admits("cafe\u{301}"))
  }
}
