import PlanView

/// Lays out the lanes of a board in bands, and in swimlanes within each band, for a width and a
/// height.
struct BoardPage {
  private let board: BoardModel
  private let form: CardForm?
  private let width: Int
  private let bands: [BoardBand]

  init(_ board: BoardModel, form: CardForm?, width: Int) {
    (self.board, self.form, self.width) = (board, form, width)
    bands = BoardBand.bands(of: board.lanes, toCells: width)
  }

  /// The cards of one band, or of one swimlane in the band.
  private struct Row {
    let group: Int?
    let stacks: [CardStack]
    let widths: [Int]

    /// The number of lines if there is no limit.
    var height: Int { stacks.map(\.height).max() ?? 0 }

    func lines(limit: Int?) -> [StyledText] {
      let columns = stacks.map { $0.lines(limit: limit) }
      let height = columns.map(\.count).max() ?? 0
      return (0..<height).map { line in
        Flow.row(
          columns.map { line < $0.count ? $0[line] : StyledText() }, widths: widths,
          gap: BoardBand.gap)
      }
    }
  }

  /// The smallest number of lines of a row: a card, and the number of hidden cards.
  private static let leastRow = 2

  /// Returns the lines of the board.
  ///
  /// - Parameter most: The largest number of lines; nil for no limit.
  func lines(atMost most: Int?) -> [StyledText] {
    let groupCount = shownGroups(atMost: most)
    let rowsOfBands = bands.map { rows(of: $0, groups: groupCount) }
    let note = noteOfHiddenGroups(from: groupCount)
    let limits = limits(of: rowsOfBands.flatMap(\.self), atMost: most.map { $0 - note.count })
    var lines: [StyledText] = []
    var index = 0
    for (band, rows) in zip(bands, rowsOfBands) {
      if !lines.isEmpty, !band.isStacked { lines.append(StyledText()) }
      lines += heading(of: band)
      for row in rows {
        if let group = row.group.flatMap({ board.groups?[$0] }) { lines.append(head(of: group)) }
        lines += row.lines(limit: limits[index])
        index += 1
      }
    }
    return lines + note
  }

  /// Returns the largest number of lines of each row; nil for no limit.
  private func limits(of rows: [Row], atMost most: Int?) -> [Int?] {
    guard let most else { return rows.map { _ in nil } }
    let fixed = fixedCount(groupHeads: rows.count { $0.group != nil })
    return rows.map(\.height).shares(of: most - fixed, least: Self.leastRow)
  }

  // MARK: - Lines outside of the cards

  /// Returns the number of lines outside of the rows.
  private func fixedCount(groupHeads: Int) -> Int {
    let headings = bands.reduce(0) { $0 + ($1.isStacked ? 1 : 2) }
    let gaps = bands.first?.isStacked ?? true ? 0 : bands.count - 1
    return headings + gaps + groupHeads
  }

  private func heading(of band: BoardBand) -> [StyledText] {
    let headings = zip(band.lanes, band.widths).map { lane, width in
      ColumnHeading(lane: board.lanes[lane], isPartial: board.isPartial, width: width)
    }
    if band.isStacked { return headings.map(\.line) }
    let columns = zip(band.lanes, headings).map { lane, heading in
      band.folded.contains(lane) ? heading.foldedLines : heading.lines
    }
    return (0..<2).map { line in
      Flow.row(columns.map { $0[line] }, widths: band.widths, gap: BoardBand.gap)
    }
  }

  private func head(of group: BoardModel.Group) -> StyledText {
    let count = StyledText(String(group.count), .muted)
    let title = group.title.truncated(toCells: max(1, width - count.widthInCells - 1))
    let text = title + " " + count
    let room = width - text.widthInCells - 1
    return room > 0
      ? text + " " + StyledText(String(repeating: "─", count: room), .muted) : text
  }

  // MARK: - Groups

  private func rows(of band: BoardBand, groups count: Int) -> [Row] {
    let row = { (group: Int?, cell: (Int) -> BoardModel.Cell) in
      // A folded lane takes its place, but has no cards.
      let stacks = zip(band.lanes, band.widths).map { lane, width in
        CardStack(cell: band.folded.contains(lane) ? .empty : cell(lane), width: width, form: form)
      }
      return Row(group: group, stacks: stacks, widths: band.widths)
    }
    guard let groups = board.groups else { return [row(nil) { board.lanes[$0].cell }] }
    return groups.prefix(count).enumerated()
      .filter { isShown($0.element, in: band) }
      .map { group in row(group.offset) { group.element.cells[$0] } }
  }

  /// Returns whether a swimlane is shown in a band: if there is only one band, or if the swimlane
  /// has plans in it.
  private func isShown(_ group: BoardModel.Group, in band: BoardBand) -> Bool {
    bands.count == 1 || band.lanes.contains { group.cells[$0].count > 0 }
  }

  /// Returns how many swimlanes are shown: all without a limit, else those that fit with at least
  /// one card in each band, and at least one. Returns 0 for a board without swimlanes.
  private func shownGroups(atMost most: Int?) -> Int {
    guard let groups = board.groups else { return 0 }
    guard let most else { return groups.count }
    var room = most - fixedCount(groupHeads: 0)
    for (index, group) in groups.enumerated() {
      for band in bands where isShown(group, in: band) {
        let cards = band.lanes.filter { !band.folded.contains($0) }.map { group.cells[$0].count }
        room -= 1 + min(cards.max() ?? 0, Self.leastRow)
      }
      let note = index == groups.count - 1 ? 0 : 1
      if room < note { return max(1, index) }
    }
    return groups.count
  }

  private func noteOfHiddenGroups(from count: Int) -> [StyledText] {
    guard let hidden = board.groups?.dropFirst(count), !hidden.isEmpty else { return [] }
    let plans = hidden.reduce(0) { $0 + $1.count }
    let words =
      "… \(CountWords.words(hidden.count, "more group")) with "
      + "\(CountWords.words(plans, "plan")); --all shows them"
    return [StyledText(words, .muted).truncated(toCells: width)]
  }
}
