/// The past of a text that people change apart and that merges bring together.
package struct TextPast: Sendable {
  /// A commit that wrote the text, or one that merged it.
  package struct Step: Hashable, Sendable {
    /// The indices of the steps that it follows.
    package let parents: [Int]
    /// Whether it only carries what others have written.
    package let isMerge: Bool

    package init(after parents: [Int], isMerge: Bool = false) {
      (self.parents, self.isMerge) = (parents, isMerge)
    }
  }

  private let steps: [Step]

  /// The most texts of a step, and of those before it, that are looked at.
  static let mostTexts = 16

  /// - Parameter steps: Each after those that it follows.
  package init(_ steps: [Step]) { self.steps = steps }

  /// Returns for each line of the last step's text the index of the step that wrote it; nil for a line that
  /// a merge was given by hand.
  ///
  /// A line has the writer that it had in the text before; one that was not there was written by the step.
  /// Where a text is the same as one before, it comes from there, as for git; else each line may come from
  /// any of those before. Of several writers of a line the oldest counts: on the way from there
  /// the line stayed, whoever took it away and put it back elsewhere.
  ///
  /// - Parameter texts: Returns the texts after a step: several are a conflict, the shown one first; nil leaves
  ///   those before it as they are. Each step is asked for once, in order.
  /// - Complexity: Linear in the sizes of all texts, times the number of texts before each.
  package func writers<Failure: Error>(
    texts: (Int) throws(Failure) -> [[ExactString]]?
  ) throws(Failure) -> [Int?] {
    var waiting = Array(repeating: 0, count: steps.count)
    for parent in steps.lazy.flatMap(\.parents) { waiting[parent] += 1 }
    var versions: [Int: [Version]] = [:]
    for (index, step) in steps.enumerated() {
      let before = Array(step.parents.flatMap { versions[$0] ?? [] }.prefix(Self.mostTexts))
      versions[index] =
        try texts(index)?.prefix(Self.mostTexts).map {
          Version($0, from: before, writer: step.isMerge ? nil : index)
        } ?? before
      // A version is kept until the last step that follows it.
      for parent in step.parents {
        waiting[parent] -= 1
        if waiting[parent] == 0 { versions[parent] = nil }
      }
      if waiting[index] == 0, index < steps.count - 1 { versions[index] = nil }
    }
    return versions[steps.count - 1]?.first?.writers ?? []
  }
}

/// A text, and who wrote its lines.
private struct Version {
  let lines: [ExactString]
  private(set) var writers: [Int?]

  /// - Parameters:
  ///   - before: The texts before it.
  ///   - writer: Who wrote what none of them has; nil for nobody.
  init(_ lines: [ExactString], from before: [Version], writer: Int?) {
    self.lines = lines
    writers = Array(repeating: nil, count: lines.count)
    var isNew = Array(repeating: true, count: lines.count)
    let same = before.filter { $0.lines == lines }
    for version in same.isEmpty ? before : same {
      let places = same.isEmpty ? LineMatch.places(of: lines, in: version.lines) : nil
      for line in lines.indices {
        guard let place = places.map({ $0[line] }) ?? line else { continue }
        isNew[line] = false
        writers[line] = [writers[line], version.writers[place]].compactMap(\.self).min()
      }
    }
    for line in lines.indices where isNew[line] { writers[line] = writer }
  }
}
