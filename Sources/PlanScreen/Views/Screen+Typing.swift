import PlanModel
import PlanView

extension Screen {
  /// The line that is being typed; nil without one.
  func promptLine(_ layout: ScreenLayout) -> PromptLine? {
    guard case .line(let line) = prompt else { return nil }
    if let place = titlePlace(line, layout) {
      return PromptLine(line, in: place, hasLabel: false)
    }
    return PromptLine(
      line, in: Area.line(layout.footRow, columns: layout.size.columns), of: namesOfOtherPlans(line)
    )
  }

  /// The plans of a line in words, if they are not the one with the cursor.
  private func namesOfOtherPlans(_ line: LinePrompt) -> StyledText? {
    let ids: [PlanID]
    switch line.purpose {
    case .title(let id, _), .checklist(let id), .link(let id): ids = [id]
    case .due(let several), .field(let several): ids = several
    case .query, .newPlan, .decision: return nil
    }
    guard ids != [focus == .plan ? plan?.id : cursorPlan].compactMap(\.self) else { return nil }
    return StyledText(words(for: ids), .id)
  }

  /// The smallest width at which a title is edited in its place.
  private static let leastTitleWidth = 30

  /// The cells of the title that is being edited. Returns nil if the title is not shown or too
  /// narrow; then the last line of the screen is used.
  private func titlePlace(_ line: LinePrompt, _ layout: ScreenLayout) -> Area? {
    guard case .title(let id, _) = line.purpose, let place = place(ofTitle: id, layout),
      place.columns >= Self.leastTitleWidth
    else { return nil }
    return place
  }

  private func place(ofTitle id: PlanID, _ layout: ScreenLayout) -> Area? {
    if focus == .plan {
      guard let plan, plan.id == id, plan.top == 0, let place = layout.plan, place.area.rows > 1
      else { return nil }
      return Area.line(
        place.area.row + 1, column: place.area.column + (place.isOver ? 1 : 2),
        columns: place.textWidth)
    }
    guard id == cursorPlan, let card else { return nil }
    let indent = TextWidth.cells(of: card.shortID) + 2
    switch view {
    case .list:
      guard let row = listRow(of: spot), (0..<layout.main.rows).contains(row - listTop) else {
        return nil
      }
      return Area.line(
        layout.main.row + row - listTop, column: layout.main.column + indent,
        columns: layout.main.columns - indent - 1)
    case .board:
      guard let place = cardPlace(layout.main) else { return nil }
      return Area.line(
        place.row, column: place.column + indent, columns: place.columns - indent - 1)
    case .conflicts, .roadmap, .flow: return nil
    }
  }

  /// The cells of the card with the cursor on the board; nil if it is folded.
  private func cardPlace(_ main: Area) -> Area? {
    let columns = LaneLayout(
      lanes, active: spot.lane, first: firstLane, widthInCells: main.columns)
    guard let lane, let shown = columns.lanes.first(where: { $0.lane == spot.lane }),
      !shown.isFolded
    else { return nil }
    let cards = laneArea(shown, columns, main)
    let window = window(lane, isActive: true, width: cardWidth(shown), rows: cards.rows)
    var row = cards.row
    for item in window.items {
      if item.row == spot.row {
        return Area.line(row, column: cards.column, columns: cards.columns)
      }
      row += item.lines.count + (window.form.isSpaced ? 1 : 0)
    }
    return nil
  }
}
