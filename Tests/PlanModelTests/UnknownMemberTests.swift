import PlanModel
import PmgitTestSupport
import Testing

/// Members that a newer version wrote, at every level of a plan's file.
@Suite("Unknown members in an export")
struct UnknownMemberTests {
  private static let id = "k7m2q9x4t1ab"

  private static func value(_ random: inout SeededGenerator) -> JSONValue {
    random.pick([
      .number(5), .bool(false), .string("Ann"), .array([.null, .string("a\nb")]),
      .object(["k": .array([.number(1)])]),
    ])
  }

  /// Returns a plan with values of a newer version next to those of this version.
  private static func document(seed: UInt64) -> PlanDocument {
    var random = SeededGenerator(seed: seed)
    var document = PlanDocument(id: ExactString(id))
    var edits: [Edit] = [
      .title("a plan"), .state("todo"), .rank("a1"),
      .created(at: Timestamp(seconds: 1_795_165_200), by: "Ada"),
    ]
    edits += Edit.checklistItem("gaf95", text: "one", rank: "a1")
    edits += Edit.checklistItem("gone1", text: "two", rank: "a2")
    edits += Edit.comment(
      "c0mm1", text: ["one"], at: Timestamp(seconds: 1_795_165_300), by: "Ada")
    let paths: [ElementPath] = [
      .field("effort"), .field("e\u{301}"), .setMember(set: "watchers", member: "Ann"),
      .setMember(set: "watchers", member: "Ben"), .item(list: "worklog", item: "w/1", member: "h"),
      .item(list: "worklog", item: "w/1", member: "gone"), .other("future"),
      PlanList.checklist.path("gaf95", "assignee"), PlanList.checklist.path("gone1", "assignee"),
      PlanList.comments.path("c0mm1", "reactions"),
    ]
    for path in paths where random.chance(60) {
      let isSet = if case .setMember = path { true } else { false }
      edits.append(.write(path, isSet ? .bool(true) : value(&random)))
    }
    document.apply(edits, stamp: .none)
    if random.chance(50) {
      document.apply([document.removal(ofItem: "gone1", in: "checklist")], stamp: .none)
    }
    return document
  }

  /// An export that copied the object for each added member would copy about 10^10 members here.
  @Test("are there whatever their number, each in its place")
  func many() throws {
    let count = 100_000
    var document = PlanDocument(id: ExactString(Self.id))
    for number in 0..<count {
      let name = ExactString("\(number)")
      let paths: [ElementPath] = [
        .field(name), .setMember(set: "watchers", member: name),
        .item(list: "worklog", item: name, member: "h"),
        .item(list: "one", item: "item", member: name),
      ]
      for path in paths { document[path] = [StampedValue(value: .bool(true))] }
    }
    let plan = Plan(document, id: try #require(PlanID(Self.id)))
    let object = PlanJSON.object(
      plan, board: Board(.newBoard), today: Timestamp(seconds: 0).day)
    let unknown = try #require(object["unknown"]?.object)
    #expect(unknown["fields"]?.object?.count == count)
    #expect(unknown["sets"]?.object?["watchers"]?.array?.count == count)
    #expect(unknown["items"]?.object?["worklog"]?.object?.count == count)
    #expect(unknown["items"]?.object?["one"]?.object?["item"]?.object?.count == count)
  }

  @Test("are there, and an import takes them back", arguments: Seeds.batches(200, of: 50))
  func roundTrip(seeds: [UInt64]) throws {
    for seed in seeds {
      let document = Self.document(seed: seed)
      let id = try #require(PlanID(Self.id))
      let board = Board(.newBoard)
      let now = Timestamp(seconds: 1_795_200_000)
      let exported = PlanJSON.object(Plan(document, id: id), board: board, today: now.day)
      let line = Array(CanonicalJSON.line(of: .object(exported)).utf8)
      var random = SeededGenerator(seed: seed)
      let file = ImportFile(line, board: board, me: "me")
      let plan = try ImportPlan(
        file, existing: [], board: board, ranks: ["a1"], now: now, person: "me", using: &random)
      #expect(plan.ignored.isEmpty, "\(plan.ignored)")
      let step = try #require(plan.steps.first)
      let made = step.document(
        from: PlanDocument(id: document.id), stamp: Stamp(at: now, using: &random))
      for (path, elements) in document.elements where !path.isOfItem("gone1") {
        if case .item(_, _, "rank") = path { continue }
        #expect(made.value(at: path) == elements[0].value, "seed \(seed): \(path.fieldName)")
      }
      let again = PlanJSON.object(Plan(made, id: id), board: board, today: now.day)
      #expect(again == exported, "seed \(seed)")
    }
  }

  @Test(
    "of another shape, and known ones, are left out with a warning",
    arguments: [
      (#""x""#, "'unknown'"), (#"{"fields":{"title":"x"}}"#, "'title' of 'unknown'"),
      (#"{"fields":1}"#, "'fields' of 'unknown'"), (#"{"other":{}}"#, "'other' of 'unknown'"),
      (#"{"sets":{"labels":["x"]}}"#, "'labels' of 'unknown'"),
      (#"{"items":{"checklist":{"gaf95":{"done":true}}}}"#, "'done' of 'unknown'"),
    ])
  func leftOut(unknown: String, words: String) throws {
    let line = #"{"title":"a","checklist":[{"id":"gaf95","text":"x"}],"unknown":\#(unknown)}"#
    let file = ImportFile(Array(line.utf8), board: Board(.newBoard), me: "me")
    #expect(file.problems.isEmpty)
    #expect(file.lines.first?.ignored == [words])
  }
}

extension ElementPath {
  fileprivate func isOfItem(_ id: ExactString) -> Bool {
    if case .item(_, id, _) = self { true } else { false }
  }
}
