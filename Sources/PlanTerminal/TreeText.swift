import PlanModel
package import PlanView

/// Plans below their parents, as text.
///
/// Columns for programs: depth, id, state, parent, done children, children, title, and `again`,
/// `cycle` or empty. `again` means that the plan's children are listed further up; `cycle` means
/// that the plan is its own ancestor.
package struct TreeText: TextForm {
  private let tree: TreeModel

  /// The name of the board for commands; nil for the default board.
  private let namedBoard: String?

  /// Prepares the output of plans below their parents.
  ///
  /// - Parameter board: The name of the board for commands in notes; nil for the default board.
  package init(_ tree: TreeModel, naming board: String? = nil) {
    (self.tree, namedBoard) = (tree, board)
  }

  package var records: [PlainRecord] {
    tree.rows.map { row in
      PlainRecord([
        String(row.place.depth), row.summary.plan.id.text, row.summary.plan.state,
        row.place.parent?.text,
        row.progress.map { String($0.done) }, row.progress.map { String($0.total) },
        row.summary.plan.title, row.place.repetition == .none ? nil : row.place.repetition.rawValue,
      ])
    }
  }

  private static let gap = 2
  private static let mostStateWidth = 14
  /// The smallest width of titles with their branches. If less is left, a plan's progress and
  /// state follow its title instead of being in columns.
  private static let leastTitleWidth = 32
  private static let leastNarrowTitle = 8

  package func lines(widthInCells width: Int) -> [StyledText] {
    guard !tree.rows.isEmpty else { return [note.truncated(toCells: width)] }
    let states = tree.rows.map { StyledText($0.summary.columnTitle, .muted) }
    let progress = tree.rows.map(Self.progress)
    let stateWidth = Flow.width(of: states, limit: Self.mostStateWidth)
    let progressWidth = Flow.width(of: progress, limit: .max)
    let room = width - stateWidth - progressWidth - 2 * Self.gap
    var branches = Branches(width: width)
    return tree.rows.indices.map { index in
      let lead = branches.next(tree.rows[index]) + Self.lead(of: tree.rows[index])
      let title = Self.title(of: tree.rows[index])
      guard room >= Self.leastTitleWidth else {
        let row = Self.narrow(
          title, [progress[index], states[index]], toCells: width - lead.widthInCells)
        return (lead + row).truncated(toCells: width).withoutSpacesAtEnd
      }
      return Flow.row(
        [lead + title, states[index], progress[index]],
        widths: [room, stateWidth, progressWidth], gap: Self.gap)
    }
  }

  /// Returns a title followed by its marks. The title is truncated to make room for the marks,
  /// unless too little of it would be left.
  private static func narrow(
    _ title: StyledText, _ marks: [StyledText], toCells width: Int
  ) -> StyledText {
    let tail = marks.joined(by: "  ")
    let room = width - tail.widthInCells - gap
    guard room >= leastNarrowTitle else {
      return title.followed(by: marks, toCells: max(1, width))
    }
    return title.truncated(toCells: room) + "  " + tail
  }

  private var note: StyledText {
    tree.isFiltered
      ? StyledText("no plans match", .muted)
      : StyledText(
        "no open plan has a parent; set one with: "
          + MessageText.command("edit ID --link parent:ID", naming: namedBoard), .muted)
  }

  /// Returns the id, the warnings, and a note if the plan is in an earlier row or in a cycle.
  private static func lead(of row: TreeModel.Row) -> StyledText {
    let mark: StyledText =
      switch row.place.repetition {
      case .none: StyledText()
      case .again: StyledText("(above)", .muted)
      case .cycle: StyledText("(cycle)", .conflict)
      }
    let parts = [StyledText(row.summary.shortID, .id), PlanTokens.warnings(row.summary), mark]
    return parts.joined(by: " ") + " "
  }

  private static func title(of row: TreeModel.Row) -> StyledText {
    guard row.isContext || row.summary.isDone else { return row.summary.title }
    return StyledText(SafeText(row.summary.title.string), .muted)
  }

  private static func progress(_ row: TreeModel.Row) -> StyledText {
    row.progress.map { StyledText("\($0.done)/\($0.total) done", .muted) } ?? StyledText()
  }
}

/// Draws the lines that connect plans with their parents.
private struct Branches {
  /// Whether the branch of each depth continues below.
  private var continues: [Bool] = []
  /// The largest number of depths that are drawn. Deeper branches begin with `…`.
  private let most: Int

  init(width: Int) { most = max(1, width / 10) }

  /// Returns the branches before the next row.
  mutating func next(_ row: TreeModel.Row) -> StyledText {
    guard row.place.depth > 0 else {
      continues = []
      return StyledText()
    }
    continues.removeSubrange(min(continues.count, row.place.depth - 1)...)
    let drawn = continues.suffix(most - 1)
    var text = drawn.count < continues.count ? "… " : ""
    for branch in drawn { text += branch ? "│  " : "   " }
    text += row.place.isLast ? "└─ " : "├─ "
    continues.append(!row.place.isLast)
    return StyledText(text, .muted)
  }
}
