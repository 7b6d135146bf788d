package import PlanModel
package import PlanView

/// The differences of a board between two moments: each plan with its changes.
///
/// Columns for programs, with one line per changed path: plan, title, path, old value, new value.
package struct DifferenceText: TextForm {
  private let differences: [BoardDifference]
  private let board: Board
  private let viewpoint: Viewpoint

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
      let words = ChangeWords.words(for: difference.changes, board: board)
      let changes = words.isEmpty ? [StyledText("no visible changes", .muted)] : words
      return [(id + "  " + StyledText(difference.title, .title)).truncated(toCells: width)]
        + changes.map { ("  " + $0).truncated(toCells: width) }
    }
  }
}
