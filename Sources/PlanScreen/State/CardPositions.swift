import PlanModel
import PlanView

/// A card's position on a board.
struct CardPosition: Hashable, Sendable {
  var lane: Int
  var row: Int
}

/// Where each plan of a board is.
struct CardPositions: Sendable {
  private var spots: [PlanID: CardPosition] = [:]

  init() {}

  /// Finds the position of each plan on the board.
  ///
  /// - Complexity: O(n), once for each version of the board.
  init(_ model: BoardModel) {
    spots.reserveCapacity(model.lanes.reduce(0) { $0 + $1.cards.count })
    for (lane, column) in model.lanes.enumerated() {
      for (row, card) in column.cards.enumerated() {
        spots[card.plan.id] = CardPosition(lane: lane, row: row)
      }
    }
  }

  subscript(id: PlanID) -> CardPosition? { spots[id] }
  var count: Int { spots.count }
  var ids: Dictionary<PlanID, CardPosition>.Keys { spots.keys }
}
