package import PlanModel
package import PlanView

/// One change that `pmgit watch` reports.
///
/// The columns for programs are those of a history, with one line per changed field, followed by
/// the event in one word. If an agent made the change, the person for whom it acted follows. For a
/// reset, the old and the new value are commits.
package struct WatchText: TextForm {
  private let change: WatchedChange
  private let board: Board
  private let viewpoint: Viewpoint

  package init(_ change: WatchedChange, board: Board, viewpoint: Viewpoint) {
    (self.change, self.board, self.viewpoint) = (change, board, viewpoint)
  }

  package func lines(widthInCells width: Int) -> [StyledText] {
    let line: StyledText
    switch change.event {
    case .changed where change.entry.at != nil:
      let timeline = Timeline([change.entry], board: board, viewpoint: viewpoint)
      return TimelineText(timeline).lines(widthInCells: width)
    case .changed:
      return DifferenceText(
        [
          BoardDifference(
            plan: change.entry.plan, title: change.entry.planTitle, changes: change.entry.changes)
        ], board: board, viewpoint: viewpoint
      ).lines(widthInCells: width)
    case .reset(let old, let new):
      line =
        "\("the branch was set back", .conflict) from \(old.abbreviated, .muted) to "
        + "\(new.abbreviated, .muted)"
    case .met(let goal):
      line =
        "\(change.shortID ?? "", .id) \(change.entry.planTitle, .title)"
        + "\(goal == .ready ? " is ready" : " is done")"
    }
    return [line.truncated(toCells: width)]
  }

  package var records: [PlainRecord] {
    if case .reset(let old, let new) = change.event {
      let head: [String?] = [new.abbreviated] + Array(repeating: nil, count: 5)
      return [PlainRecord(head + [old.hex, new.hex, change.word])]
    }
    return TimelineText.records(of: change.entry, adding: change.word)
  }
}
