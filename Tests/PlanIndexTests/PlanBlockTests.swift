import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanIndex

@Suite("Blocks of plans")
struct PlanBlockTests {
  private let database: Database
  private let index: PlanIndex

  init() throws {
    index = try PlanIndex(at: try newIndexPath())
    database = index.database
  }

  private static let commit = String(repeating: "a", count: 40)

  private func plan(_ number: Int, _ random: inout SeededGenerator) -> Plan {
    var values = PlanValues()
    values.title = "Plan \(number)"
    return Plan(id: PlanID.random(using: &random), values)
  }

  private func change(_ id: PlanID, _ plan: Plan?) -> IndexChange {
    IndexChange(
      path: Array(id.path.utf8), id: id, content: plan.map { .plan(PackedPlan($0)) } ?? .nothing)
  }

  private func write(_ changes: [IndexChange], isFirst: Bool = false) throws {
    let old = isFirst ? nil : try index.head()
    #expect(try index.write(changes, from: old, to: Self.commit, tree: Self.commit))
  }

  /// Returns the number of plans and of bytes of each block, and checks that its plans are in its
  /// range, and that a block of several plans fits into a page.
  private func blocks() throws -> [(count: Int, bytes: Int)] {
    let statement = try Statement("SELECT id, bytes, sum FROM plans ORDER BY id", in: database)
    var (blocks, sizes): ([PlanBlock], [Int]) = ([], [])
    while try statement.step() {
      blocks.append(try PlanBlock(statement))
      sizes.append(statement.bytes(1).count)
    }
    for (place, block) in blocks.enumerated() {
      let end = place + 1 < blocks.count ? blocks[place + 1].key : .max
      #expect(
        (0..<block.plans.count).allSatisfy {
          (block.key..<end).contains(block.plans.number(at: $0))
        })
      #expect(block.plans.count == 1 || sizes[place] <= PlanBlock.mostBytes)
    }
    return zip(blocks, sizes).map { ($0.plans.count, $1) }
  }

  @Test("Random changes leave the plans that were written", arguments: [1, 2, 3, 4])
  func randomChanges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var stored: [PlanID: Plan] = [:]
    try write([], isFirst: true)
    for step in 0..<40 {
      var changed: [PlanID: Plan?] = [:]
      for number in 0..<Int.random(in: 1...120, using: &random) {
        let old = stored.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<10, using: &random), old) {
        // Sometimes most plans go, so that blocks become empty.
        case (0..<(step % 8 == 7 ? 9 : 3), let old?): changed[old] = .some(nil)
        case (8, let old?):
          changed[old] = Plan(id: old, plan(1000 * step + number, &random).values)
        default:
          let plan = plan(1000 * step + number, &random)
          changed[plan.id] = plan
        }
      }
      // Usually changes come in the order of the ids.
      let ids = step % 3 == 0 ? Array(changed.keys) : changed.keys.sorted()
      try write(ids.map { change($0, changed[$0] ?? nil) })
      for (id, plan) in changed { stored[id] = plan }
      let read = try #require(try index.plans(withTexts: false))
      #expect(read.plans.map(\.id) == stored.keys.sorted())
      #expect(read.plans.map(\.title) == stored.sorted { $0.key < $1.key }.map(\.value.title))
      #expect(try blocks().allSatisfy { $0.count > 0 })
    }
  }

  @Test("Plans in order leave some room in the blocks, and a change writes one of them")
  func fill() throws {
    var random = SeededGenerator(seed: 9)
    let plans = (0..<2000).map { plan($0, &random) }.sorted { $0.id < $1.id }
    try write(plans.map { change($0.id, $0) }, isFirst: true)
    let made = try blocks()
    #expect(made.count > 3)
    let room = PlanBlock.filledBytes - 100...PlanBlock.filledBytes
    #expect(made.dropLast().allSatisfy { room.contains($0.bytes) }, "\(made)")

    let before = try sums()
    var changed = plans[500]
    changed.values.title = "Another"
    try write([change(changed.id, changed)])
    let after = try sums()
    #expect(zip(before, after).count { $0 != $1 } == 1)
    #expect(before.count == after.count)
    let added = plan(2000, &random)
    try write([change(added.id, added)])
    #expect(zip(after, try sums()).count { $0 != $1 } == 1)
    #expect(try blocks().count == made.count)
  }

  @Test("A block without plans goes, and its ids come to the block before it")
  func emptied() throws {
    var random = SeededGenerator(seed: 10)
    let plans = (0..<2000).map { plan($0, &random) }.sorted { $0.id < $1.id }
    try write(plans.map { change($0.id, $0) }, isFirst: true)
    let counts = try blocks().map(\.count)
    let (first, second) = (counts[0], counts[0] + counts[1])
    for range in [first..<second, 0..<first] {
      try write(plans[range].map { change($0.id, nil) })
      try write([change(plans[range.lowerBound].id, plans[range.lowerBound])])
      #expect(try blocks().allSatisfy { $0.count > 0 })
    }
    let read = try #require(try index.plans(withTexts: false))
    #expect(read.plans.map(\.id) == ([plans[0], plans[first]] + plans[second...]).map(\.id))
    try write(plans.map { change($0.id, nil) })
    #expect(try blocks().isEmpty)
    try write([change(plans[7].id, plans[7])])
    #expect(try index.plans(withTexts: false)?.plans.map(\.id) == [plans[7].id])
  }

  @Test("Blocks of large plans have few of them")
  func large() throws {
    var random = SeededGenerator(seed: 12)
    let plans = (0..<40).map { number in
      var values = PlanValues()
      values.title = String(repeating: "x", count: 100_000 + number)
      return Plan(id: PlanID.random(using: &random), values)
    }
    try write(plans.map { change($0.id, $0) }, isFirst: true)
    #expect(try blocks().allSatisfy { (1...3).contains($0.count) })
    let read = try #require(try index.plans(withTexts: false)).plans
    #expect(Set(read.map(\.title)) == Set(plans.map(\.title)))
  }

  private func sums() throws -> [Int64] {
    let statement = try Statement("SELECT sum FROM plans ORDER BY id", in: database)
    var sums: [Int64] = []
    while try statement.step() { sums.append(statement.integer(0)) }
    return sums
  }
}
