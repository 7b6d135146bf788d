package import PlanModel

/// Words that were searched for, and where a plan has them.
package struct FoundWords: Sendable {
  private let words: [SearchText]

  package init(_ words: [SearchText]) { self.words = words }

  /// Returns a text with the words in it marked.
  package func marked(_ text: StyledText) -> StyledText {
    guard !words.isEmpty else { return text }
    var result = StyledText()
    for span in text.spans {
      let string = span.text.string
      var place = string.startIndex
      for range in Self.ranges(of: words, in: string) where range.upperBound > place {
        let start = max(place, range.lowerBound)
        result.append(SafeText(unchecked: String(string[place..<start])), span.role)
        result.append(SafeText(unchecked: String(string[start..<range.upperBound])), .found)
        place = range.upperBound
      }
      result.append(SafeText(unchecked: String(string[place...])), span.role)
    }
    return result
  }

  /// Returns the line of a plan that has words which its seen title lacks, from its beginning or from
  /// near the first of them; nil where the title has all.
  ///
  /// - Parameters:
  ///   - seen: The title as far as it is seen.
  ///   - width: At least 1.
  package func excerpt(
    of plan: Plan, besides seen: StyledText, toCells width: Int
  ) -> StyledText? {
    guard let excerpt = plan.excerpt(of: words, besides: seen.string) else { return nil }
    let name = StyledText(excerpt.part.name, .muted)
    let line = SafeText(excerpt.line).string
    let room = max(1, width - name.widthInCells)
    let shown =
      Self.ranges(of: excerpt.words, in: line).first.map {
        Self.line(line, with: $0, toCells: room)
      } ?? line
    return (name + marked(StyledText(SafeText(unchecked: shown), .muted))).truncated(toCells: width)
  }

  private static func ranges(
    of words: [SearchText], in text: String
  ) -> [Range<String.Index>] {
    words.flatMap { $0.ranges(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns a line from its beginning if a place in it is in sight then, else from the word that begins
  /// at most a quarter of the width before it.
  private static func line(
    _ line: String, with place: Range<String.Index>, toCells width: Int
  ) -> String {
    guard TextWidth.cells(of: String(line[..<place.upperBound])) >= width else { return line }
    var (start, word) = (place.lowerBound, place.lowerBound)
    var used = 0
    while start > line.startIndex {
      let before = line.index(before: start)
      used += TextWidth.cells(of: line[before])
      guard used <= width / 4 else { break }
      if line[before] == " " { word = start }
      start = before
    }
    return "… " + line[word...]
  }
}

extension PlanExcerpt.Part {
  fileprivate var name: String {
    switch self {
    case .title, .description: ""
    case .checklist: "checklist: "
    case .comment: "comment: "
    case .alias: "alias: "
    }
  }
}
