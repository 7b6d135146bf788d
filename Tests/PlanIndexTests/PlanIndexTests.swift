import Foundation
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanIndex

@Suite("The index file")
struct PlanIndexTests {
  private let path: String

  init() throws { path = try newIndexPath() }

  private static let tree = String(repeating: "a", count: 40)

  /// Writes an index of some plans and an unreadable file, and returns the plans.
  private func fill(count: Int = 20) throws -> [Plan] {
    var draw = RandomPlanEdits(seed: 11)
    let plans = (0..<count).map { _ in
      let id = PlanID.random(using: &draw.random)
      return Plan(draw.plan(id), id: id)
    }
    var changes = plans.map { plan in
      IndexChange(path: Array(plan.id.path.utf8), id: plan.id, content: .plan(PackedPlan(plan)))
    }
    let path: [UInt8] = Array("plans/".utf8) + [0xFF]
    let broken = UnreadablePlan(path: "plans/\u{FFFD}", reason: "it is not named like a plan")
    changes.append(IndexChange(path: path, id: nil, content: .unreadable(broken)))
    let index = try PlanIndex(at: self.path)
    #expect(try index.write(changes, from: nil, to: Self.tree, tree: Self.tree))
    return plans.sorted { $0.id < $1.id }
  }

  @Test("What was written is read, by another connection as well")
  func roundTrip() throws {
    let plans = try fill()
    let read = try #require(try PlanIndex(at: path).plans(withTexts: true))
    #expect(read.plans == plans)
    #expect(read.unreadable.map(\.plan.path) == ["plans/\u{FFFD}"])
    #expect(read.unreadable[0].path.last == 0xFF)
    #expect(read.head.commit == Self.tree)
    let short = try #require(try PlanIndex(at: path).plans(withTexts: false))
    #expect(short.plans.map(\.outline) == plans.map(\.outline))
    #expect(short.plans.map(\.links) == plans.map(\.links))
    #expect(plans.contains { $0.texts == PlanTexts() } && plans.contains { $0.outline.hasBody })
  }

  @Test("The side files stay from one connection to the next, and the log is empty between them")
  func sideFiles() throws {
    func inodes() throws -> [UInt64] {
      try ["", "-wal", "-shm"].map { suffix in
        let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
        if suffix == "-wal" { #expect(attributes[.size] as? Int == 0) }
        return try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
      }
    }
    _ = try fill()
    let first = try inodes()
    #expect(try PlanIndex(at: path).plans(withTexts: true)?.plans.count == 20)
    #expect(try inodes() == first)
  }

  @Test("A later commit replaces rows, and a writer that began elsewhere writes nothing")
  func follow() throws {
    let plans = try fill()
    let index = try PlanIndex(at: path)
    let head = try #require(try index.head())
    var changed = plans[3]
    changed.values.title = "Another"
    let later = String(repeating: "b", count: 40)
    let changes = [
      IndexChange(
        path: Array(changed.id.path.utf8), id: changed.id, content: .plan(PackedPlan(changed))),
      IndexChange(path: Array(plans[4].id.path.utf8), id: plans[4].id, content: .nothing),
      IndexChange(
        path: Array(plans[5].id.path.utf8), id: plans[5].id,
        content: .unreadable(UnreadablePlan(path: plans[5].id.path, reason: "{", id: plans[5].id))),
      IndexChange(path: Array("plans/".utf8) + [0xFF], id: nil, content: .nothing),
    ]
    #expect(try index.write(changes, from: head, to: later, tree: later))
    let read = try #require(try index.plans(withTexts: true))
    var expected = plans
    expected.replaceSubrange(3..<6, with: [changed])
    #expect(read.plans == expected)
    #expect(read.unreadable.map(\.plan.id) == [plans[5].id])
    #expect(try !index.write(changes, from: head, to: Self.tree, tree: Self.tree))
    #expect(try index.head()?.commit == later)
  }

  @Test("An index that is built in parts has all of them; one that fails stays as it was")
  func parts() throws {
    let plans = try fill(count: 300)
    let index = try PlanIndex(at: path)
    let head = try index.head()
    let other = String(repeating: "b", count: 40)
    let changes = plans.dropFirst(7).map {
      IndexChange(path: Array($0.id.path.utf8), id: $0.id, content: .plan(PackedPlan($0)))
    }
    var (rest, isBroken) = (changes[...], true)
    let next = { () throws(DatabaseError) -> [IndexChange]? in
      if isBroken, rest.count < 200 { throw DatabaseError("broken") }
      defer { rest = rest.dropFirst(50) }
      return rest.isEmpty ? nil : Array(rest.prefix(50))
    }
    #expect(throws: DatabaseError.self) {
      try index.rebuild(at: other, tree: other, next)
    }
    #expect(try index.head() == head)
    (rest, isBroken) = (changes[...], false)
    try index.rebuild(at: other, tree: other, next)
    #expect(try index.plans(withTexts: true)?.plans == Array(plans.dropFirst(7)))
    var visited: [PlanID] = []
    let files = try index.visitPlans(at: other) { visited.append($0.id) }
    #expect(files?.isEmpty == true && visited == plans.dropFirst(7).map(\.id))
    #expect(try index.visitPlans(at: Self.tree) { _ in } == nil)
    // Another process that wants the same finds it there.
    try index.rebuild(at: other, tree: other) { () throws(DatabaseError) in
      throw DatabaseError("read again")
    }
  }

  @Test(
    "A row that is not as it was written is found, whichever it is",
    arguments: [
      "UPDATE plans SET bytes = x'00' WHERE id = (SELECT min(id) FROM plans)",
      "UPDATE plans SET sum = sum + 1 WHERE id = (SELECT max(id) FROM plans)",
      "DELETE FROM plans WHERE id = (SELECT min(id) FROM plans)",
      "INSERT INTO plans SELECT id + 1, bytes, sum FROM plans LIMIT 1",
      "UPDATE plans SET id = id + 1 WHERE id = (SELECT max(id) FROM plans)",
      "UPDATE file SET path = x'41'", "DELETE FROM file", "UPDATE head SET bytes = x'00'",
      "UPDATE head SET sum = 7",
      "UPDATE text SET bytes = x'000000' WHERE id = (SELECT min(id) FROM text)",
      "UPDATE text SET sum = sum + 1 WHERE id = (SELECT max(id) FROM text)",
      "DELETE FROM text WHERE id = (SELECT max(id) FROM text)", "DELETE FROM text",
      "INSERT INTO text SELECT id + 1, bytes, sum FROM text LIMIT 1",
      "INSERT INTO text VALUES (1, x'000000', 0)",
      "INSERT INTO text VALUES (1 << 61, x'000000', 0)",
      "UPDATE text SET bytes = (SELECT bytes FROM text ORDER BY id DESC LIMIT 1)",
      "DELETE FROM plans; INSERT INTO plans VALUES (0, x'', 0)",
    ])
  func damage(statement: String) throws {
    _ = try fill(count: 300)
    let index = try PlanIndex(at: path)
    try index.database.run(untrusted: statement)
    let error = try #require(throws: DatabaseError.self) { try index.plans(withTexts: true) }
    #expect(error.isDamage)
  }

  @Test("Two rows that changed places are found")
  func swapped() throws {
    _ = try fill(count: 300)
    let index = try PlanIndex(at: path)
    try index.database.run(
      """
      CREATE TABLE swap AS SELECT min(id) AS first, max(id) AS last FROM plans;
      UPDATE plans SET id = -1 WHERE id = (SELECT first FROM swap);
      UPDATE plans SET id = (SELECT first FROM swap) WHERE id = (SELECT last FROM swap);
      UPDATE plans SET id = (SELECT last FROM swap) WHERE id = -1
      """)
    #expect(throws: DatabaseError.self) { try index.plans(withTexts: false) }
  }

  @Test("A damaged text does not matter where texts are not read")
  func damagedText() throws {
    let plans = try fill()
    let index = try PlanIndex(at: path)
    try index.database.run("UPDATE text SET bytes = x'00'")
    #expect(try index.plans(withTexts: false)?.plans.map(\.id) == plans.map(\.id))
    #expect(throws: DatabaseError.self) { try index.plans(withTexts: true) }
  }

  @Test("A file of another version or of anything else is damage; a busy one is not")
  func strange() throws {
    for text in ["no database", "SQLite format 3\0" + String(repeating: "x", count: 100)] {
      try Data(text.utf8).write(to: URL(filePath: path))
      let error = try #require(throws: DatabaseError.self) {
        try PlanIndex(at: path).plans(withTexts: true)
      }
      #expect(error.isDamage)
      PlanIndex.remove(at: path)
    }
    _ = try fill()
    let index = try PlanIndex(at: path)
    let other = try PlanIndex(at: path)
    try other.database.run(untrusted: "BEGIN IMMEDIATE")
    let busy = try #require(throws: DatabaseError.self) {
      try index.write([], from: try index.head(), to: Self.tree, tree: Self.tree)
    }
    #expect(busy.isBusy && !busy.isDamage)
    #expect(try index.plans(withTexts: true)?.plans.count == 20)
    try other.database.run(untrusted: "COMMIT; PRAGMA user_version = 9999")
    let error = try #require(throws: DatabaseError.self) { try PlanIndex(at: path) }
    #expect(error.isDamage)
  }

  @Test("A file whose tables are others is damage")
  func otherTables() throws {
    _ = try fill()
    let index = try PlanIndex(at: path)
    try index.database.run(untrusted: "ALTER TABLE plans RENAME TO others")
    let error = try #require(throws: DatabaseError.self) { try index.plans(withTexts: true) }
    #expect(error.isDamage, "\(error)")
  }

  @Test("A link in the place of the file is not followed")
  func link() throws {
    let target = path + "-target"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(throws: DatabaseError.self) { try PlanIndex(at: path) }
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
