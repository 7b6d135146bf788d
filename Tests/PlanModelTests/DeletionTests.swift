@testable import PlanModel
import Testing

@Suite("Deleting plans and items")
struct DeletionTests {
  static let time = Timestamp(milliseconds: 1_795_168_951_120)

  static func plan() throws -> PlanDocument {
    try PlanFile.read(utf8(SampleFile.documented))
  }

  static func deleted() throws -> PlanDocument {
    var document = try plan()
    let deletion = document.deletion(at: time, by: "Dev One <one@example.com>")
    document.apply([deletion], stamp: Stamp("s1"))
    return document
  }

  /// Returns the hash with which a document stores the removal of an item.
  private static func itemHash(
    _ document: PlanDocument, list: ExactString, item: ExactString
  ) -> String? {
    guard case .write(_, let hash) = document.removal(ofItem: item, in: list) else { return nil }
    return hash.string
  }

  static func isHidden(_ document: PlanDocument) -> Bool {
    Plan(document, id: SampleFile.id).isDeleted
  }

  @Test(
    "The hash is that of Fowler, Noll and Vo",
    arguments: [
      // From RFC 9923 and the authors' test suite; the last one has leading zeros.
      ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
      ("b", "af63df4c8601f1a5"), ("\u{0}", "af63bd4c8601b7df"), ("13900", "00f5898e9456454c"),
    ])
  func fnv(text: String, hash: String) {
    #expect(FNV1a.hex(of: utf8(text)) == hash)
  }

  @Test("The hash of the documented plan never changes: other clones have it in their files")
  func goldenHash() throws {
    #expect(try Self.plan().contentHash == "b1425ec6fb42af5d")
    #expect(try Self.deleted().contentHash == "b1425ec6fb42af5d")
    #expect(try Self.itemHash(Self.plan(), list: "checklist", item: "c3f8z") == "0645e80636565201")
  }

  @Test("A deletion says who, when, and what they saw")
  func record() throws {
    let document = try Self.deleted()
    #expect(
      document.value(at: .field("deleted"))
        == .object([
          "at": .string("2026-11-20T10:02:31.120Z"), "by": .string("Dev One <one@example.com>"),
          "seen": .string("b1425ec6fb42af5d"),
        ]))
    let deletion = Plan(document, id: SampleFile.id).deletion
    #expect(deletion == Deletion(at: Self.time, by: "Dev One <one@example.com>", holds: true))
    #expect(Plan(try Self.plan(), id: SampleFile.id).deletion == nil)
  }

  @Test("A deleted plan stays hidden when its position changes")
  func position() throws {
    var document = try Self.deleted()
    document.apply([.rank("b00")], stamp: Stamp("s2"))
    #expect(Self.isHidden(document))
    document[.field("rank")] += [StampedValue(stamp: Stamp("s3"), value: .string("b01"))]
    #expect(Self.isHidden(document))
  }

  @Test(
    "A deleted plan shows again when its content changes",
    arguments: [
      .title("New"), .add("later", to: .labels), .remove("bug", from: .labels),
      .check("c3f8z", done: true), .write(.other("x"), .bool(true)), .due(nil),
    ] as [Edit])
  func content(edit: Edit) throws {
    var document = try Self.deleted()
    document.apply([edit], stamp: Stamp("s2"))
    let plan = Plan(document, id: SampleFile.id)
    #expect(!plan.isDeleted)
    #expect(plan.deletion?.by == "Dev One <one@example.com>")
  }

  @Test("An edit made elsewhere before the deletion was seen shows the plan again")
  func concurrentEdit() throws {
    let base = try Self.plan()
    var theirs = base
    theirs.apply([.title("New")], stamp: Stamp("s0"))
    #expect(!Self.isHidden(PlanMerge.merge(try Self.deleted(), theirs, bases: [base])))
    var moved = base
    moved.apply([.rank("b00")], stamp: Stamp("s0"))
    #expect(Self.isHidden(PlanMerge.merge(try Self.deleted(), moved, bases: [base])))
  }

  @Test("Two people who delete one plan hide it")
  func deletedTwice() throws {
    let base = try Self.plan()
    var theirs = base
    theirs.apply([theirs.deletion(at: Self.time, by: "Dev Two")], stamp: Stamp("s2"))
    let merged = PlanMerge.merge(try Self.deleted(), theirs, bases: [base])
    #expect(Self.isHidden(merged))
    #expect(Plan(merged, id: SampleFile.id).deletion?.by == "Dev Two")
  }

  @Test("Of two deletions made apart, it is enough that one saw what the plan is now")
  func deletedAfterEdit() throws {
    let base = try Self.plan()
    var theirs = base
    theirs.apply([.title("New")], stamp: Stamp("s0"))
    theirs.apply([theirs.deletion(at: Self.time, by: "Dev Two")], stamp: Stamp("s0b"))
    let merged = PlanMerge.merge(try Self.deleted(), theirs, bases: [base])
    #expect(merged[.field("deleted")].count == 2)
    #expect(Self.isHidden(merged))
    #expect(Plan(merged, id: SampleFile.id).deletion?.by == "Dev Two")
  }

  @Test("Two people who each changed a plan before they deleted it see it again, to decide")
  func changedAndDeletedTwice() throws {
    let base = try Self.plan()
    let sides = [("s2", Edit.title("One's")), ("s3", Edit.due(CalendarDay("2026-12-24")))].map {
      stamp, edit in
      var document = base
      document.apply([edit], stamp: Stamp(ExactString(stamp)))
      let deletion = document.deletion(at: Self.time, by: stamp)
      document.apply([deletion], stamp: Stamp(ExactString(stamp)))
      return document
    }
    #expect(sides.allSatisfy(Self.isHidden))
    let merged = PlanMerge.merge(sides[0], sides[1], bases: [base])
    #expect(!Self.isHidden(merged))
    #expect(merged.conflictOfDeletion != nil)
  }

  @Test("A deletion and a restoration made apart hide nothing, and wait for a decision")
  func deletedAndRestored() throws {
    let base = try Self.deleted()
    var (again, restored) = (base, base)
    again.apply([again.deletion(at: Self.time, by: "Dev Two")], stamp: Stamp("s9"))
    restored.apply([PlanDocument.restoration], stamp: Stamp("s5"))
    let plan = Plan(PlanMerge.merge(again, restored, bases: [base]), id: SampleFile.id)
    #expect(!plan.isDeleted)
    #expect(plan.conflicts.map(\.field) == ["deleted"])
    #expect(plan.conflicts.first?.values.map(\.value.isNull) == [false, true])
  }

  @Test("A plan that was changed since it was deleted has a conflict: to keep it or to delete it")
  func conflict() throws {
    var document = try Self.deleted()
    #expect(Plan(document, id: SampleFile.id).conflicts.isEmpty)
    document.apply([.rank("b00")], stamp: Stamp("s3"))
    #expect(Plan(document, id: SampleFile.id).conflicts.isEmpty)
    document.apply([.title("New")], stamp: Stamp("s2"))
    let conflict = try #require(Plan(document, id: SampleFile.id).conflicts.first)
    #expect(conflict.path == .field("deleted"))
    #expect(conflict.values.map(\.stamp) == [Stamp("s2"), Stamp("s1")])
    #expect(conflict.values.map(\.value.isNull) == [true, false])
    document.apply([PlanDocument.restoration], stamp: Stamp("s4"))
    #expect(Plan(document, id: SampleFile.id).conflicts.isEmpty)
  }

  @Test("A restored plan is not deleted, and can be deleted again")
  func restoration() throws {
    var document = try Self.deleted()
    document.apply([PlanDocument.restoration], stamp: Stamp("s2"))
    #expect(Plan(document, id: SampleFile.id).deletion == nil)
    #expect(document.value(at: .field("deleted")) == .null)
    document.apply([document.deletion(at: Self.time, by: "Dev Two")], stamp: Stamp("s3"))
    #expect(Self.isHidden(document))
  }

  @Test(
    "A deletion of the wrong shape hides nothing",
    arguments: [
      .bool(true), .string("yes"), .object([:]), .object(["seen": .number(1)]), .array([]),
    ] as [JSONValue])
  func wrongShape(value: JSONValue) throws {
    var document = try Self.plan()
    document.apply([.write(.field("deleted"), value)], stamp: Stamp("s1"))
    #expect(!Self.isHidden(document))
  }

  // MARK: - Items

  static let item: ExactString = "c3f8z"

  static func withoutItem() throws -> PlanDocument {
    var document = try plan()
    let removal = document.removal(ofItem: item, in: "checklist")
    document.apply([removal], stamp: Stamp("s1"))
    return document
  }

  static func items(_ document: PlanDocument) -> [String] {
    Plan(document, id: SampleFile.id).checklist.map(\.id)
  }

  @Test("A removed item is gone, wherever it is moved, until it changes")
  func removedItem() throws {
    var document = try Self.withoutItem()
    #expect(Self.items(try Self.plan()) == ["c3f8z"])
    #expect(Self.items(document).isEmpty)
    document.apply([.write(PlanList.checklist.path("c3f8z", "rank"), .string("b00"))], stamp: .none)
    #expect(Self.items(document).isEmpty)
    document.apply([.check("c3f8z", done: true)], stamp: Stamp("s2"))
    #expect(Self.items(document) == ["c3f8z"])
  }

  @Test("An item that was ticked elsewhere meanwhile comes back whole")
  func concurrentTick() throws {
    let base = try Self.plan()
    var theirs = base
    theirs.apply([.check("c3f8z", done: true)], stamp: Stamp("s2"))
    let merged = PlanMerge.merge(try Self.withoutItem(), theirs, bases: [base])
    let items = Plan(merged, id: SampleFile.id).checklist
    let whole = ChecklistItem(
      id: "c3f8z", text: "write a failing test", done: true, rank: "a0", wasRemoved: true)
    #expect(items == [whole])
    var kept = merged
    kept.apply(merged.keeping(["c3f8z"], in: "checklist"), stamp: Stamp("s3"))
    #expect(Plan(kept, id: SampleFile.id).checklist.map(\.wasRemoved) == [false])
    #expect(kept.keeping(["c3f8z"], in: "checklist") == [])
    #expect(base.keeping(["c3f8z"], in: "checklist") == [])
    var untouched = base
    untouched.apply([.title("New")], stamp: Stamp("s2"))
    #expect(Self.items(PlanMerge.merge(try Self.withoutItem(), untouched, bases: [base])).isEmpty)
  }

  @Test("An item's hash is that of its own list and its exact id")
  func itemHash() throws {
    var document = try Self.plan()
    let hash = Self.itemHash(document, list: "checklist", item: Self.item)
    document.apply(Edit.checklistItem("other", text: "t", rank: "a1"), stamp: .none)
    document.apply(Edit.comment("c3f8z", text: ["t"], at: Self.time, by: ""), stamp: .none)
    #expect(Self.itemHash(document, list: "checklist", item: Self.item) == hash)
    #expect(Self.itemHash(document, list: "comments", item: Self.item) != hash)
  }

  @Test("A removed comment is gone; a wrong mark of removal removes nothing")
  func comments() throws {
    var document = try Self.plan()
    document.apply(Edit.comment("m1", text: ["t"], at: Self.time, by: "Dev Two"), stamp: .none)
    let gone = PlanList.comments.path("m1", "gone")
    for value in [JSONValue.bool(true), .string("0000000000000000"), .null] {
      document.apply([.write(gone, value)], stamp: Stamp("s1"))
      #expect(Plan(document, id: SampleFile.id).comments.count == 1)
    }
    document.apply([document.removal(ofItem: "m1", in: "comments")], stamp: Stamp("s2"))
    #expect(Plan(document, id: SampleFile.id).comments.isEmpty)
  }
}
