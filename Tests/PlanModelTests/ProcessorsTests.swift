import Parallel
import PlanModel
import Testing

@Suite("Work in parts on all processors")
struct ProcessorsTests {
  private struct Refused: Error, Equatable { let item: Int }

  @Test("Each item comes once and in order", arguments: [1, 2, 7, 1000])
  func order(parts: Int) {
    Processors.$testedParts.withValue(parts) {
      for count in [0, 1, 2, 6, 7, 8, 100] {
        let items = Processors.flatMap(count, fewest: 1) { Array($0) }
        #expect(items == Array(0..<count))
        let ranges = Processors.map(count, fewest: 1) { $0 }
        #expect(ranges.count <= parts && ranges.allSatisfy { !$0.isEmpty })
      }
    }
  }

  @Test("Few items are one part")
  func few() {
    #expect(Processors.map(99, fewest: 100) { $0 } == [0..<99])
    #expect(Processors.map(100, fewest: 100) { $0 }.count == min(100, Processors.count))
  }

  @Test("The error is that of the first part that fails", arguments: [1, 2, 7])
  func errors(parts: Int) {
    Processors.$testedParts.withValue(parts) {
      #expect(throws: Refused(item: 20)) {
        try Processors.map(100, fewest: 1) { range throws(Refused) in
          for item in range where item >= 20 && item % 10 == 0 { throw Refused(item: item) }
        }
      }
    }
  }

  @Test("A long list in JSON has the same bytes for any number of processors")
  func json() {
    let plans = (0..<9_000).map { number in
      JSONValue.object(["id": .number(number), "texts": .strings(["a\n\(number)", "b"])])
    }
    let document = JSONValue.object(["format": .number(1), "plans": .array(plans)])
    let expected =
      "{\n  \"format\": 1,\n  \"plans\": [\n    "
      + plans.map { plan in
        String(decoding: CanonicalJSON.bytes(of: plan), as: UTF8.self)
          .split(separator: "\n").joined(separator: "\n    ")
      }.joined(separator: ",\n    ") + "\n  ]\n}"
    for parts in [1, 2, 7] {
      Processors.$testedParts.withValue(parts) {
        #expect(CanonicalJSON.bytes(of: document) == Array(expected.utf8))
        let line = CanonicalJSON.line(of: document)
        let items = plans.map { CanonicalJSON.line(of: $0) }.joined(separator: ",")
        #expect(line == "{\"format\":1,\"plans\":[\(items)]}")
      }
    }
  }
}
