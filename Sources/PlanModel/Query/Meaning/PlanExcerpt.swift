/// The line of a plan in which words were found that are not seen otherwise.
package struct PlanExcerpt: Hashable, Sendable {
  package enum Part: Hashable, Sendable { case title, description, checklist, comment, alias }

  package let part: Part
  package let line: String
  /// Those of the words that it has.
  package let words: [SearchText]
}

extension Plan {
  /// Returns the line with most of the words that the seen title and the labels lack; nil if they lack
  /// none.
  ///
  /// - Parameters:
  ///   - words: The texts that were searched for; see `Query.words`.
  ///   - seen: The title as far as it is seen.
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
