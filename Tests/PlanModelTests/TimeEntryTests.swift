import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Time that was spent")
struct TimeEntryTests {
  @Test(
    "Lengths are read in hours, minutes or both",
    arguments: [
      ("90m", 90), ("1h30m", 90), ("1.5h", 90), ("1h 30m", 90), ("2 hours", 120), ("45min", 45),
      ("1H", 60), ("0.25h", 15), ("1.33h", 80), ("1m", 1), ("1000h", 60_000), ("60000m", 60_000),
      ("0h5m", 5),
    ])
  func lengths(text: String, minutes: Int) throws {
    #expect(try WorkLength.parse(text) == minutes)
  }

  @Test(
    "Other lengths are refused",
    arguments: [
      "", "90", "h", "1d", "2w", "1.5", "30m1h", "1h1h", "-5m", "+5m", "0m", "0.001h", "1000h1m",
      "99999999999999999999m", "1e3m", "1,5h", "٣m", "1h30", "NaN", "1.h", ".5h", "5s", "5 m x",
      "1.5h\u{0}", String(repeating: "1", count: 100) + "m",
    ])
  func refused(text: String) {
    #expect(throws: InvalidValue.self) { try WorkLength.parse(text) }
  }

  @Test("What is written is read as the same length", arguments: Seeds.each(3))
  func words(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let minutes = 1 + random.number(below: random.chance(50) ? 300 : 60_000)
      #expect(try WorkLength.parse(WorkLength.words(minutes)) == minutes)
    }
  }

  private static func entry(_ id: String, _ minutes: Int, _ day: String) -> TimeEntry {
    TimeEntry(
      id: id, at: Timestamp(milliseconds: 0), by: "Ada <a@x>", minutes: minutes,
      day: CalendarDay(day), note: "n")
  }

  private static func plan(_ edits: [Edit]) throws -> Plan {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    document.apply([.title("x"), .state("todo")] + edits, stamp: Stamp("s"))
    return Plan(document, id: try #require(PlanID("k7m2q9x4t1ab")))
  }

  @Test("Entries are read in the order of their days, and summed up")
  func reading() throws {
    let entries = [Self.entry("aaaaa", 90, "2026-11-20"), Self.entry("bbbbb", 5, "2026-11-02")]
    let plan = try Self.plan(entries.flatMap(Edit.time))
    #expect(plan.time == [entries[1], entries[0]] && plan.spentMinutes == 95)
    #expect(plan.outline.hasTime)
    #expect(try Self.plan([]).spentMinutes == 0)
  }

  @Test("Wrong values are kept and found, and count as nothing")
  func wrongValues() throws {
    let wrong: [JSONValue] = [
      .number(-5), .number(0), .number(60_001), .string("90m"), .bool(true), .null, .array([]),
      .number(try #require(JSONNumber("1e400"))), .number(try #require(JSONNumber("1.5"))),
      .number(try #require(JSONNumber("99999999999999999999"))),
    ]
    for value in wrong {
      let path = PlanList.time.path("aaaaa", "minutes")
      var document = PlanDocument(id: "k7m2q9x4t1ab")
      document.apply(
        [.title("x"), .state("todo")] + Edit.time(Self.entry("bbbbb", 5, "2026-11-02"))
          + [.write(PlanList.time.path("aaaaa", "by"), .string("Ada"))], stamp: Stamp("s"))
      document[path] = [StampedValue(stamp: Stamp("s"), value: value)]
      let plan = Plan(document, id: try #require(PlanID("k7m2q9x4t1ab")))
      #expect(plan.spentMinutes == 5 && plan.time.count == 2, "\(value)")
      #expect(document.wrongValues.map(\.path) == (value.isNull ? [] : [path]), "\(value)")
      #expect(try PlanFile.read(PlanFile.bytes(of: document)) == document)
    }
  }

  @Test("Entries of clones are united and never conflict", arguments: Seeds.each(10))
  func merging(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var base = PlanDocument(id: "k7m2q9x4t1ab")
    base.apply([.title("x"), .state("todo")], stamp: .none)
    var clones = [base, base]
    var added: Set<String> = []
    for index in clones.indices {
      for _ in 0..<1 + random.number(below: 5) {
        let id = clones[index].newItemID(in: .time, using: &random)
        let stamp = Stamp(at: Timestamp(milliseconds: 1_795_165_200_000), using: &random)
        clones[index].apply(Edit.time(Self.entry(id, 5, "2026-11-02")), stamp: stamp)
        if random.chance(25) {
          clones[index].apply(
            [clones[index].removal(ofItem: ExactString(id), in: "time")], stamp: stamp)
        } else {
          added.insert(id)
        }
      }
    }
    let merged = PlanMerge.merge(clones[0], clones[1], bases: [base])
    #expect(merged == PlanMerge.merge(clones[1], clones[0], bases: [base]))
    let plan = Plan(merged, id: try #require(PlanID("k7m2q9x4t1ab")))
    #expect(Set(plan.time.map(\.id)) == added && plan.conflicts.isEmpty)
    #expect(plan.spentMinutes == 5 * added.count)
    // Two values of one member, as after imports, are no conflict either.
    var other = merged
    guard let id = added.first else { return }
    other[PlanList.time.path(id, "minutes")] += [
      StampedValue(stamp: Stamp("a"), value: .number(7))
    ]
    #expect(Plan(other, id: plan.id).conflicts.isEmpty)
  }

  @Test("An entry is written once; a guard refuses another value")
  func writtenOnce() {
    var old = PlanDocument(id: "k7m2q9x4t1ab")
    old.apply(Edit.time(Self.entry("aaaaa", 5, "2026-11-02")), stamp: Stamp("a"))
    for member: ExactString in ["at", "by", "minutes", "on", "note"] {
      var new = old
      new[.item(list: "time", item: "aaaaa", member: member)] = [
        StampedValue(stamp: Stamp("b"), value: .number(3))
      ]
      #expect(Rewriting.all(from: old, to: new).count == 1, "\(member)")
    }
    var removed = old
    removed.apply([old.removal(ofItem: "aaaaa", in: "time")], stamp: Stamp("b"))
    #expect(Rewriting.all(from: old, to: removed).isEmpty)
  }

  @Test("Time is split by each grouping, and counted by its days")
  func statistics() throws {
    var first = try Self.plan(
      Edit.time(Self.entry("aaaaa", 30, "2026-11-20"))
        + Edit.time(Self.entry("bbbbb", 60, "2026-11-23")))
    first.values.labels = ["bug", "ui"]
    var second = Plan(id: try #require(PlanID("p3x9q9x4t1ab")))
    second.values.state = "done"
    second.values.texts.time = [
      TimeEntry(
        id: "c", at: Timestamp("2026-11-23T23:30:00Z"), by: "claude", minutes: 10, day: nil,
        note: "")
    ]
    let times = [first, second].flatMap { plan in
      plan.time.map {
        SpentTime($0, on: plan, by: $0.by, clocks: LocalClocks(minutesAheadOfUTC: 60))
      }
    }
    let groups = { (grouping: TimeGrouping) in
      TimeStatistics(times, by: grouping).groups.map { "\($0.name ?? "-") \($0.sum.minutes)" }
    }
    #expect(groups(.person) == ["Ada <a@x> 90", "claude 10"])
    #expect(groups(.plan) == ["k7m2q9x4t1ab 90", "p3x9q9x4t1ab 10"])
    #expect(groups(.label) == ["bug 90", "ui 90", "- 10"])
    #expect(groups(.column) == ["todo 90", "done 10"])
    #expect(groups(.agent) == ["claude 10", "- 90"])
    #expect(groups(.day) == ["2026-11-20 30", "2026-11-23 60", "2026-11-24 10"])
    #expect(groups(.week) == ["2026-W47 30", "2026-W48 70"])
    let all = TimeStatistics(times)
    #expect(all.sum.minutes == 100 && all.sum.entries == 3 && all.sum.plans == 2)
    let day = try #require(CalendarDay("2026-11-23"))
    #expect(TimeStatistics(times, in: day...day).sum.minutes == 60)
  }
}
