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
      let bytes = packed { plan.pack(into: &$0) }
      #expect(try read(bytes) { try Plan(packed: &$0, id: id, texts: plan.texts) } == plan)
      let texts = packed { plan.texts.pack(into: &$0) }
      #expect(try read(texts) { try PlanTexts(packed: &$0) } == plan.texts)
      // Truncated bytes are refused, and nothing is read beyond their end.
      for count in stride(from: 0, to: bytes.count, by: 7) {
        bytes.prefix(count).withUnsafeBytes { part in
          var reader = PackedReader(part)
          #expect(throws: PackedReader.Failure.self) {
            try Plan(packed: &reader, id: id, texts: nil)
          }
        }
      }
    }
  }

  @Test("Names come back to the byte, also where many share a place of the cache")
  func names() throws {
    let names = NameCache()
    var texts = (0..<2000).map { "Person \($0) <person.\($0)@example.com>" }
    texts += ["", "e\u{301}", "\u{E9}", "a\u{0}b"] + texts.prefix(100)
    for text in texts {
      for _ in 0..<2 {
        let read = Array(text.utf8).withUnsafeBytes { names.text($0) }
        #expect(Array(read.utf8) == Array(text.utf8))
      }
    }
    let invalid: [UInt8] = [0x61, 0xFF]
    #expect(invalid.withUnsafeBytes { names.text($0) } == "a\u{FFFD}")
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
