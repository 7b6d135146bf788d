import PlanView
import PmgitTestSupport
import Testing

@Suite struct LineSharesTests {
  @Test(
    "What small parts leave goes to the others",
    arguments: [
      (20, [30], [20]), (20, [5], [5]), (20, [3, 30, 30], [3, 9, 8]),
      (20, [30, 0, 1], [19, 0, 1]),
      (3, [9, 9], [2, 2]), (0, [1, 9], [1, 2]), (10, [], []),
    ])
  func shares(available: Int, needs: [Int], expected: [Int]) {
    #expect(needs.shares(of: available, least: 2) == expected)
  }

  @Test("All lines are given out if they are needed", arguments: Seeds.each(50))
  func all(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let needs = (0..<random.number(below: 8)).map { _ in random.number(below: 60) }
    let available = random.number(below: 120)
    let shares = needs.shares(of: available, least: 2)
    #expect(zip(shares, needs).allSatisfy { $0 >= min($1, 2) && $0 <= $1 })
    let least = needs.reduce(0) { $0 + min($1, 2) }
    let expected = max(least, min(available, needs.reduce(0, +)))
    #expect(shares.reduce(0, +) == expected)
  }
}
