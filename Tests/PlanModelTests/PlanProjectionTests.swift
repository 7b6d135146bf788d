import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Plans read from documents")
struct PlanProjectionTests {
  static func plan(_ edits: [Edit], stamp: Stamp = .none) -> Plan {
    var document = PlanDocument(id: ExactString(SampleFile.id.text))
    document.apply(edits, stamp: stamp)
    return Plan(document, id: SampleFile.id)
  }

  static func field(_ name: ExactString, _ value: JSONValue) -> Edit { .write(.field(name), value) }

  static func member(_ list: PlanList, _ item: String, _ name: String, _ value: JSONValue) -> Edit {
    .write(list.path(item, name), value)
  }

  @Test("The documented plan is read whole")
  func documented() throws {
    let plan = Plan(try PlanFile.read(utf8(SampleFile.documented)), id: SampleFile.id)
    var expected = Plan(id: SampleFile.id)
    expected.values.title = "Fix login on iPad"
    expected.values.texts.body = ["Tapping Login twice crashes.", "Seen on iPad mini."]
    expected.values.state = "doing"
    expected.values.due = CalendarDay("2026-12-01")
    expected.values.priority = .high
    expected.values.rank = "a0V3k"
    expected.values.labels = ["bug", "ui"]
    expected.values.texts.checklist = [
      ChecklistItem(id: "c3f8z", text: "write a failing test", done: false, rank: "a0")
    ]
    expected.values.created = Creation(
      at: Timestamp("2026-11-20T09:00:00Z"), by: "Dev One <one@example.com>")
    expected.values.updated = Timestamp("2026-11-20T10:22:31.120Z")
    expected.values.stateSince = expected.updated
    #expect(plan == expected)
  }

  @Test(
    "A field of the wrong type counts as absent",
    arguments: [
      "title", "body", "state", "due", "priority", "owner", "estimate", "rank", "created",
      "deleted",
    ])
  func wrongFields(name: String) {
    let values: [JSONValue] = [
      .null, .bool(true), .object([:]), .array([]), .array([.number(1), .null]),
      .object(["at": .number(1), "by": .null, "seen": .array([])]),
    ]
    for value in values + (name == "estimate" ? [.string("3")] : [.number(3)]) {
      var plan = Self.plan([Self.field(ExactString(name), value)])
      if name == "created" {
        // Null and an empty list mean no value, so they are never written.
        let isNothing = value == .null || value == .array([])
        #expect(plan.created == (isNothing ? nil : Creation(at: nil, by: "")))
        plan.values.created = nil
      }
      if name == "deleted" {
        #expect(plan.isDeleted == false)
        plan.values.deletion = nil
      }
      #expect(plan == Plan(id: SampleFile.id), "\(value)")
    }
  }

  @Test("A due date or a priority that is none counts as absent, a line of a body that is none too")
  func wrongTexts() {
    let plan = Self.plan([
      Self.field("due", .string("2026-02-30")), Self.field("priority", .string("High")),
      Self.field("body", .array([.string("a"), .number(1), .string("b")])),
    ])
    #expect(plan.due == nil && plan.priority == nil)
    #expect(plan.body == ["a", "b"])
  }

  @Test("An item of wrong types is there, with what can be read of it")
  func wrongItems() {
    let plan = Self.plan([
      Self.member(.checklist, "c1", "done", .string("yes")),
      Self.member(.checklist, "c1", "text", .number(1)),
      Self.member(.checklist, "c1", "gone", .bool(true)),
      Self.member(.comments, "m1", "at", .string("yesterday")),
      Self.member(.comments, "m1", "by", .null),
      Self.member(.comments, "m1", "text", .string("no list")),
      Self.member(.columns, "x", "title", .null),
    ])
    #expect(plan.checklist == [ChecklistItem(id: "c1", text: "", done: false, rank: "")])
    #expect(plan.comments == [Comment(id: "m1", at: nil, by: "", text: [])])
  }

  @Test("Sets are in the order of their bytes; a link that is none is left out")
  func sets() {
    let members = ["z", "\u{E9}", "Z", "e\u{301}", "a"]
    let edits = [PlanSet.labels, .assignees, .aliases].flatMap { set in
      members.map { Edit.add($0, to: set) }
    }
    let links = ["relates:b", "no link", "blocked-by:z", "relates:a", ":", "x:"]
    let plan = Self.plan(edits + links.map { .add($0, to: .links) })
    let sorted: [ExactString] = ["Z", "a", "e\u{301}", "z", "\u{E9}"]
    #expect(exact(plan.labels) == sorted)
    #expect(exact(plan.assignees) == sorted)
    #expect(exact(plan.aliases) == sorted)
    #expect(plan.links.map(\.description) == ["blocked-by:z", "relates:a", "relates:b"])
  }

  @Test("The checklist is in the order of ranks, then ids; invalid ranks come last")
  func checklistOrder() {
    let ranks = [("c5", "a0"), ("c1", "a1"), ("c4", "a0"), ("c2", ""), ("c3", "Zz"), ("c0", "!")]
    let plan = Self.plan(ranks.flatMap { Edit.checklistItem($0.0, text: "t", rank: $0.1) })
    #expect(plan.checklist.map(\.id) == ["c3", "c4", "c5", "c1", "c2", "c0"])
  }

  @Test("Comments are oldest first, then by id; one without a time comes first")
  func commentOrder() {
    let times: [(String, Int64)] = [("m4", 5), ("m2", 9), ("m1", 9), ("m3", -5)]
    let edits = times.flatMap {
      Edit.comment($0.0, text: [], at: Timestamp(milliseconds: $0.1), by: "")
    }
    let plan = Self.plan(edits + [Self.member(.comments, "m9", "text", .strings(["t"]))])
    #expect(plan.comments.map(\.id) == ["m9", "m3", "m4", "m1", "m2"])
  }

  @Test("Stamps of what no command writes, and those that are none, say nothing of a change")
  func notUpdated() {
    let created = Timestamp(milliseconds: 5000)
    let far = Stamp("9999-12-31T23:59:59.999Z~zzzzz")
    var document = PlanDocument(id: "p")
    document.apply([.created(at: created, by: "")], stamp: far)
    document[.field("x")] = [StampedValue(stamp: far, value: .null)]
    document[.other("x")] = [StampedValue(stamp: far, value: .null)]
    document[.setMember(set: "x", member: "x")] = [StampedValue(stamp: far, value: .bool(true))]
    document[.item(list: "x", item: "x", member: "x")] = [StampedValue(stamp: far, value: .null)]
    document.apply([.title("x")], stamp: Stamp("9999-12-31T23:59:59.999Z"))
    #expect(Plan(document, id: SampleFile.id).updated == created)
    document.apply([.title("y")], stamp: Stamp("1970-01-01T00:00:09.000Z~aaaaa"))
    #expect(Plan(document, id: SampleFile.id).updated == Timestamp(milliseconds: 9000))
  }

  @Test("A plan was updated at its greatest stamp, whichever path has it, else when created")
  func updated() {
    let created = Timestamp(milliseconds: 5000)
    var document = PlanDocument(id: "p")
    #expect(Plan(document, id: SampleFile.id).updated == nil)
    document.apply([.created(at: created, by: ""), .state("todo")], stamp: .none)
    #expect(Plan(document, id: SampleFile.id).updated == created)
    #expect(Plan(document, id: SampleFile.id).stateSince == nil)
    document.apply([.write(.other("x"), .null)], stamp: Stamp("not a time"))
    #expect(Plan(document, id: SampleFile.id).updated == created)
    document.apply([.add("bug", to: .labels)], stamp: Stamp("1970-01-01T00:00:09.000Z~aaaaa"))
    document.apply([.state("doing")], stamp: Stamp("1970-01-01T00:00:07.000Z~aaaaa"))
    document[.field("x")] = [
      StampedValue(stamp: Stamp("1970-01-01T00:00:08.000Z~aaaaa"), value: .null),
      StampedValue(stamp: Stamp("no time"), value: .null),
    ]
    let plan = Plan(document, id: SampleFile.id)
    #expect(plan.updated == Timestamp(milliseconds: 9000))
    #expect(plan.stateSince == Timestamp(milliseconds: 7000))
  }

  @Test("Conflicts name every value once, the shown one first, in the order of the paths")
  func conflicts() throws {
    let plan = Plan(try PlanFile.read(utf8(SampleFile.everything)), id: SampleFile.id)
    #expect(plan.conflicts.map(\.field) == ["title", "checklist/c1/done", "x-color"])
    #expect(plan.conflicts.first?.values.map(\.value) == [.string("shown"), .string("é"), .null])
    #expect(plan.title == "shown")
  }

  @Test("A position or a mark of removal is never a conflict to decide")
  func unreportedConflicts() {
    var document = PlanDocument(id: "p")
    let paths: [ElementPath] = [
      .field("rank"), PlanList.checklist.path("c1", "rank"), PlanList.comments.path("m1", "gone"),
      PlanSet.labels.path(of: "bug"),
    ]
    for path in paths {
      document[path] = [StampedValue(value: .number(1)), StampedValue(value: .number(2))]
    }
    #expect(document.conflicts.isEmpty)
    for path in [ElementPath.field("gone"), .other("rank")] {
      document[path] = [StampedValue(value: .number(1)), StampedValue(value: .number(2))]
    }
    #expect(document.conflicts.map(\.path) == [.field("gone"), .other("rank")])
  }

  @Test("A candidate has the time of its stamp, if it has one")
  func candidates() {
    var document = PlanDocument(id: "p")
    document[.field("title")] = [
      StampedValue(value: .string("a")),
      StampedValue(stamp: Stamp("1970-01-01T00:00:01.000Z~aaaaa"), value: .string("b")),
    ]
    #expect(
      document.conflicts.first?.values == [
        StampedValue(stamp: Stamp("1970-01-01T00:00:01.000Z~aaaaa"), value: .string("b")),
        StampedValue(stamp: .none, value: .string("a")),
      ])
    #expect(
      document.conflicts.first?.values.map(\.stamp.time) == [Timestamp(milliseconds: 1000), nil])
  }

  @Test("A list of thousands of removed items is read in the time that its size needs")
  func manyRemovedItems() {
    var document = PlanDocument(id: "p")
    for index in 0..<5000 {
      document.apply([Self.member(.checklist, "c\(index)", "gone", .string("x"))], stamp: .none)
    }
    let time = processorTime {
      #expect(Plan(document, id: SampleFile.id).checklist.count == 5000)
    }
    #expect(time < .seconds(5))
  }
}
