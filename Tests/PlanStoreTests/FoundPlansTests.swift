import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

@Suite("What a change reads")
struct FoundPlansTests {
  /// The ids of the plans that were read, in order.
  private final class Counter {
    var reads: [PlanID] = []
  }

  @Test("A plan is read once, though edits, rules and the list of changed files all ask for it")
  func once() async throws {
    let ada = try await BoardFixture()
    let id = try await ada.add("a plan")
    let other = try await ada.add("another")
    try await ada.change { transaction in
      let path = PlanList.columns.path("done", "from")
      transaction.editBoard([.write(path, .array([.string("doing")]))])
    }
    let snapshot = try ada.store().snapshot()
    let counter = Counter()
    let found = FoundPlans { id in
      counter.reads.append(id)
      return try snapshot.document(id)
    }
    var transaction = Transaction(on: snapshot, stamp: Stamp("s"), found: found)
    #expect(try transaction.plan(id).title == "a plan")
    try transaction.edit(id, [.title("new")])
    try transaction.edit(id, [.state("done")])
    #expect(try transaction.found.readableDocument(id) != nil)
    let files = try transaction.changedFiles()
    #expect(files.map(\.file) == [.plan(id)])
    #expect(throws: StoreError.self) { try transaction.checkColumnRules(files) }
    #expect(try transaction.columnViolations().map(\.plan) == [id])
    #expect(try transaction.keepRules(for: [id], knowing: snapshot).map(\.plan) == [id])
    #expect(counter.reads == [id])
    #expect(try transaction.document(other).format == PlanDocument.supportedFormat)
    #expect(counter.reads == [id, other])
  }

  @Test("A plan that is missing, and one that can't be read, are asked for once as well")
  func failures() throws {
    let counter = Counter()
    let missing = PlanID.test("k7m2")
    let found = FoundPlans { id in
      counter.reads.append(id)
      if id == missing { return nil }
      throw StoreError.unreadablePlan(id, reason: "broken")
    }
    let broken = PlanID.test("q9x4")
    for _ in 0..<2 {
      #expect(try found.document(missing) == nil)
      #expect(try found.readableDocument(missing) == nil)
      #expect(try found.readableDocument(broken) == nil)
      #expect(throws: StoreError.self) { try found.document(broken) }
    }
    #expect(counter.reads == [missing, broken])
  }

  @Test("A plan of a newer format is not taken for one that can't be read")
  func newer() {
    let found = FoundPlans { id in throw StoreError.planFormatTooNew(id, found: 9) }
    #expect(throws: StoreError.self) { try found.readableDocument(.test("k7m2")) }
  }
}
