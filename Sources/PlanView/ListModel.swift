package import PlanModel

/// A list of plans, as `pmgit list` shows it.
package struct ListModel: Sendable {
  /// The rows in the given order.
  package let rows: [PlanSummary]
  /// Whether a query chose the plans. If so, an empty list does not mean an empty board.
  package let isFiltered: Bool
  /// The number of matching finished plans that are left out.
  package let hiddenCount: Int
  /// The words that were searched for.
  package let found: FoundWords
  /// The sums of fields of the listed plans.
  package var totals: [FieldTotal] = []

  /// Makes the rows of a list of plans.
  ///
  /// - Parameter plans: The plans that match the query, in the order of the query. Rows of deleted
  ///   plans have a `deletionNote`.
  package init(
    _ plans: [Plan], board: Board, viewpoint: Viewpoint,
    relations: PlanRelations = PlanRelations(), words: [SearchText] = [], isFiltered: Bool = false,
    hiddenCount: Int = 0
  ) {
    let board = SummarizedBoard(board, viewpoint, relations)
    rows = plans.map { PlanSummary($0, on: board) }
    (self.isFiltered, self.hiddenCount) = (isFiltered, hiddenCount)
    found = FoundWords(words)
  }

  /// The message for an empty list.
  package var nothing: String {
    switch (isFiltered, hiddenCount > 0) {
    case (false, false): "no plans yet"
    case (false, true): "no open plans"
    case (true, false): "no plans match"
    case (true, true): "no open plans match"
    }
  }

  /// The sums in words, each on a line of its own.
  package var totalLines: [StyledText] {
    totals.map { StyledText($0.words(outOf: rows.count), .heading) }
  }

  /// The sums for programs: `sum`, the field, the sum, and how many plans have a number.
  package var totalFields: [[String]] {
    totals.map { ["sum", $0.field.name, $0.sum.text, String($0.sum.count)] }
  }

  /// The number of finished plans that were left out, and how to list them; nil if none were.
  package var footer: StyledText? {
    guard hiddenCount > 0 else { return nil }
    let plans = CountWords.words(hiddenCount, "finished plan")
    return StyledText(
      "\(plans) left out; --all lists \(hiddenCount == 1 ? "it" : "them") too", .muted)
  }
}

/// The words of a search, and functions that find them in the texts of a plan.
package struct FoundWords: Sendable {
  private let words: [SearchText]

  package init(_ words: [SearchText]) { self.words = words }

  /// Returns a text in which the words are marked.
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

  /// Returns a line of the plan that contains search words which are neither in `seen` nor in the
  /// labels. The line is cut to `width`; if the words would not be visible then, the beginning of
  /// the line is left out. Returns nil if there is no such line.
  ///
  /// - Parameters:
  ///   - seen: The visible part of the title.
  ///   - width: The largest width in terminal cells, at least 1.
  package func excerpt(of plan: Plan, besides seen: StyledText, toCells width: Int) -> StyledText? {
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

  private static func ranges(of words: [SearchText], in text: String) -> [Range<String.Index>] {
    words.flatMap { $0.ranges(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns the whole line if `place` is visible in its first `width` cells. Otherwise returns
  /// `… ` and the rest of the line from the beginning of a word, at most a quarter of the width
  /// before `place`. If no word begins there, the rest begins at `place`.
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
