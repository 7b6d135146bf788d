import PmgitTestSupport
import Testing

@Suite("Shrinking a failing list")
struct ShrinkerTests {
  @Test("leaves exactly what makes it fail, in its order", arguments: [1, 2, 7, 64, 100])
  func needed(count: Int) {
    let steps = Array(0..<count)
    for needed in [[], [0], [count - 1], [0, count / 2], [count / 3, count / 2, count - 1]] {
      let expected = Set(needed).sorted()
      let shrunk = Shrinker.shrink(steps) { list in expected.allSatisfy(list.contains) }
      #expect(shrunk == expected)
    }
  }

  @Test("leaves a list that fails and from which no single step can go, whatever fails")
  func sound() {
    for seed in UInt64(0)..<50 {
      var random = SeededGenerator(seed: seed)
      let modulus = 2 + random.number(below: 9)
      // The failure comes and goes as steps are removed.
      let fails = { (list: [Int]) in list.reduce(0, +) % modulus == 0 }
      var steps = (0..<30).map { _ in random.number(below: 100) }
      steps.append((modulus - steps.reduce(0, +) % modulus) % modulus)
      let shrunk = Shrinker.shrink(steps, while: fails)
      #expect(fails(shrunk))
      for index in shrunk.indices {
        var fewer = shrunk
        fewer.remove(at: index)
        #expect(!fails(fewer))
      }
    }
  }

  @Test("stops when its budget is spent")
  func budget() {
    var tries = 0
    let shrunk = Shrinker.shrink(Array(0..<1000), budget: 5) { list in
      tries += 1
      return list.contains(999)
    }
    #expect(tries == 5)
    #expect(shrunk.contains(999) && shrunk.count < 1000)
  }
}
