import PlanModel
import PlanView

extension Screen {
  var lanes: [BoardModel.Lane] { content?.model.lanes ?? [] }

  var lane: BoardModel.Lane? { lanes.indices.contains(spot.lane) ? lanes[spot.lane] : nil }

  /// The card with the cursor; nil in an empty column.
  var card: PlanSummary? {
    guard let lane, lane.cards.indices.contains(spot.row) else { return nil }
    return lane.cards[spot.row]
  }

  /// Moves the cursor into the board if it is outside, and stores its plan.
  mutating func placeCursor() {
    spot.lane = min(max(0, spot.lane), max(0, lanes.count - 1))
    spot.row = min(max(0, spot.row), max(0, (lane?.cards.count ?? 0) - 1))
    cursorPlan = card?.plan.id
  }

  /// Puts the cursor on a plan. Returns whether the plan is shown.
  mutating func place(on id: PlanID) -> Bool {
    guard let found = places[id] else { return false }
    spot = found
    cursorPlan = id
    past?.home = id
    return true
  }

  /// Moves the cursor. If a plan is open beside the board, shows the plan with the cursor there.
  mutating func moveCursor(to new: CardPosition) -> [ScreenEffect] {
    spot = new
    awaitedPlan = nil
    placeCursor()
    past?.home = cursorPlan
    guard plan != nil, focus == .main, let id = cursorPlan, plan?.id != id else { return [] }
    return show(plan: id)
  }

  mutating func show(plan id: PlanID) -> [ScreenEffect] {
    (plan, trail) = (OpenPlan(id: id), [])
    recent = [id] + recent.filter { $0 != id }.prefix(9)
    return [.ask(.plan(id, past: past?.commit))]
  }

  mutating func closePlan() {
    (plan, trail) = (nil, [])
    focus = .main
  }

  // MARK: - Steps

  /// Returns the position of the cursor on the board after a step across columns.
  func spot(across: Int) -> CardPosition {
    CardPosition(lane: min(max(0, spot.lane + across), max(0, lanes.count - 1)), row: spot.row)
  }

  /// Returns the position of the cursor in the list after it moves by some plans. The list shows
  /// the columns below each other.
  func spotInList(down: Int) -> CardPosition {
    var (lane, row) = (spot.lane, spot.row + down)
    while lanes.indices.contains(lane) {
      let count = lanes[lane].cards.count
      if row < 0 {
        guard let before = lanes[..<lane].lastIndex(where: { !$0.cards.isEmpty }) else {
          return CardPosition(lane: lanes.firstIndex { !$0.cards.isEmpty } ?? 0, row: 0)
        }
        lane = before
        row += lanes[before].cards.count
      } else if row >= count {
        guard let next = lanes[(lane + 1)...].firstIndex(where: { !$0.cards.isEmpty }) else {
          let last = lanes.lastIndex { !$0.cards.isEmpty } ?? 0
          return CardPosition(lane: last, row: max(0, lanes[last].cards.count - 1))
        }
        lane = next
        row -= count
      } else {
        return CardPosition(lane: lane, row: row)
      }
    }
    return spot
  }

  // MARK: - What a change is about

  /// The plans to which a change applies: the open plan if it has the focus, otherwise the selected
  /// plans in the order of the board, otherwise the plan with the cursor.
  var targets: [PlanID] {
    if focus == .plan, let plan { return [plan.id] }
    if view == .conflicts {
      return conflicts.chosen.flatMap { PlanID($0.entry.id) }.map { [$0] } ?? []
    }
    if view == .roadmap { return roadmap.plan.map { [$0] } ?? [] }
    guard view == .board || view == .list else { return [] }
    if selection.isEmpty { return cursorPlan.map { [$0] } ?? [] }
    return selection.compactMap { id in places[id].map { (id, $0) } }
      .sorted { ($0.1.lane, $0.1.row) < ($1.1.lane, $1.1.row) }.map(\.0)
  }

  func summary(of id: PlanID) -> PlanSummary? {
    places[id].map { lanes[$0.lane].cards[$0.row] }
  }

  /// Returns the plans as messages name them: `k7m2`, or `3 plans`.
  func words(for ids: [PlanID]) -> String {
    if ids.count != 1 { return "\(ids.count) plans" }
    return ids.first.map { id in content?.viewpoint.shortID(id) ?? id.text } ?? ""
  }
}
