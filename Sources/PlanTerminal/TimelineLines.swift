import PlanModel
package import PlanView

/// A short history with one line per commit and plan. For people, a commit of many plans shows only
/// its first plans and the number of the others.
///
/// Columns for programs: commit, time, author, plan, title, changes in words.
package struct TimelineLines: TextForm {
  private let timeline: Timeline

  /// The largest number of plans of one commit that are shown to people.
  private static let mostPlans = 3

  package init(_ timeline: Timeline) { self.timeline = timeline }

  package var records: [PlainRecord] {
    timeline.rows.map { row in
      PlainRecord([
        row.entry.commit.abbreviated, row.entry.at?.description, row.entry.author,
        row.entry.plan?.text, row.entry.planTitle, row.words.string,
      ])
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

  /// The cells of each line.
  private var shownRows: [[StyledText]] {
    var rows: [[StyledText]] = []
    var counts: [CommitID: Int] = [:]
    for row in timeline.rows { counts[row.entry.commit, default: 0] += 1 }
    var places: [CommitID: Int] = [:]
    for row in timeline.rows {
      let commit = row.entry.commit
      places[commit, default: 0] += 1
      let (count, place) = (counts[commit] ?? 0, places[commit] ?? 0)
      if count <= Self.mostPlans + 1 || place <= Self.mostPlans {
        rows.append(cells(of: row))
      } else if place == count {
        let rest = "… and \(count - Self.mostPlans) more plans"
        rows.append(Array(cells(of: row).prefix(3)) + ["", StyledText(rest, .muted)])
      }
    }
    return rows
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
  /// All changes in one line.
  fileprivate var words: StyledText {
    changes.dropFirst().reduce(changes.first ?? StyledText()) { $0 + ", " + $1 }
  }
}
