package import PlanModel

/// A text with a random history that has branches, merges, conflicts and repeated texts.
///
/// Lines are numbers, and every text has them in ascending order. So it is clear which lines two
/// texts have in common.
package struct RandomTextPast {
  package private(set) var steps: [TextPast.Step] = []
  /// The texts after each step. A step with several texts has a conflict.
  package private(set) var texts: [[[Int]]] = []
  private var random: SeededGenerator
  /// The indices of the last steps of all branches.
  private var heads: [Int] = []

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  package mutating func run(steps count: Int) {
    add(TextPast.Step(after: []), [lines(random.pick([2, 5, 200]))])
    heads = [0]
    while steps.count < count {
      let head = random.number(below: heads.count)
      switch random.number(below: 10) {
      case 0 where heads.count < 4: heads.append(heads[head])
      case 1...3 where heads.count > 1: merge(head)
      default:
        let text = random.chance(25) ? oldText(before: heads[head]) : edited(heads[head])
        add(TextPast.Step(after: [heads[head]]), random.chance(3) ? [] : [text])
        heads[head] = steps.count - 1
      }
    }
  }

  private mutating func add(_ step: TextPast.Step, _ texts: [[Int]]) {
    steps.append(step)
    self.texts.append(texts)
  }

  private mutating func lines(_ count: Int) -> [Int] {
    Set((0..<count).map { _ in random.number(below: 1 << 40) }).sorted()
  }

  private mutating func edited(_ head: Int) -> [Int] {
    var text = Set(texts[head].joined())
    for line in text.sorted() where random.chance(text.count > 20 ? 5 : 20) { text.remove(line) }
    return text.union(lines(random.number(below: 4))).sorted()
  }

  /// Returns the text of a step that is up to six steps before `head`.
  private mutating func oldText(before head: Int) -> [Int] {
    var place = head
    for _ in 0..<1 + random.number(below: 6) {
      let parents = steps[place].parents
      if !parents.isEmpty { place = random.pick(parents) }
    }
    return texts[place].first ?? []
  }

  /// Merges the head at the next index into the one at index `head`.
  private mutating func merge(_ head: Int) {
    let place = (head + 1) % heads.count
    let (one, other) = (heads[head], heads[place])
    defer { heads.remove(at: place) }
    if one == other { return }
    let (left, right) = (texts[one].first ?? [], texts[other].first ?? [])
    let all = Set(left).union(right).sorted()
    let merged =
      switch random.number(below: 5) {
      case 0: [left]
      case 1: [right]
      case 2: left == right || left.isEmpty || right.isEmpty ? [left] : [left, right]
      case 3: [all.filter { _ in random.chance(90) }]
      default: [Set(all).union(lines(1)).sorted()]
      }
    add(TextPast.Step(after: [one, other].shuffled(using: &random), isMerge: true), merged)
    heads[head] = steps.count - 1
  }

  // MARK: - The definition

  /// Returns the step that wrote each line of a step's first text; nil if only merges added the
  /// line.
  ///
  /// A step wrote the line if it is no merge, its sources lack the line, and all texts on some path
  /// from it to `end` contain the line. If several steps did, the oldest one is returned.
  package func writers(ofStep end: Int) -> [Int?] {
    (texts[end].first ?? []).map { line in
      var seen: Set<[Int]> = []
      var waiting = [[end, 0]]
      var writers: [Int] = []
      while let place = waiting.popLast() {
        if !seen.insert(place).inserted { continue }
        let before = sources(of: place).filter { texts[$0[0]][$0[1]].contains(line) }
        if before.isEmpty, !steps[place[0]].isMerge { writers.append(place[0]) }
        waiting += before
      }
      return writers.min()
    }
  }

  /// Returns the texts that a text was made from: those of its step's parents. If some of these are
  /// equal to the text, returns only the equal ones.
  ///
  /// A place is the index of a step, followed by the index of a text in the step.
  private func sources(of place: [Int]) -> [[Int]] {
    let all = steps[place[0]].parents.flatMap { step in texts[step].indices.map { [step, $0] } }
    let same = all.filter { texts[$0[0]][$0[1]] == texts[place[0]][place[1]] }
    return same.isEmpty ? all : same
  }
}
