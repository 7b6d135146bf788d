import PlanModel
import PlanView

extension Screen {
  /// Moves the cursor, or scrolls a view without a cursor.
  mutating func step(_ act: Shortcut.Act) -> [ScreenEffect] {
    if focus == .plan { return stepInPlan(act) }
    switch view {
    case .board: return stepOnBoard(act)
    case .list: return stepInList(act)
    case .conflicts: return stepInConflicts(act)
    case .roadmap: return stepOnRoadmap(act)
    case .flow: break
    }
    return []
  }

  /// Returns an index after a step, within a number of rows.
  static func stepped(_ index: Int, _ act: Shortcut.Act, count: Int, page: Int) -> Int {
    let next =
      switch act {
      case .down: index + 1
      case .up: index - 1
      case .top: 0
      case .bottom: count - 1
      case .pageDown: index + max(1, page)
      case .pageUp: index - max(1, page)
      default: index
      }
    return min(max(0, next), max(0, count - 1))
  }

  private mutating func stepOnBoard(_ act: Shortcut.Act) -> [ScreenEffect] {
    let count = lane?.cards.count ?? 0
    switch act {
    case .left: return moveCursor(to: spot(across: -1))
    case .right: return moveCursor(to: spot(across: 1))
    default:
      let row = Self.stepped(spot.row, act, count: count, page: cardsPerPage)
      return moveCursor(to: CardPosition(lane: spot.lane, row: row))
    }
  }

  private mutating func stepInList(_ act: Shortcut.Act) -> [ScreenEffect] {
    switch act {
    case .up: return moveCursor(to: spotInList(down: -1))
    case .down: return moveCursor(to: spotInList(down: 1))
    case .pageUp: return moveCursor(to: spotInList(down: -max(1, bodyRows - 2)))
    case .pageDown: return moveCursor(to: spotInList(down: max(1, bodyRows - 2)))
    case .top: return moveCursor(to: spotInList(down: -places.count))
    case .bottom: return moveCursor(to: spotInList(down: places.count))
    case .left, .right:
      // The first plan of the next column with plans.
      let order =
        act == .left
        ? Array(lanes.indices[..<spot.lane].reversed())
        : Array(
          lanes.indices.dropFirst(spot.lane + 1))
      guard let next = order.first(where: { !lanes[$0].cards.isEmpty }) else { return [] }
      return moveCursor(to: CardPosition(lane: next, row: 0))
    default: return []
    }
  }

  // MARK: - Moves

  /// Moves the target plans to another column or place.
  mutating func move(_ act: Shortcut.Act) -> [ScreenEffect] {
    let ids = targets
    guard let first = ids.first, let from = places[first] else { return reportNoPlan() }
    switch act {
    case .moveLeft: return moveAcross(ids, from: from, by: -1)
    case .moveRight: return moveAcross(ids, from: from, by: 1)
    case .moveUp: return moveAlong(ids, from: from, by: -1)
    default: return moveAlong(ids, from: from, by: 1)
    }
  }

  private mutating func moveAcross(_ ids: [PlanID], from: CardPosition, by: Int) -> [ScreenEffect] {
    let columns = content?.board.columns ?? []
    let now = columns.firstIndex { $0.id == lanes[from.lane].id }
    guard let now, columns.indices.contains(now + by) else {
      return report("there is no column on that side")
    }
    return change(.move(ids, column: columns[now + by].id, place: .unspecified))
  }

  /// Moves plans of one column by one place, as a block.
  private mutating func moveAlong(_ ids: [PlanID], from: CardPosition, by: Int) -> [ScreenEffect] {
    let lane = lanes[from.lane]
    guard lane.kind != .done else {
      return report("'\(lane.title)' shows what was finished last at the top")
    }
    let rows = ids.compactMap { id in places[id] }
    guard rows.allSatisfy({ $0.lane == from.lane }) else {
      return report("plans of several columns can't be moved up or down together")
    }
    let chosen = Set(ids)
    let neighbour =
      by < 0
      ? lane.cards[..<(rows.first?.row ?? 0)].last { !chosen.contains($0.plan.id) }
      : lane.cards[((rows.last?.row ?? 0) + 1)...].first { !chosen.contains($0.plan.id) }
    guard let id = neighbour?.plan.id else {
      return report("it is already there")
    }
    return change(.move(ids, column: lane.id, place: by < 0 ? .before(id.text) : .after(id.text)))
  }
}
