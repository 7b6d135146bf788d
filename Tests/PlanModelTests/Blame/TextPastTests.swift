import PmgitTestSupport
import Testing

@testable import PlanModel

/// The authors of a text's lines.
@Suite("The past of a text")
struct TextPastTests {
  /// Returns the index of the step that wrote each line of the last text. Checks that each text is
  /// read once, in order.
  private func writers(
    _ steps: [(after: [Int], isMerge: Bool, texts: [[ExactString]])]
  ) -> [Int?] {
    let past = TextPast(steps.map { TextPast.Step(after: $0.after, isMerge: $0.isMerge) })
    var asked: [Int] = []
    defer { #expect(asked == Array(steps.indices)) }
    return past.writers { index in
      asked.append(index)
      return steps[index].texts
    }
  }

  @Test(
    "Each line of random histories has the oldest writer from whom it stayed",
    arguments: Seeds.each(100))
  func random(seed: UInt64) {
    var past = RandomTextPast(seed: seed)
    past.run(steps: 40)
    let lines = past.texts.map { $0.map { $0.map { ExactString("line \($0)") } } }
    // The slow definition would take too long for every step, so only some are checked.
    for end in stride(from: past.steps.count - 1, through: 0, by: -9) {
      let found = TextPast(Array(past.steps[...end])).writers { lines[$0] }
      #expect(found == past.writers(ofStep: end), "step \(end): \(past.steps[...end])")
    }
  }

  @Test(
    "A line that one side took away and put back is his who wrote it, where the other side kept it")
  func revertedAside() {
    let (a, b, c): ([ExactString], [ExactString], [ExactString]) = (
      ["one", "two"], ["one"], ["one", "two", "three"]
    )
    // 0 ── 1 ── 2 ── 4
    //  ╲── 3 ──────╱
    let base: [(after: [Int], isMerge: Bool, texts: [[ExactString]])] = [
      ([], false, [a]), ([0], false, [b]), ([1], false, [a]), ([0], false, [c]),
    ]
    #expect(writers(Array(base[..<3])) == [0, 2])
    #expect(writers(base) == [0, 0, 3])
    #expect(writers(base + [([2, 3], true, [c])]) == [0, 0, 3])
    #expect(writers(base + [([2, 3], true, [a, c]), ([4], false, [c])]) == [0, 0, 3])
    // If the merged text equals one side's, all of its lines have that side's authors.
    #expect(writers(base + [([2, 3], true, [a])]) == [0, 2])
    #expect(writers(base + [([2, 0], true, [a])]) == [0, 0])
  }

  @Test("A line of a merge that nobody wrote has no writer")
  func byHand() {
    let base: [(after: [Int], isMerge: Bool, texts: [[ExactString]])] = [
      ([], false, [["a", "b"]]), ([0], false, [["a", "c"]]), ([0], false, [["d", "b"]]),
    ]
    #expect(writers(base + [([1, 2], true, [["d", "by hand", "c"]])]) == [2, nil, 1])
    #expect(writers([([], true, [["x"]])]) == [nil])
    #expect(writers([]) == [])
    #expect(writers([([], false, [])]) == [])
  }

  @Test("Who decides a conflict has written no line that one of the texts had")
  func conflict() {
    let found = writers([
      ([], false, [["a"]]), ([0], false, [["a", "by 1"]]), ([0], false, [["by 2", "a"]]),
      ([1, 2], true, [["a", "by 1"], ["by 2", "a"]]),
      ([3], false, [["by 2", "a", "by 1", "by 4"]]),
    ])
    #expect(found == [2, 0, 1, 4])
  }

  @Test("A text that was taken away as a whole is written anew")
  func removed() {
    #expect(
      writers([([], false, [["a"]]), ([0], false, []), ([1], false, [["a", "b"]])]) == [2, 2])
  }

  @Test("A step whose text nobody can read leaves it to those after it")
  func unreadable() {
    let texts: [[[ExactString]]?] = [
      [["a", "b"]], [["a", "c"]], [["d", "b"]], nil, [["d", "c", "e"]],
    ]
    let steps = [[], [0], [0], [1, 2], [3]]
    for isMerge in [true, false] {
      let past = TextPast(
        steps.enumerated().map { TextPast.Step(after: $1, isMerge: isMerge && $0 == 3) })
      #expect(past.writers { texts[$0] } == [2, 1, 4])
    }
  }

  @Test("Lines that look alike are different ones")
  func alike() {
    #expect(writers([([], false, [["\u{E9}"]]), ([0], false, [["e\u{301}"]])]) == [1])
  }
}

/// The lines that two texts have in common.
@Suite("Common lines")
struct LineMatchTests {
  private func text(_ lines: [Int]) -> [ExactString] { lines.map { ExactString("line \($0)") } }

  @Test(
    "What is kept is in both, in order, and as much as can be of short texts",
    arguments: Seeds.each(200))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = random.pick([3, 20, 60, 300])
    let kinds = random.pick([2, 10, 1_000])
    let older = (0..<random.number(below: size)).map { _ in random.number(below: kinds) }
    var newer = older
    for _ in 0..<random.number(below: 10) {
      let place = random.number(below: newer.count + 1)
      if random.chance(50), place < newer.count {
        newer.remove(at: place)
      } else {
        newer.insert(random.number(below: kinds), at: place)
      }
    }
    let places = LineMatch.places(of: text(newer), in: text(older))
    #expect(places.count == newer.count)
    for (line, place) in places.enumerated() {
      if let place { #expect(newer[line] == older[place]) }
    }
    let kept = places.compactMap(\.self)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
    if newer.count + older.count <= LineMatch.mostCompared {
      #expect(kept.count == newer.count - newer.difference(from: older).insertions.count)
    }
  }

  @Test("Of long texts every line that both have once stays, if it did not move")
  func long() {
    let older = Array(0..<5_000)
    var newer = older.filter { $0 % 3 != 0 }
    newer.insert(contentsOf: 10_000..<12_000, at: 1_000)
    let places = LineMatch.places(of: text(newer), in: text(older))
    #expect(places == newer.map { $0 < 5_000 ? $0 : nil })
  }

  @Test("Texts made to be slow to compare are not")
  func hostile() {
    var random = SeededGenerator(seed: 1)
    let lines = Array(0..<20_000)
    for other in [lines.shuffled(using: &random), lines.reversed(), lines.map { $0 % 2 }] {
      let places = LineMatch.places(of: text(other), in: text(lines))
      let kept = places.compactMap(\.self)
      #expect(!kept.isEmpty && zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
    }
    // Each split leaves all but one line, and thousands of splits would follow.
    let nested = (0..<4_000).flatMap { [$0, -$0 - 1] } + (0..<4_000).reversed()
    #expect(LineMatch.places(of: text(nested), in: text(nested.reversed())).count == nested.count)
  }
}
