import PlanModel
package import PlanView

/// A board as text: columns side by side for people, a plan a line for programs.
///
/// For programs: state, id, due, priority, title, labels (separated by commas), assignees
/// (likewise). The model must have all cards: `BoardModel.CardLimits.all`.
package struct BoardText: TextForm {
  private let board: BoardModel

  package init(_ board: BoardModel) { self.board = board }

  package var records: [PlainRecord] {
    board.lanes.flatMap { lane in
      lane.cards.map { card in
        PlainRecord([
          lane.id, card.plan.id.text, card.plan.priority?.rawValue, card.plan.due?.description,
          card.plan.title, card.plan.labels.joined(separator: ","),
          card.plan.assignees.joined(separator: ","),
        ])
      }
    }
  }

  /// The number of cells between two columns.
  private static let gap = 2
  /// The least width of a column; without room for it the columns stand in several bands.
  private static let leastColumnWidth = 18
  /// The greatest width of a column; a wider title is harder to read than a wrapped one.
  private static let mostColumnWidth = 60
  private static let mostTitleLines = 3

  package func lines(widthInCells width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    if let title = board.title, !title.isEmpty {
      lines += [StyledText(title, .heading).truncated(toCells: width), StyledText()]
    }
    for (index, band) in bands(toCells: width).enumerated() {
      if index > 0 { lines.append(StyledText()) }
      lines += Self.sideBySide(band.lanes, columnWidth: band.columnWidth)
    }
    if board.isEmpty {
      let note: StyledText =
        board.isFiltered ? "no plans match" : "no plans yet; add one with: pmgit add TITLE"
      lines += [StyledText()] + note.styled(.muted).wrapped(toCells: width)
    }
    return lines
  }

  /// Returns bands of lanes that fit the width, nearly equal in number, and the width of each lane.
  private func bands(toCells width: Int) -> [(lanes: [BoardModel.Lane], columnWidth: Int)] {
    guard !board.lanes.isEmpty else { return [] }
    let fitting = max(1, (width + Self.gap) / (Self.leastColumnWidth + Self.gap))
    let bandCount = (board.lanes.count + fitting - 1) / fitting
    let perBand = (board.lanes.count + bandCount - 1) / bandCount
    let columnWidth = min(
      Self.mostColumnWidth, max(1, (width - Self.gap * (perBand - 1)) / perBand))
    return stride(from: 0, to: board.lanes.count, by: perBand).map { start in
      (Array(board.lanes[start..<min(start + perBand, board.lanes.count)]), columnWidth)
    }
  }

  private static func sideBySide(
    _ lanes: [BoardModel.Lane], columnWidth: Int
  ) -> [StyledText] {
    let columns = lanes.map { lines(of: $0, width: columnWidth) }
    let height = columns.map(\.count).max() ?? 0
    let widths = Array(repeating: columnWidth, count: lanes.count)
    return (0..<height).map { row in
      Flow.row(
        columns.map { row < $0.count ? $0[row] : StyledText() }, widths: widths, gap: gap)
    }
  }

  // MARK: One column

  private static func lines(of lane: BoardModel.Lane, width: Int) -> [StyledText] {
    let rule = StyledText(
      String(repeating: "─", count: width), lane.isOverLimit ? .limitExceeded : .muted)
    var lines = [heading(of: lane, width: width), rule]
    for (index, card) in lane.cards.enumerated() {
      if index > 0 { lines.append(StyledText()) }
      lines += Self.lines(of: card, width: width)
    }
    if lane.hiddenCount > 0 {
      if !lane.cards.isEmpty { lines.append(StyledText()) }
      lines.append(
        StyledText("… \(lane.hiddenCount) more", .muted).truncated(toCells: width))
    }
    return lines
  }

  /// Returns `Todo 12`, `In review 4/3 !`, or `backlog 2 (not a column)`; the count is never cut
  /// off.
  private static func heading(of lane: BoardModel.Lane, width: Int) -> StyledText {
    let count = ColumnCountText.words(
      count: lane.count, limit: lane.limit, isOverLimit: lane.isOverLimit)
    let title = lane.title.isEmpty ? StyledText("(no state)", .muted) : StyledText(lane.title)
    // An unknown lane has at least ` ?` after its count.
    let mark: StyledText = lane.isKnown ? "" : StyledText(" ?", .conflict)
    let room = max(1, width - count.widthInCells - mark.widthInCells - 1)
    let heading = title.truncated(toCells: room).styled(.heading) + " " + count
    guard !lane.isKnown else { return heading }
    let note = heading + StyledText(" (unknown)", .conflict)
    return note.widthInCells <= width ? note : heading + mark
  }

  private static func lines(of card: PlanSummary, width: Int) -> [StyledText] {
    let id = StyledText(card.shortID, .id)
    let indent = width >= 30 ? id.widthInCells + 1 : 2
    let title = (id + " " + card.title).wrapped(
      toCells: width, indent: indent, limit: mostTitleLines)
    let marks = Flow.lines(of: PlanTokens.all(card), toCells: max(1, width - indent))
    return title + Flow.indented(marks, by: min(indent, max(0, width - 1)))
  }
}

/// The number of plans in a column: `12`, or `4/3 !` if it is over the limit.
enum ColumnCountText {
  static func words(count: Int, limit: Int?, isOverLimit: Bool) -> StyledText {
    guard let limit else { return StyledText(String(count), .muted) }
    return isOverLimit
      ? StyledText("\(count)/\(limit) !", .limitExceeded)
      : StyledText("\(count)/\(limit)", .muted)
  }
}
