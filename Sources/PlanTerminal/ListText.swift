import PlanModel
package import PlanView

/// A list of plans, one on each line: aligned and truncated for people, in full for programs.
///
/// For programs: id, state, priority, due, title, labels (separated by commas), assignees
/// (likewise), the time of the plan's latest change, the paths of fields in conflict (by commas).
package struct ListText: TextForm {
  private let list: ListModel

  package init(_ list: ListModel) { self.list = list }

  package var records: [PlainRecord] {
    list.rows.map { row in
      let plan = row.plan
      return PlainRecord([
        plan.id.text, plan.state, plan.priority?.rawValue, plan.due?.description, plan.title,
        plan.labels.joined(separator: ","), plan.assignees.joined(separator: ","),
        plan.updated?.description, plan.conflicts.map(\.field).joined(separator: ","),
      ])
    }
  }

  /// The width that a title needs before another column gets room beside it.
  private static let leastTitleWidth = 26
  private static let mostStateWidth = 16

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !list.rows.isEmpty else {
      let note = StyledText(list.isFiltered ? "no plans match" : "no plans yet", .muted)
      return [note.truncated(toCells: width)]
    }
    let columns = columns(toCells: width)
    let rows = list.rows.map { row in columns.map { $0.cell(row) } }
    let widths = columns.indices.map { index in
      Flow.width(of: rows.lazy.map { $0[index] }, limit: columns[index].limit)
    }
    // A column that is empty in every row takes no room.
    let kept = widths.indices.filter { widths[$0] > 0 }
    let used = kept.reduce(0) { $0 + widths[$1] + Self.gap }
    let room = width - used
    return zip(list.rows, rows).map { row, cells in
      Flow.row(
        kept.map { cells[$0] } + [Self.title(row, toCells: room)],
        widths: kept.map { widths[$0] } + [room], gap: Self.gap)
    }
  }

  private static let gap = 2

  private struct Column {
    let cell: (PlanSummary) -> StyledText
    var limit = Int.max
    /// The least width of the terminal at which the column is shown.
    var from = 0
  }

  /// Returns the columns before the title; on a narrow terminal only the id and the marks remain.
  ///
  /// Each is kept as long as the title has room beside it and the columns before it at their usual
  /// widths.
  private func columns(toCells width: Int) -> [Column] {
    let columns = [
      Column(cell: { StyledText($0.shortID, .id) }),
      Column(cell: Self.marks),
      Column(
        cell: { StyledText($0.columnTitle) }, limit: Self.mostStateWidth,
        from: Self.leastTitleWidth + 26),
      Column(cell: PlanTokens.priority, from: Self.leastTitleWidth + 34),
      Column(cell: Self.due, from: Self.leastTitleWidth + 50),
    ]
    return columns.filter { width >= $0.from }
  }

  /// Returns `!` for an overdue plan and `≠` for one with conflicts, each in a cell of its own.
  private static func marks(_ row: PlanSummary) -> StyledText {
    let overdue = row.isOverdue ? StyledText(PlanTokens.overdueMark, .overdue) : StyledText()
    guard !row.plan.conflicts.isEmpty else { return overdue }
    return overdue.padded(toCells: 1) + StyledText(PlanTokens.conflictMark, .conflict)
  }

  private static func due(_ row: PlanSummary) -> StyledText {
    row.dueWords.map { StyledText($0, row.isOverdue ? .overdue : .muted) } ?? StyledText()
  }

  /// Returns the title with as many of its marks as there is room for; no mark is cut in two.
  private static func title(_ row: PlanSummary, toCells width: Int) -> StyledText {
    var line = row.title.truncated(toCells: width)
    let marks = [PlanTokens.deletion(row), PlanTokens.checklist(row)] + PlanTokens.labels(row)
    for mark in marks + PlanTokens.assignees(row) where !mark.isEmpty {
      guard line.widthInCells + 2 + mark.widthInCells <= width else { break }
      line += "  " + mark
    }
    return line
  }
}
