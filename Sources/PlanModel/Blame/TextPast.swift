/// A text that people change apart and that merges bring together, by its versions.
package struct TextPast {
  /// A version that somebody wrote, and the one before it.
  package struct Step: Sendable {
    /// nil if there was no text.
    package let old: [ExactString]?
    package let new: [ExactString]

    package init(from old: [ExactString]?, to new: [ExactString]) {
      (self.old, self.new) = (old, new)
    }
  }

  /// What a merge carries is nobody's step.
  private let steps: [Step]

  /// - Parameter steps: Each after those that it follows, the oldest first.
  package init(_ steps: [Step]) { self.steps = steps }

  /// Returns for each line the index of the step that wrote it; nil for a line that a merge was given by
  /// hand.
  ///
  /// A version comes from the last step that made it. One that no step made is a merge of
  /// the versions that no step had replaced by then; each line comes from the newest of them that has it.
  ///
  /// - Complexity: One comparison of two versions for each step.
  package func writers(of tip: [ExactString]) -> [Int?] {
    var writers: [Int?] = Array(repeating: nil, count: tip.count)
    var waiting = [Search(text: tip, limit: steps.count, lines: tip.indices.map { ($0, $0) })]
    while let search = waiting.popLast() {
      if search.lines.isEmpty { continue }
      if let step = lastStep(to: search.text, before: search.limit) {
        let (kept, new) = search.split(by: steps[step].old ?? [])
        for line in new { writers[line.tip] = step }
        waiting.append(Search(text: steps[step].old ?? [], limit: step, lines: kept))
      } else {
        var rest = search
        for leaf in leaves(before: search.limit) {
          let (kept, others) = rest.split(by: leaf)
          waiting.append(Search(text: leaf, limit: search.limit, lines: kept))
          rest.lines = others
        }
      }
    }
    return writers
  }

  /// Lines of the tip in an older version, whose writers are to be found among the first steps.
  private struct Search {
    let text: [ExactString]
    let limit: Int
    /// Where the lines are in the tip, and where in this version.
    var lines: [(tip: Int, here: Int)]

    /// Splits the lines into those that an older version has, with their places there, and the others.
    func split(
      by older: [ExactString]
    ) -> (kept: [(tip: Int, here: Int)], others: [(tip: Int, here: Int)]) {
      let places = LineMatch.places(of: text, in: older)
      var (kept, others): ([(tip: Int, here: Int)], [(tip: Int, here: Int)]) = ([], [])
      for line in lines {
        if let place = places[line.here] {
          kept.append((line.tip, place))
        } else {
          others.append(line)
        }
      }
      return (kept, others)
    }
  }

  private func lastStep(to text: [ExactString], before limit: Int) -> Int? {
    steps[..<limit].lastIndex { $0.new == text }
  }

  /// The versions that no step had replaced before a limit, the newest first.
  private func leaves(before limit: Int) -> [[ExactString]] {
    var replaced: Set<[ExactString]> = []
    var leaves: [[ExactString]] = []
    for step in steps[..<limit].reversed() {
      if !replaced.contains(step.new), !leaves.contains(step.new) { leaves.append(step.new) }
      if let old = step.old { replaced.insert(old) }
    }
    return leaves
  }
}

/// The lines that two texts have in common.
enum LineMatch {
  /// The most lines, without those that are the same at both ends, that are compared one by one.
  static let mostLines = 4_000

  /// Returns for each line of a text its place in an older one; nil for a line that is new.
  ///
  /// Of texts that differ in more than `mostLines` lines only the beginning and the end count as kept.
  static func places(of text: [ExactString], in older: [ExactString]) -> [Int?] {
    var places: [Int?] = Array(repeating: nil, count: text.count)
    let shared = min(text.count, older.count)
    let head = (0..<shared).first { text[$0] != older[$0] } ?? shared
    for line in 0..<head { places[line] = line }
    let rest = shared - head
    let (last, olderLast) = (text.count - 1, older.count - 1)
    let tail = (0..<rest).first { text[last - $0] != older[olderLast - $0] } ?? rest
    for line in 0..<tail { places[last - line] = olderLast - line }
    let (middle, olderMiddle) = (
      text[head..<text.count - tail], older[head..<older.count - tail]
    )
    guard middle.count + olderMiddle.count <= mostLines else { return places }
    let difference = Array(middle).difference(from: Array(olderMiddle))
    let inserted = Set(difference.insertions.map(\.offset))
    let removed = Set(difference.removals.map(\.offset))
    let kept = olderMiddle.indices.filter { !removed.contains($0 - head) }
    let stayed = middle.indices.filter { !inserted.contains($0 - head) }
    for (line, place) in zip(stayed, kept) { places[line] = place }
    return places
  }
}

extension CollectionDifference.Change {
  /// The place of the change: in the older text for a removal, in the newer one for an insertion.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
