package import PlanModel
package import PlanView

/// The history as text: commits with their changes in words for people, one changed field per line
/// for programs.
///
/// Columns for programs: commit, time, author, plan, title, field, old value, new value; then, if
/// an agent made the change, the person for whom it acted.
package struct TimelineText: TextForm {
  private let timeline: Timeline

  package init(_ timeline: Timeline) { self.timeline = timeline }

  package var records: [PlainRecord] { timeline.rows.flatMap { Self.records(of: $0.entry) } }

  /// Returns the records of one entry: one for each change, or one without a field if the entry has
  /// no changes.
  ///
  /// - Parameter word: A field to add after those of the change; nil to add none.
  package static func records(
    of entry: TimelineEntry, adding word: String? = nil
  ) -> [PlainRecord] {
    let (head, tails) = (head(of: entry), tails(of: entry, adding: word))
    return tails.map { PlainRecord(head + $0) }
  }

  /// Returns the UTF-8 of the records of many entries, one per line.
  package static func recordLines(of entries: [TimelineEntry]) -> [UInt8] {
    PlainRecord.lines(of: entries[...], fewest: fewestForProcessors) { entry, bytes in
      // Most entries have several records, which begin with the same fields.
      var head: [UInt8] = []
      PlainRecord(self.head(of: entry)).write(to: &head)
      for tail in tails(of: entry) {
        bytes += head
        bytes.append(PlainRecord.separator)
        PlainRecord(tail).writeLine(to: &bytes)
      }
    }
  }

  /// The smallest number of entries that are formatted on all processors.
  private static let fewestForProcessors = 500

  /// Returns the fields that all records of an entry have at their beginning.
  private static func head(of entry: TimelineEntry) -> [String?] {
    [
      entry.commit.abbreviated, entry.at?.description, entry.author, entry.plan?.text,
      entry.planTitle,
    ]
  }

  /// Returns the other fields of each record of an entry.
  private static func tails(of entry: TimelineEntry, adding word: String? = nil) -> [[String?]] {
    let last = (word.map { [$0] } ?? []) + person(behind: entry.agent)
    guard !entry.changes.isEmpty else { return [[nil, nil, nil] + last] }
    return entry.changes.map { change in
      [change.path.fieldName, ValueWords.plain(change.old), ValueWords.plain(change.new)] + last
    }
  }

  /// Returns the last field of a record: the person for whom an agent acted. Records of changes by
  /// people have no such field.
  fileprivate static func person(behind agent: Agent?) -> [String?] {
    agent.map { [$0.person] } ?? []
  }

  /// The smallest width at which a commit's time, author and plan are on one line.
  private static let wideFrom = 72

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !timeline.rows.isEmpty else { return [StyledText("no history", .muted)] }
    let widths = [
      Flow.width(of: timeline.rows.lazy.map { StyledText($0.entry.commit.abbreviated) }, limit: 12),
      Flow.width(
        of: timeline.rows.lazy.map { StyledText($0.timeWords) }, limit: DateStyle.mostCells),
      Flow.width(
        of: timeline.rows.lazy.map { StyledText($0.author) },
        limit: timeline.rows.contains { $0.entry.agent != nil } ? 24 : 16),
    ]
    var lines: [StyledText] = []
    for commit in commits {
      let plans = commit.filter { $0.entry.plan != nil }
      let count = commit.reduce(plans.count) { $0 + $1.entry.others }
      let isLong = count > Timeline.mostPlansOfCommit
      // The settings keep their own line.
      let settings = commit.filter { $0.entry.plan == nil }
      for row in isLong ? settings + plans.prefix(1) : Array(commit) {
        let isMany = isLong && row.entry.plan != nil
        let subject = isMany ? plans.words(forAll: count) : Self.plan(of: row)
        let changes = isMany ? [] : row.changes
        lines +=
          width >= Self.wideFrom
          ? Self.wideLines(of: row, subject, changes, widths: widths, toCells: width)
          : Self.narrowLines(of: row, subject, changes, toCells: width)
      }
    }
    return lines
  }

  /// The rows in their order, with consecutive rows of the same commit grouped.
  private var commits: [ArraySlice<Timeline.Row>] {
    var commits: [ArraySlice<Timeline.Row>] = []
    var rest = timeline.rows[...]
    while let first = rest.first {
      let commit = rest.prefix { $0.entry.commit == first.entry.commit }
      commits.append(commit)
      rest = rest.dropFirst(commit.count)
    }
    return commits
  }

  /// Returns lines with the author and the plan beside the commit, and the changes below the plan.
  private static func wideLines(
    of row: Timeline.Row, _ subject: StyledText, _ changes: [StyledText], widths: [Int],
    toCells width: Int
  ) -> [StyledText] {
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    let room = max(1, width - indent)
    let head = Flow.row(
      [
        StyledText(row.entry.commit.abbreviated, .muted), StyledText(row.timeWords, .muted),
        StyledText(row.author, .person), subject,
      ], widths: widths + [room])
    return [head] + lines(of: changes, toCells: room, indent: indent)
  }

  private static func narrowLines(
    of row: Timeline.Row, _ subject: StyledText, _ changes: [StyledText], toCells width: Int
  ) -> [StyledText] {
    let head: StyledText =
      "\(row.entry.commit.abbreviated, .muted) \(row.timeWords, .muted) \(row.author, .person)"
    let room = max(1, width - 2)
    return [head.truncated(toCells: width)]
      + Flow.indented([subject.truncated(toCells: room)], by: 2)
      + lines(of: changes, toCells: room, indent: 2)
  }

  private static func plan(of row: Timeline.Row) -> StyledText {
    guard let id = row.shortID else { return StyledText("board", .heading) }
    return "\(id, .id) \(row.entry.planTitle, .title)"
  }

  private static let mostChangeLines = 3

  static func lines(
    of changes: [StyledText], toCells width: Int, indent: Int
  ) -> [StyledText] {
    let lines = changes.flatMap {
      $0.wrapped(toCells: width, indent: 2, limit: mostChangeLines)
    }
    return Flow.indented(lines, by: indent)
  }
}

/// A short history with one line per commit and plan. For people, a commit of many plans has one
/// line with their number.
///
/// Columns for programs: commit, time, author, plan, title, changes in words; then, if an agent
/// made the changes, the person for whom it acted.
package struct TimelineLines: TextForm {
  private let timeline: Timeline

  package init(_ timeline: Timeline) { self.timeline = timeline }

  package var records: [PlainRecord] {
    timeline.rows.map { row in
      PlainRecord(
        [
          row.entry.commit.abbreviated, row.entry.at?.description, row.entry.author,
          row.entry.plan?.text, row.entry.planTitle, row.words.string,
        ] + TimelineText.person(behind: row.entry.agent))
    }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !timeline.rows.isEmpty else { return [StyledText("no history", .muted)] }
    let rows = shownRows
    var widths = rows[0].dropLast().indices.map { column in
      Flow.width(of: rows.lazy.map { $0[column] }, limit: DateStyle.mostCells)
    }
    var columns = Array(rows[0].indices)
    var room = width - widths.reduce(0) { $0 + $1 + 2 }
    // The changes are most important, so the author is left out first, then the time.
    for column in [2, 1] where room < Self.leastWords {
      room += widths[column] + 2
      columns.remove(at: column)
      widths.remove(at: column)
    }
    return rows.map { row in
      Flow.row(columns.map { row[$0] }, widths: widths + [max(1, room)]).truncated(toCells: width)
    }
  }

  /// The smallest width for the changes, in cells.
  private static let leastWords = 24

  /// The columns of each line: commit, time, author, plan, and changes.
  private var shownRows: [[StyledText]] {
    let commits = Dictionary(grouping: timeline.rows, by: \.entry.commit)
    var folded: Set<CommitID> = []
    return timeline.rows.compactMap { row in
      let commit = commits[row.entry.commit] ?? [row]
      let plans = commit.filter { $0.entry.plan != nil }
      let count = commit.reduce(plans.count) { $0 + $1.entry.others }
      guard row.entry.plan != nil, count > Timeline.mostPlansInShort else {
        return cells(of: row)
      }
      guard folded.insert(row.entry.commit).inserted else { return nil }
      return Array(cells(of: row).prefix(3)) + ["", plans.words(forAll: count)]
    }
  }

  private func cells(of row: Timeline.Row) -> [StyledText] {
    let title = StyledText(row.entry.planTitle, .title)
    return [
      StyledText(row.entry.commit.abbreviated, .muted), StyledText(row.timeWords, .muted),
      StyledText(row.author, .person), StyledText(row.shortID ?? "board", .id),
      row.entry.plan == nil ? row.words : row.words + ", " + title,
    ]
  }
}

extension Timeline.Row {
  /// All changes of a row in one line.
  fileprivate var words: StyledText {
    changes.dropFirst().reduce(changes.first ?? StyledText()) { $0 + ", " + $1 }
  }
}

/// The differences of a board between two moments: each plan with its changes.
///
/// Columns for programs, with one line per changed path: plan, title, path, old value, new value.
package struct DifferenceText: TextForm {
  private let differences: [BoardDifference]
  private let board: Board
  private let viewpoint: Viewpoint

  /// Prepares the output of the differences between two moments.
  ///
  /// - Parameter board: The board's settings at the later moment.
  package init(_ differences: [BoardDifference], board: Board, viewpoint: Viewpoint) {
    (self.differences, self.board, self.viewpoint) = (differences, board, viewpoint)
  }

  package var records: [PlainRecord] {
    differences.flatMap { difference in
      difference.changes.map { change in
        PlainRecord([
          difference.plan?.text, difference.title, change.path.fieldName,
          ValueWords.plain(change.old), ValueWords.plain(change.new),
        ])
      }
    }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !differences.isEmpty else { return [StyledText("no differences", .muted)] }
    return differences.flatMap { difference in
      let id = StyledText(difference.plan.map(viewpoint.shortID) ?? "board", .id)
      let words = difference.changes.words(on: board)
      let changes = words.isEmpty ? [StyledText("no visible changes", .muted)] : words
      return [(id + "  " + StyledText(difference.title, .title)).truncated(toCells: width)]
        + changes.map { ("  " + $0).truncated(toCells: width) }
    }
  }
}

/// The origin of each value of a plan, one per line. On a narrow terminal the origin is below the
/// value.
///
/// Columns for programs: commit, time, author, field, line of the description, value; then, if an
/// agent wrote the value, the person for whom it acted.
package struct BlameText: TextForm {
  private let values: [BlamedValue]
  private let board: Board
  private let viewpoint: Viewpoint

  package init(_ values: [BlamedValue], board: Board, viewpoint: Viewpoint) {
    (self.values, self.board, self.viewpoint) = (values, board, viewpoint)
  }

  /// The smallest width at which the origin stands beside the value.
  private static let wideFrom = 72

  package func lines(widthInCells width: Int) -> [StyledText] {
    width < Self.wideFrom && !values.isEmpty
      ? values.flatMap { narrowLines(of: $0, toCells: width) } : table.lines(widthInCells: width)
  }

  package var records: [PlainRecord] {
    values.map { value in
      PlainRecord(
        [
          value.origin?.commit.hex, value.origin?.at.description, value.origin?.author,
          value.line == nil ? value.name : "body", value.line.map(String.init), value.plain,
        ] + TimelineText.person(behind: value.origin?.agent))
    }
  }

  private var table: TableText {
    TableText(
      rows: values.map { value in
        [commit(of: value), time(of: value), author(of: value)]
          + [StyledText(value.name(on: board), .muted), value.words(on: board)]
      },
      records: records, nothing: "the plan has no values")
  }

  private func narrowLines(of value: BlamedValue, toCells width: Int) -> [StyledText] {
    let text = StyledText(value.name(on: board), .muted) + "  " + value.words(on: board)
    let origin = [author(of: value), time(of: value), commit(of: value)]
      .joined(by: StyledText(", ", .muted))
    return text.wrapped(toCells: width, indent: 2)
      + Flow.indented(origin.wrapped(toCells: width - 2), by: 2)
  }

  private func commit(of value: BlamedValue) -> StyledText {
    StyledText(value.origin?.commit.abbreviated ?? "", .muted)
  }

  private func time(of value: BlamedValue) -> StyledText {
    StyledText(value.origin.map { viewpoint.words(since: $0.at) } ?? "", .muted)
  }

  private func author(of value: BlamedValue) -> StyledText {
    StyledText(value.origin?.authorName ?? "unknown", .person)
  }
}
