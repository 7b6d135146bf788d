import PlanModel
package import PlanView

/// A list of plans, one per line: aligned and truncated for people, in full for programs.
///
/// If the visible title of a plan lacks some of the words that were searched for, a second line
/// shows a line of the plan that contains them.
///
/// Columns for programs: id, state, priority, due, title, labels, assignees, updated, conflicts,
/// owner, estimate, blockers. Labels, assignees, conflicts (field names) and blockers (the ids of
/// open plans) are separated by commas. Sums of fields have lines of their own at the end: `sum`,
/// the field, the sum, and how many plans have a number.
package struct ListText: TextForm {
  private let list: ListModel

  package init(_ list: ListModel) { self.list = list }

  package var records: [PlainRecord] {
    list.rows.map(Self.record) + list.totalFields.map { PlainRecord($0) }
  }

  package func writeRecords(to output: ([UInt8]) -> Void) {
    PlainRecord.write(list.rows, Self.record, to: output)
    PlainRecord.write(list.totalFields, { PlainRecord($0) }, to: output)
  }

  @Sendable private static func record(_ row: PlanSummary) -> PlainRecord {
    let plan = row.plan
    return PlainRecord([
      plan.id.text, plan.state, plan.priority?.rawValue, plan.due?.description, plan.title,
      listed(plan.labels), listed(plan.assignees), plan.updated?.description,
      listed(plan.conflicts.map(\.field)), plan.owner, plan.estimate?.lexeme,
      listed(row.blockers.map(\.text)),
    ])
  }

  private static func listed(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: ",")
  }

  /// The smallest width for titles; a column is shown only if that much is left.
  private static let leastTitleWidth = 26
  private static let mostStateWidth = 16

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !list.rows.isEmpty else {
      return [StyledText(list.nothing, .muted).truncated(toCells: width)]
    }
    let columns = columns
    let shown = columns.filter { width >= $0.from }
    let rows = list.rows.map { row in shown.map { $0.cell(row) } }
    let widths = shown.indices.map { index in
      Flow.width(of: rows.lazy.map { $0[index] }, limit: shown[index].limit)
    }
    // A column without any text takes no space.
    let kept = widths.indices.filter { widths[$0] > 0 }
    let used = kept.reduce(0) { $0 + widths[$1] + Self.gap }
    let room = max(1, width - used)
    let indent = widths[0] + Self.gap
    let others = columns.filter { width < $0.from }
    return zip(list.rows, rows).flatMap { row, cells in
      let marks = PlanTokens.facts(row)
      let title = list.found.marked(row.title).followed(by: marks, toCells: room)
      let line = Flow.row(
        kept.map { cells[$0] } + [title], widths: kept.map { widths[$0] } + [room], gap: Self.gap)
      // If marks do not fit, ` …` takes two cells in their place.
      let seen = row.title.truncated(toCells: marks.allSatisfy(\.isEmpty) ? room : max(1, room - 2))
      let below = Flow.lines(
        of: others.map { $0.cell(row) }.filter { !$0.isEmpty }, toCells: max(1, width - indent))
      return [line] + Flow.indented(below, by: indent)
        + excerpt(of: row, besides: seen, widthInCells: width, indent: indent)
    } + list.totalLines.map { $0.truncated(toCells: width) }
  }

  /// Returns a line of the plan that contains search words which are neither in the visible title
  /// nor in the labels; empty if there is no such line.
  private func excerpt(
    of row: PlanSummary, besides title: StyledText, widthInCells width: Int, indent: Int
  ) -> [StyledText] {
    let excerpt = list.found.excerpt(of: row.plan, besides: title, toCells: max(1, width - indent))
    return Flow.indented([excerpt].compactMap(\.self), by: indent)
  }

  private static let gap = 2

  private struct Column {
    let cell: (PlanSummary) -> StyledText
    var limit = Int.max
    /// The smallest terminal width at which the column is shown.
    var from = 0
  }

  /// The columns before the title.
  ///
  /// The id and the warnings are always shown. Other columns are shown if there is room beside the
  /// title and the earlier columns at their usual widths. Otherwise their text is in a line below
  /// the title, so that a narrow terminal shows everything too.
  private var columns: [Column] {
    let marks = Marks(in: list.rows)
    return [
      Column(cell: { StyledText($0.shortID, .id) }),
      Column(cell: marks.cell),
      Column(
        cell: { StyledText($0.columnTitle) }, limit: Self.mostStateWidth,
        from: Self.leastTitleWidth + 26),
      Column(cell: PlanTokens.priority, from: Self.leastTitleWidth + 34),
      Column(cell: Self.due, from: Self.leastTitleWidth + 50),
    ]
  }

  /// The warnings in a list. Each kind of warning has its own terminal cell if any plan in the list
  /// has such a warning.
  private struct Marks {
    private let hasOverdue: Bool
    private let hasConflict: Bool
    private let hasBlocked: Bool

    init(in rows: [PlanSummary]) {
      hasOverdue = rows.contains(where: \.isOverdue)
      hasConflict = rows.contains { !$0.plan.conflicts.isEmpty }
      hasBlocked = rows.contains(where: \.isBlocked)
    }

    func cell(_ row: PlanSummary) -> StyledText {
      var text = StyledText()
      var place = 0
      let marks: [(isUsed: Bool, isSet: Bool, mark: StyledText)] = [
        (hasOverdue, row.isOverdue, StyledText(PlanTokens.overdueMark, .overdue)),
        (hasConflict, !row.plan.conflicts.isEmpty, StyledText(PlanTokens.conflictMark, .conflict)),
        (hasBlocked, row.isBlocked, StyledText(PlanTokens.blockedMark, .blocked)),
      ]
      for (isUsed, isSet, mark) in marks where isUsed {
        if isSet { text = text.padded(toCells: place) + mark }
        place += 1
      }
      return text
    }
  }

  private static func due(_ row: PlanSummary) -> StyledText {
    row.dueWords.map { StyledText($0, row.isOverdue ? .overdue : .muted) } ?? StyledText()
  }
}
