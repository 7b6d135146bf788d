import PlanModel
import PmgitTestSupport
import Testing

/// Who wrote the lines of a text, with lines that know it themselves.
@Suite("The past of a text")
struct TextPastTests {
  /// A text of which each line knows the step that wrote it.
  private struct Known: Hashable {
    var lines: [Line] = []
    struct Line: Hashable {
      let text: ExactString
      let writer: Int?
    }
    var texts: [ExactString] { lines.map(\.text) }
  }

  /// People who write lines, each of which is unlike every other.
  private struct Writers {
    var random: SeededGenerator
    var steps: [TextPast.Step] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Takes away some lines within a range and adds others.
    mutating func edit(_ text: Known, within range: Range<Int>? = nil) -> Known {
      let range = range ?? 0..<text.lines.count
      var (edited, count) = (text, range.count)
      for number in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: range.lowerBound...range.lowerBound + count, using: &random)
        if Bool.random(using: &random), place < range.lowerBound + count {
          edited.lines.remove(at: place)
          count -= 1
        } else {
          let line = ExactString("line \(steps.count).\(number)")
          edited.lines.insert(Known.Line(text: line, writer: steps.count), at: place)
          count += 1
        }
      }
      steps.append(TextPast.Step(from: text.texts, to: edited.texts))
      return edited
    }

    func check(_ text: Known, _ what: String) {
      let found = TextPast(steps).writers(of: text.texts)
      #expect(found == text.lines.map(\.writer), "\(what): \(text.texts)")
    }
  }

  @Test("One after the other", arguments: 1...60 as ClosedRange<UInt64>)
  func linear(seed: UInt64) {
    var writers = Writers(seed: seed)
    var text = Known()
    for step in 0..<12 {
      text = writers.edit(text)
      writers.check(text, "seed \(seed), step \(step)")
    }
  }

  @Test("Two who write in two parts of it, and merges", arguments: 1...60 as ClosedRange<UInt64>)
  func merged(seed: UInt64) {
    var writers = Writers(seed: seed)
    var text = Known()
    for _ in 0..<3 { text = writers.edit(text) }
    for round in 0..<5 {
      let middle = text.lines.count / 2
      var (upper, lower) = (text, text)
      for _ in 0..<Int.random(in: 1...3, using: &writers.random) {
        if Bool.random(using: &writers.random) {
          upper = writers.edit(upper, within: 0..<upper.lines.count - (text.lines.count - middle))
        } else {
          lower = writers.edit(lower, within: middle..<lower.lines.count)
        }
      }
      // What the merge of the two is: the upper part of the one, and the lower one of the other.
      let head = upper.lines.dropLast(text.lines.count - middle)
      text = Known(lines: Array(head + lower.lines.dropFirst(middle)))
      writers.check(text, "seed \(seed), round \(round)")
      if Bool.random(using: &writers.random) { text = writers.edit(text) }
      writers.check(text, "seed \(seed), round \(round), edited")
    }
  }

  @Test("A line of a merge that nobody wrote has no writer")
  func byHand() {
    let past = TextPast([
      TextPast.Step(from: nil, to: ["a", "b"]), TextPast.Step(from: ["a", "b"], to: ["a", "c"]),
      TextPast.Step(from: ["a", "b"], to: ["d", "b"]),
    ])
    #expect(past.writers(of: ["d", "by hand", "c"]) == [2, nil, 1])
    #expect(past.writers(of: ["a", "c"]) == [0, 1])
    #expect(past.writers(of: []) == [])
    #expect(TextPast([]).writers(of: ["x"]) == [nil])
  }

  @Test("A text that came back was written by whom it came back from")
  func back() {
    let past = TextPast([
      TextPast.Step(from: nil, to: ["a", "b"]), TextPast.Step(from: ["a", "b"], to: ["b"]),
      TextPast.Step(from: ["b"], to: ["a", "b"]),
    ])
    #expect(past.writers(of: ["a", "b"]) == [2, 0])
  }

  @Test("Lines that look alike are different ones; texts that are much too long are not compared")
  func sizes() {
    let accents = TextPast([
      TextPast.Step(from: nil, to: ["\u{E9}"]), TextPast.Step(from: ["\u{E9}"], to: ["e\u{301}"]),
    ])
    #expect(accents.writers(of: ["e\u{301}"]) == [1])
    let long = (0..<3_000).map { ExactString("old \($0)") }
    let other = (0..<3_000).map { ExactString($0 == 1_500 ? "old 1500" : "new \($0)") }
    let past = TextPast([
      TextPast.Step(from: nil, to: ["first"] + long + ["last"]),
      TextPast.Step(from: ["first"] + long + ["last"], to: ["first"] + other + ["last"]),
    ])
    let writers = past.writers(of: ["first"] + other + ["last"])
    #expect(writers.first == 0 && writers.last == 0)
    #expect(writers.dropFirst().dropLast().allSatisfy { $0 == 1 })
  }
}
