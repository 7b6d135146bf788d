import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Values that two clones derive independently")
struct DerivedValueTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)
  private static let label = PlanSet.labels.path(of: "bug")

  private static func stamp(_ number: Int64) -> Stamp {
    Stamp(ExactString("\(Timestamp(milliseconds: now.milliseconds + number))~aaaaa"))
  }

  /// Returns a next plan, as one clone derives it.
  private static func copy(
    title: String = "Water", due: String = "2026-12-07", by: String = "Ada"
  ) -> PlanDocument {
    var document = PlanDocument(id: "k7m2q9x4t1ab")
    document.apply(
      [
        .title(title), .due(CalendarDay(due)), .add("bug", to: .labels),
        .created(at: now, by: by), .rank(by),
      ], stamp: .derived)
    return document
  }

  private static func merged(_ one: PlanDocument, _ other: PlanDocument) throws -> Plan {
    let merged = PlanMerge.merge(one, other, bases: [])
    #expect(merged == PlanMerge.merge(other, one, bases: []))
    return Plan(merged, id: try #require(PlanID("k7m2q9x4t1ab")))
  }

  @Test("What a person changed, removed and cleared stays beside the copy of another clone")
  func edits() throws {
    var edited = Self.copy()
    edited.apply(
      [.title("Water the roses"), .due(nil), .remove("bug", from: .labels)], stamp: Self.stamp(1))
    let plan = try Self.merged(edited, Self.copy(by: "Ben"))
    #expect(plan.title == "Water the roses" && plan.due == nil && plan.labels == [])
    #expect(plan.conflicts.isEmpty)
  }

  @Test("A label stays away however often it was added and removed again")
  func removedAgain() throws {
    var edited = Self.copy()
    for number in 1...3 as ClosedRange<Int64> {
      edited.apply([.remove("bug", from: .labels)], stamp: Self.stamp(2 * number))
      #expect(try Self.merged(edited, Self.copy(by: "Ben")).labels == [])
      edited.apply([.add("bug", to: .labels)], stamp: Self.stamp(2 * number + 1))
      #expect(try Self.merged(edited, Self.copy(by: "Ben")).labels == ["bug"])
    }
  }

  @Test(
    "Different titles are a conflict; the days of a series are none, and the later one is shown")
  func differentCopies() throws {
    let plan = try Self.merged(Self.copy(), Self.copy(title: "Sprinkle", due: "2026-12-14"))
    #expect(plan.conflicts.map(\.field) == ["title"])
    #expect(plan.due == CalendarDay("2026-12-14"))
  }

  @Test("Days that imports or rules wrote are a conflict")
  func differentDays() throws {
    var documents: [PlanDocument] = []
    for (number, day) in ["2026-12-07", "2026-12-14"].enumerated() {
      var document = PlanDocument(id: "k7m2q9x4t1ab")
      document.apply([.due(CalendarDay(day))], stamp: Self.stamp(Int64(number)).ofDerived)
      documents.append(document)
    }
    #expect(try Self.merged(documents[0], documents[1]).conflicts.map(\.field) == ["due"])
  }

  @Test("A deleted plan stays deleted, and an undo hides only the copy that was undone")
  func deletions() throws {
    var deleted = Self.copy()
    deleted.apply([deleted.deletion(at: Self.now, by: "Ada")], stamp: Self.stamp(1))
    #expect(try Self.merged(deleted, Self.copy(by: "Ben")).isDeleted)
    var edited = Self.copy(by: "Ben")
    edited.apply([.title("Water the roses")], stamp: Self.stamp(2))
    #expect(try !Self.merged(deleted, edited).isDeleted)

    var undone = Self.copy()
    undone.apply([undone.undoneCreation(at: Self.now, by: "Ada")], stamp: Self.stamp(1))
    #expect(undone.isHidden)
    #expect(try !Self.merged(undone, Self.copy(by: "Ben")).isDeleted)
  }

  @Test("A derived stamp has a time, a form, and the characters of its command")
  func stamps() {
    let (stamp, derived) = (Self.stamp(0), Self.stamp(0).ofDerived)
    #expect(derived.isDerived && derived.isWellFormed && derived.time == stamp.time)
    #expect(derived < stamp && derived.isOfSameCommand(as: stamp) && derived.ofDerived == derived)
    let later = Timestamp(milliseconds: Self.now.milliseconds + 5)
    #expect(derived.dated(later) == stamp.dated(later).ofDerived)
    #expect(Stamp.derived.isDerived && Stamp.derived.time == nil && !Stamp.derived.isWellFormed)
    #expect(StampCheck(now: Self.now).accepts(.derived) && !Stamp.none.isDerived)
  }
}
