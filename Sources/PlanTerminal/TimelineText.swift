import PlanModel
package import PlanView

/// The history as text: commits with their changes in words for people, one changed field per line
/// for programs.
///
/// Columns for programs: commit, time, author, plan, title, field, old value, new value.
package struct TimelineText: TextForm {
  private let timeline: Timeline

  package init(_ timeline: Timeline) { self.timeline = timeline }

  package var records: [PlainRecord] { timeline.rows.flatMap { Self.records(of: $0.entry) } }

  /// Returns the records of one entry.
  package static func records(of entry: TimelineEntry) -> [PlainRecord] {
    let head = [
      entry.commit.abbreviated, entry.at?.description, entry.author, entry.plan?.text,
      entry.planTitle,
    ]
    guard !entry.changes.isEmpty else {
      return [PlainRecord(head + [nil, nil, nil])]
    }
    return entry.changes.map { change in
      PlainRecord(
        head + [
          change.path.fieldName, ValueWords.plain(change.old), ValueWords.plain(change.new),
        ])
    }
  }

  /// The smallest width at which a commit's time, author and plan are on one line.
  private static let wideFrom = 72

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !timeline.rows.isEmpty else { return [StyledText("no history", .muted)] }
    let widths = [
      Flow.width(of: timeline.rows.lazy.map { StyledText($0.entry.commit.abbreviated) }, limit: 12),
      Flow.width(
        of: timeline.rows.lazy.map { StyledText($0.timeWords) }, limit: DateStyle.mostCells),
      Flow.width(of: timeline.rows.lazy.map { StyledText($0.author) }, limit: 16),
    ]
    var lines: [StyledText] = []
    for commit in commits {
      let isLong = commit.count > Self.mostPlansOfCommit
      for row in isLong ? commit.prefix(Self.plansOfLongCommit) : commit {
        lines +=
          width >= Self.wideFrom
          ? Self.wideLines(of: row, widths: widths, toCells: width)
          : Self.narrowLines(of: row, toCells: width)
      }
      if isLong {
        let more = commit.count - Self.plansOfLongCommit
        lines.append(
          StyledText(
            "\(commit[commit.startIndex].entry.commit.abbreviated) … and \(more) more plans", .muted
          )
          .truncated(toCells: width))
      }
    }
    return lines
  }

  /// The largest number of plans of a commit that are shown completely. Commits of imports have
  /// hundreds.
  private static let mostPlansOfCommit = 10
  private static let plansOfLongCommit = 3

  /// The rows grouped by commit, in their order.
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
    of row: Timeline.Row, widths: [Int], toCells width: Int
  ) -> [StyledText] {
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    let room = max(1, width - indent)
    let head = Flow.row(
      [
        StyledText(row.entry.commit.abbreviated, .muted), StyledText(row.timeWords, .muted),
        StyledText(row.author, .person), plan(of: row),
      ], widths: widths + [room])
    return [head] + changeLines(of: row, toCells: room, indent: indent)
  }

  private static func narrowLines(of row: Timeline.Row, toCells width: Int) -> [StyledText] {
    let head: StyledText =
      "\(row.entry.commit.abbreviated, .muted) \(row.timeWords, .muted) \(row.author, .person)"
    let room = max(1, width - 2)
    return [head.truncated(toCells: width)]
      + Flow.indented([plan(of: row).truncated(toCells: room)], by: 2)
      + changeLines(of: row, toCells: room, indent: 2)
  }

  private static func plan(of row: Timeline.Row) -> StyledText {
    guard let id = row.shortID else { return StyledText("board", .heading) }
    return "\(id, .id) \(row.entry.planTitle, .title)"
  }

  private static let mostChangeLines = 3

  static func changeLines(
    of row: Timeline.Row, toCells width: Int, indent: Int
  ) -> [StyledText] {
    let lines = row.changes.flatMap {
      $0.wrapped(toCells: width, indent: 2, limit: mostChangeLines)
    }
    return Flow.indented(lines, by: indent)
  }
}
