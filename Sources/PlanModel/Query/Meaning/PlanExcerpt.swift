/// A line of a plan with search words that its visible texts lack.
package struct PlanExcerpt: Hashable, Sendable {
  package enum Part: Hashable, Sendable { case title, description, checklist, comment, alias }

  package let part: Part
  package let line: String
  /// The search words that the line contains.
  package let words: [SearchText]
}

extension Plan {
  /// Returns the line with the most search words that the visible title and the labels lack.
  ///
  /// - Parameters:
  ///   - words: The texts that were searched for; see `Query.words`.
  ///   - seen: The visible part of the title.
  /// - Returns: nil if the title and the labels contain all words, or if no line has one of the
  ///   others.
  /// - Complexity: Linear in the plan's texts and in the words.
  package func excerpt(of words: [SearchText], besides seen: String) -> PlanExcerpt? {
    let lacking = words.filter { word in
      !word.occurs(in: seen) && !labels.contains(where: word.occurs)
    }
    guard !lacking.isEmpty else { return nil }
    var best: PlanExcerpt?
    for (part, line) in searchedLines {
      let found = lacking.filter { $0.occurs(in: line) }
      guard found.count > best?.words.count ?? 0 else { continue }
      best = PlanExcerpt(part: part, line: line, words: found)
      if found.count == lacking.count { break }
    }
    return best
  }

  private var searchedLines: [(PlanExcerpt.Part, String)] {
    [(.title, title)] + body.map { (.description, $0) } + checklist.map { (.checklist, $0.text) }
      + comments.flatMap(\.text).map { (.comment, $0) } + aliases.map { (.alias, $0) }
  }
}
