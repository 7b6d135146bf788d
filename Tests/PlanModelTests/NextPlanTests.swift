import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("The plan after a finished one")
struct NextPlanTests {
  private static let today = CalendarDay(dayNumber: 20_783)

  private func document(_ edits: [Edit], stamp: Stamp = Stamp("s")) -> PlanDocument {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    document.apply(
      [.title("Water"), .state("todo"), PlanField.repeat.write(.string("every week"))] + edits,
      stamp: stamp)
    return document
  }

  private func next(of document: PlanDocument) throws -> Plan {
    let id = try #require(PlanID("k7m2q9x4t1ab")).following
    let step = try #require(document.nextStep(today: Self.today))
    var next = PlanDocument(id: ExactString(id.text))
    next.apply(document.nextPlan(at: step, today: Self.today), stamp: .none)
    #expect(next.elements.values.allSatisfy { $0.count == 1 && $0[0].stamp == .none })
    return Plan(next, id: id)
  }

  @Test("It has what the series has, and nothing of the work that is done")
  func content() throws {
    var document = document(
      [
        .body(["one", "two"]), .due(CalendarDay("2026-11-26")), .priority(.high), .owner("Ada"),
        PlanField.start.write(.string("2026-11-24")), .estimate(JSONNumber(3)),
        .lease(Timestamp(milliseconds: 0)), .add("home", to: .labels), .add("Ben", to: .assignees),
        .add("parent:p3x9aaaaaaaa", to: .links), .add("blocked-by:p3x9aaaaaaaa", to: .links),
        .add("commit:\(String(repeating: "a", count: 40))", to: .links),
        .add("jira:1", to: .aliases), .write(.field("x-room"), .string("kitchen")),
        PlanField.milestone.write(.string("v1.0")),
        PlanField.iteration.write(.string("2026-11-16")),
        .write(.setMember(set: "x-tools", member: "can"), .bool(true)),
        .write(.other("started"), .string("2026-11-20")),
        .write(.item(list: "x-log", item: "aaaaa", member: "text"), .string("x")),
      ]
        + Edit.checklistItem("aaaaa", text: "Kitchen", rank: "a0")
        + Edit.checklistItem("bbbbb", text: "Balcony", rank: "a1") + [.check("aaaaa", done: true)]
        + Edit.comment("ccccc", text: ["Done"], at: Timestamp(milliseconds: 0), by: "Ada"))
    document.apply([document.removal(ofItem: "bbbbb", in: "checklist")], stamp: Stamp("t"))
    let plan = try next(of: document)
    #expect(plan.title == "Water" && plan.body == ["one", "two"])
    #expect(plan.due?.description == "2026-12-03" && plan.start?.description == "2026-12-01")
    #expect(plan.priority == .high && plan.estimate == JSONNumber(3))
    #expect(plan.labels == ["home"] && plan.assignees == ["Ben"])
    #expect(plan.links.map(\.description) == ["parent:p3x9aaaaaaaa"])
    #expect(plan.repetition?.description == "every week")
    #expect(
      plan.checklist == [ChecklistItem(id: "aaaaa", text: "Kitchen", done: false, rank: "a0")])
    #expect(
      plan.unknown == [
        .field("x-room"): .string("kitchen"),
        .setMember(set: "x-tools", member: "can"): .bool(true),
      ])
    #expect(plan.owner == nil && plan.lease == nil && plan.comments.isEmpty && plan.aliases.isEmpty)
    #expect(plan.milestone == nil && plan.iteration == nil)
    #expect(plan.other.isEmpty && plan.state.isEmpty && plan.rank.isEmpty && plan.created == nil)
  }

  @Test("Of a value in conflict it has the shown one")
  func conflicts() throws {
    var document = document([])
    document[.field("title")] = ["Water", "Sprinkle"].enumerated().map { index, title in
      StampedValue(stamp: Stamp(ExactString("t\(index)")), value: .string(title))
    }
    let plan = try next(of: document)
    #expect(plan.title == "Sprinkle" && plan.conflicts.isEmpty)
  }

  @Test("Without a due date it is counted from today, and so is the start")
  func withoutDue() throws {
    let plan = try next(of: document([PlanField.start.write(.string("2026-11-20"))]))
    #expect(plan.due == Self.today + 7 && plan.start?.description == "2026-11-27")
  }

  @Test("A plan without a valid rule, and a deleted one, have no next day")
  func none() {
    for rule in [JSONValue.null, .string("soon"), .number(3), .string(""), .array([])] {
      #expect(document([PlanField.repeat.write(rule)]).nextStep(today: Self.today) == nil)
    }
    var deleted = document([])
    deleted.apply(
      [deleted.deletion(at: Timestamp(milliseconds: 0), by: "Ada")], stamp: Stamp("d"))
    #expect(deleted.nextStep(today: Self.today) == nil)
  }

  @Test("Whatever the clones wrote before, both make the same plan", arguments: Seeds.each(10))
  func determinism(seed: UInt64) throws {
    var draw = RandomPlanEdits(seed: seed)
    let id = try #require(PlanID("k7m2q9x4t1ab"))
    for _ in 0..<20 {
      var document = draw.plan(id)
      document.apply([PlanField.repeat.write(.string("every mon"))], stamp: draw.stamp())
      var other = document
      document.apply([.state("done"), .rank("a0")], stamp: draw.stamp())
      other.apply([.state("done"), .rank("a1"), .lease(nil)], stamp: draw.stamp())
      guard let step = document.nextStep(today: Self.today) else { continue }
      #expect(other.nextStep(today: Self.today) == step)
      #expect(
        document.nextPlan(at: step, today: Self.today)
          == other.nextPlan(at: step, today: Self.today))
    }
  }

  @Test("The ids of a series are valid, and differ")
  func ids() throws {
    var (id, seen) = (try #require(PlanID("k7m2q9x4t1ab")), Set<PlanID>())
    #expect(id.following.text == "c111bbh1zjxx")
    for _ in 0..<20_000 {
      #expect(seen.insert(id).inserted)
      #expect(PlanID(id.text) == id)
      id = id.following
    }
    #expect(Set(seen.map { $0.text.prefix(1) }).count == 22)
    #expect(Set(seen.map { $0.text.prefix(4) }).count > 19_000)
  }
}
