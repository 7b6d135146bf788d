package import PlanModel
package import PlanView

/// Entries of time as a table.
///
/// The record of an entry for programs is its id, day, minutes, author and note.
package struct TimeText: TextForm {
  private let entries: [TimeEntry]

  package init(_ entries: [TimeEntry]) { self.entries = entries }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let rows = entries.enumerated().map { index, entry in
      [
        StyledText(String(index + 1), .id), StyledText(entry.day?.description ?? ""),
        StyledText(entry.minutes.map { WorkLength.words($0) } ?? "?"),
        StyledText(Person(entry.by).fullName, .person), StyledText(entry.note),
      ]
    }
    return TableText(
      rows: rows, records: [], nothing: "no time was spent",
      last: .wrapped
    ).lines(widthInCells: width)
  }

  package var records: [PlainRecord] { entries.map { PlainRecord($0.record) } }
}

extension TimeEntry {
  /// The cells of the entry for programs.
  var record: [String?] {
    [id, day?.description, minutes.map { String($0) }, by, note]
  }
}

/// The time that was spent on a board, in total and by group.
///
/// Records for programs, with minutes:
/// - `total` with minutes, the number of entries and the number of plans
/// - `group` with a name, minutes, the number of entries and the number of plans
package struct TimeSumsText: TextForm {
  private let statistics: TimeStatistics
  /// The titles of the groups for people, in order.
  private let titles: [String]

  package init(_ statistics: TimeStatistics, titles: [String]) {
    (self.statistics, self.titles) = (statistics, titles)
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let sum = statistics.sum
    let length = WorkLength.words(sum.minutes)
    let plans = CountWords.words(sum.plans, "plan")
    let entries = "\(sum.entries) \(sum.entries == 1 ? "entry" : "entries")"
    let head: StyledText = "\(length, .heading) spent on \(plans), in \(entries)"
    let rows = zip(titles, statistics.groups).map { title, group in
      [
        StyledText(title), StyledText(WorkLength.words(group.sum.minutes)),
        StyledText(String(group.sum.entries)), StyledText(String(group.sum.plans)),
      ]
    }
    guard !rows.isEmpty else { return head.wrapped(toCells: width, indent: 2) }
    let table = TableText(
      headings: [statistics.grouping?.rawValue ?? "", "time", "entries", "plans"], rows: rows,
      records: [], last: .whole)
    return head.wrapped(toCells: width, indent: 2) + [StyledText()]
      + table.lines(widthInCells: width)
  }

  package var records: [PlainRecord] {
    [PlainRecord(["total"] + Self.cells(statistics.sum))]
      + statistics.groups.map { PlainRecord(["group", $0.name] + Self.cells($0.sum)) }
  }

  private static func cells(_ sum: TimeStatistics.Sum) -> [String?] {
    [String(sum.minutes), String(sum.entries), String(sum.plans)]
  }
}
