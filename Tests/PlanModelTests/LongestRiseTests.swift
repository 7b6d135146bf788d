import PlanModel
import PmgitTestSupport
import Testing

@Suite("The longest rise")
struct LongestRiseTests {
  @Test("The longest rise is as long as any, and in order", arguments: Seeds.each(20))
  func longest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<random.number(below: 9)).map { _ in 1 + random.number(below: 8) }
    let rise = numbers.longestRise(by: \.self)
    #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 < $1 })
    var rest = numbers[...]
    for number in rise {
      rest = rest.drop { $0 != number }.dropFirst()
    }
    var best = 0
    for choice in 0..<(1 << numbers.count) {
      let chosen = numbers.indices.filter { choice >> $0 & 1 == 1 }.map { numbers[$0] }
      guard zip(chosen, chosen.dropFirst()).allSatisfy({ $0 < $1 }) else { continue }
      best = max(best, chosen.count)
    }
    #expect(rise.count == best)
  }

  @Test("Elements are compared by their values")
  func values() {
    #expect(["ccc", "a", "bb", "d", "eeee"].longestRise(by: \.count) == ["a", "bb", "eeee"])
    #expect([Int]().longestRise(by: \.self).isEmpty)
  }
}
