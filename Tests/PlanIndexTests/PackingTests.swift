import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanIndex

@Suite("Packed values")
struct PackingTests {
  private func packed(_ write: (inout PackedWriter) -> Void) -> [UInt8] {
    var writer = PackedWriter()
    write(&writer)
    return writer.bytes
  }

  private func read<Value>(
    _ bytes: [UInt8], _ body: (inout PackedReader) throws -> Value
  ) throws -> Value {
    try bytes.withUnsafeBytes { bytes in
      var reader = PackedReader(bytes)
      let value = try body(&reader)
      #expect(reader.isAtEnd)
      return value
    }
  }

  @Test(
    "Numbers come back, and small ones are short",
    arguments: [
      (0, 1), (-1, 1), (63, 1), (-64, 1), (64, 2), (1 << 40, 6), (Int.max, 10), (Int.min, 10),
    ])
  func numbers(number: Int, length: Int) throws {
    let bytes = packed { $0.write(number) }
    #expect(bytes.count == length)
    #expect(try read(bytes) { try $0.integer() } == number)
  }

  @Test("Texts come back to the byte")
  func texts() throws {
    let long = String(repeating: "x", count: 300)
    let texts = ["", "a", "e\u{301}", "\u{E9}", "로그인", "a\u{0}b", long]
    let read = try read(packed { $0.write(texts) }) { try $0.texts() }
    #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
  }

  @Test("Random plans come back, with all that they have")
  func plans() throws {
    var draw = RandomPlanEdits(seed: 7)
    var plans: [Plan] = []
    for number in 0..<300 {
      let id = PlanID.random(using: &draw.random)
      var document = draw.plan(id)
      if number % 3 == 0 {
        let other = draw.work(on: document)
        let mine = draw.work(on: document)
        document = PlanMerge.merge(mine, other, bases: [document])
      }
      if number % 5 == 0 {
        document[.other("x")] = [StampedValue(value: .array([.null, .number(1)]))]
      }
      let plan = Plan(document, id: id)
      plans.append(plan)
      let texts = packed { plan.texts.pack(into: &$0) }
      #expect(try read(texts) { try PlanTexts(packed: &$0) } == plan.texts)
    }
    plans.sort { $0.id < $1.id }
    let bytes = PackedPlans.pack(plans.map { ($0.id.number, $0.packed()[...]) })
    let block = try PackedPlans(bytes)
    for (row, plan) in plans.enumerated() {
      #expect(block.row(of: plan.id) == row)
      #expect(Array(block.packed(row)) == plan.packed())
      var values = block.values(at: row)
      values.texts = plan.texts
      #expect(Plan(id: plan.id, values) == plan)
      #expect(block.outline(at: row) == plan.outline)
      for property in PlanProperty.all {
        #expect(block.value(of: property, at: row) == property.value(of: plan))
      }
    }
    #expect(block.row(of: try #require(PlanID("a00000000000"))) == nil)
    // Truncated bytes are refused, and nothing is read beyond their end.
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: PackedReader.Failure.self) { try PackedPlans(Array(bytes.prefix(count))) }
    }
  }

  @Test("Long values come back")
  func wide() throws {
    let id = try #require(PlanID("k7m2aaaaaaaa"))
    for length in [0, 1, 65_000, 65_535, 65_536, 200_000] {
      var values = PlanValues()
      values.title = String(repeating: "x", count: length)
      (values.state, values.labels) = ("todo", ["bug", ""])
      let plan = Plan(id: id, values)
      let block = try PackedPlans(PackedPlans.pack([(id.number, plan.packed()[...])]))
      values.setOutline(PlanTexts().outline)
      #expect(Plan(id: id, in: block, row: 0) == Plan(id: id, values))
      #expect(block.title(at: 0).utf8.count == length)
    }
  }

  @Test("Values whose packed text is longer than a file may be come back")
  func escaped() throws {
    let id = try #require(PlanID("k7m2aaaaaaaa"))
    let long = JSONValue.string(ExactString(String(repeating: "\u{7F}", count: 300_000)))
    var values = PlanValues()
    values.other["zzz"] = long
    values.unknown[.field("later")] = long
    values.conflicts = [
      Conflict(
        path: .field("title"),
        values: [StampedValue(stamp: Stamp("2026-11-20T00:00:00.000Z~aaaaaa"), value: long)])
    ]
    let plan = PackedPlan(Plan(id: id, values)).plan
    #expect(plan.other == values.other && plan.unknown == values.unknown)
    #expect(plan.conflicts == values.conflicts)
  }

  @Test("Damaged places of rows and values are refused, or lead to bytes inside of the block")
  func damagedBlocks() throws {
    var draw = RandomPlanEdits(seed: 5)
    let plans = (0..<4).map { _ in
      let id = PlanID.random(using: &draw.random)
      return Plan(draw.plan(id), id: id)
    }.sorted { $0.id < $1.id }
    let bytes = PackedPlans.pack(plans.map { ($0.id.number, $0.packed()[...]) })
    var refused = 0
    for place in bytes.indices {
      for bit in [0, 7] {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        guard let block = try? PackedPlans(damaged) else {
          refused += 1
          continue
        }
        for row in 0..<block.count { _ = block.packed(row) }
      }
    }
    #expect(refused > 4 * 12)
  }

  @Test("Ids are numbers in the same order")
  func ids() throws {
    var random = SeededGenerator(seed: 3)
    var ids = (0..<200).map { _ in PlanID.random(using: &random) }
    ids += ["a00000000000", "zzzzzzzzzzzz"].compactMap(PlanID.init)
    ids.sort()
    #expect(ids.map(\.number) == ids.map(\.number).sorted())
    for id in ids { #expect(PlanID(number: id.number) == id) }
    for number in [-1, 0, 1 << 60, Int64.max] { #expect(PlanID(number: number) == nil) }
  }
}
