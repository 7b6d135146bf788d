import Testing

@testable import PlanModel

@Suite("The fields of a plan, each described once")
struct PlanFieldTests {
  private static let id = PlanID("k7m2q9x4t1ab")
  private static let board = Board(columns: [Column(id: "todo", title: "", kind: .todo, rank: "a")])

  /// Returns a valid stored value for an optional field.
  private static func sample(of field: PlanField) -> JSONValue {
    switch field.property?.kind {
    case .day: .string("2026-12-01")
    case .priority: .string("high")
    case .person: .string("Ada")
    case .number: .number(3)
    case .moment: .string("2026-12-01T09:30:00.000Z")
    case .repetition: .string("every 2 weeks")
    case .phase: .string("v1.0")
    case nil: .strings(["one", "two"])
    }
  }

  private func plan(with edits: [Edit]) throws -> Plan {
    let id = try #require(Self.id)
    var document = PlanDocument(id: ExactString(id.text))
    document.apply([.title("x"), .state("todo")] + edits, stamp: Stamp("s"))
    #expect(document.wrongValues.isEmpty)
    return Plan(document, id: id)
  }

  private func context() throws -> QueryContext {
    QueryContext(
      now: try #require(Timestamp("2026-11-22T12:00:00Z")), me: nil, board: Self.board)
  }

  @Test(
    "A field is read, exported under its name, imported from there, and asked for by its name",
    arguments: PlanField.allCases.filter(\.isOptional))
  func roundTrip(field: PlanField) throws {
    let value = Self.sample(of: field)
    let plan = try plan(with: [.write(.field(ExactString(field.rawValue)), value)])
    let context = try context()
    let json = PlanJSON.object(plan, board: Self.board, today: CalendarDay(dayNumber: 20_779))
    #expect(json[ExactString(field.rawValue)] == PlanJSON.value(value, at: field.path))
    let line = try ImportLine(json, number: 1, me: "Ada").placed(on: Self.board, me: "Ada")
    #expect(line.edits.contains(.write(field.path, value)))
    let query = try Query.parse("has:\(field.rawValue)", context: context)
    #expect(query.matches(plan))
    #expect(!query.matches(try self.plan(with: [])))
  }

  @Test(
    "Null clears a field in an import", arguments: PlanField.allCases.filter(\.isOptional))
  func clearing(field: PlanField) throws {
    let line = try ImportLine([ExactString(field.rawValue): .null], number: 1, me: "Ada")
      .placed(on: Self.board, me: "Ada")
    let nothing: JSONValue = field == .body ? .array([]) : .null
    #expect(line.edits == [.write(field.path, nothing)])
  }

  @Test("The members of a set are read, exported, and asked for", arguments: PlanSet.allCases)
  func sets(set: PlanSet) throws {
    let member = set == .links ? "parent:k7m2" : "x"
    let plan = try plan(with: [.add(member, to: set)])
    let context = try context()
    let json = PlanJSON.object(plan, board: Self.board, today: CalendarDay(dayNumber: 20_779))
    #expect(json[ExactString(set.rawValue)] == .strings([member]))
    for name in [set.memberName, set.rawValue] {
      let query = try Query.parse("has:\(name)", context: context)
      #expect(query.matches(plan))
      #expect(!query.matches(try self.plan(with: [])))
    }
  }

  @Test("Every field and set has a key of its own among those of a plan, which are sorted")
  func keys() throws {
    let json = PlanJSON.object(
      try plan(with: []), board: Self.board, today: CalendarDay(dayNumber: 20_779))
    let keys = json.members.map(\.key)
    #expect(keys == keys.sorted() && Set(keys).count == keys.count)
    let names = PlanField.allCases.map(\.rawValue) + PlanSet.allCases.map(\.rawValue)
    #expect(names.allSatisfy { keys.contains(ExactString($0)) })
  }
}
