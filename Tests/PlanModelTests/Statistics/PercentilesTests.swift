import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Percentiles")
struct PercentilesTests {
  @Test("The nearest rank of few values")
  func few() {
    #expect(Percentiles([Int]())[50] == nil)
    #expect(Percentiles([7])[85] == 7)
    #expect(Percentiles([4, 1, 3, 2])[50] == 2)
    #expect(Percentiles([1, 2, 3, 4, 5])[50] == 3)
    #expect(Percentiles(1...100)[85] == 85)
    #expect(Percentiles(1...20)[85] == 17)
    #expect(Percentiles(1...7)[85] == 6)
  }

  @Test(
    "A percentile is the smallest value that so many percent do not exceed",
    arguments: Seeds.each(50))
  func definition(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let values = (0..<1 + random.number(below: 60)).map { _ in random.number(below: 30) }
    let percentiles = Percentiles(values)
    for percent in 1...100 {
      let found = try #require(percentiles[percent])
      let holds = { (value: Int) in values.count { $0 <= value } * 100 >= percent * values.count }
      #expect(values.contains(found) && holds(found))
      #expect(!values.contains { $0 < found && holds($0) })
    }
  }
}
