import PlanModel
package import PlanView

/// The status of a board as text.
///
/// Lines for programs: `board`, `remote`, `ahead`, `behind`, `conflicts`, `overdue` and
/// `unreadable` with a value, which may be empty; `column` with id, count and limit.
package struct StatusText: TextForm {
  private let status: StatusModel

  package init(_ status: StatusModel) { self.status = status }

  package var records: [PlainRecord] {
    let remote: [String?] =
      switch status.remote {
      case .none: [nil, nil, nil]
      case .neverSynced(let name): [name, nil, nil]
      case .tracked(let name, let ahead, let behind): [name, String(ahead), String(behind)]
      }
    return [
      PlainRecord(["board", status.board.text]), PlainRecord(["remote", remote[0]]),
      PlainRecord(["ahead", remote[1]]), PlainRecord(["behind", remote[2]]),
      PlainRecord(["conflicts", String(status.conflictCount)]),
      PlainRecord(["overdue", String(status.overdueCount)]),
      PlainRecord(["unreadable", String(status.unreadableCount)]),
    ]
      + status.columns.map {
        PlainRecord(["column", $0.id, String($0.count), $0.limit.map { String($0) }])
      }
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    var head: StyledText = "board \(status.board.text, .heading)"
    if let title = status.title, !title.isEmpty { head += ", \(title)" }
    var lines = [head, status.remoteWords, StyledText()]
    let titles = status.columns.map { column in
      column.title.isEmpty ? StyledText("(no state)", .muted) : StyledText(column.title)
    }
    let titleWidth = Flow.width(of: titles, limit: max(8, width - 24))
    for (column, title) in zip(status.columns, titles) {
      let count = ColumnCountText.words(
        count: column.count, limit: column.limit, isOverLimit: column.isOverLimit)
      let note: StyledText =
        column.isOverLimit
        ? StyledText("over its limit", .limitExceeded)
        : column.isKnown ? StyledText() : StyledText("unknown column", .conflict)
      lines.append(Flow.row([title, count, note], widths: [titleWidth, 9, width]))
    }
    let warnings = [overdue, conflicts, unreadable].filter { !$0.isEmpty }
    if !warnings.isEmpty { lines += [StyledText()] + warnings }
    return lines.flatMap { $0.wrapped(toCells: width, indent: 2) }
  }

  private var overdue: StyledText {
    guard status.overdueCount > 0 else { return StyledText() }
    let words = CountWords.words(status.overdueCount, "plan")
    return StyledText("\(PlanTokens.overdueMark) \(words) overdue", .overdue)
  }

  private var conflicts: StyledText {
    guard status.conflictCount > 0 else { return StyledText() }
    let words = CountWords.words(status.conflictCount, "conflict")
    return StyledText("\(PlanTokens.conflictMark) \(words) to decide", .conflict)
  }

  private var unreadable: StyledText {
    guard status.unreadableCount > 0 else { return StyledText() }
    let words = CountWords.words(status.unreadableCount, "file")
    return StyledText("\(PlanTokens.overdueMark) \(words) can't be read", .conflict)
  }
}
