import PlanModel
import PlanView

/// A card's position on a board.
struct CardPosition: Hashable, Sendable {
  var lane: Int
  var row: Int
}

extension BoardModel {
  /// The position of each plan on the board.
  ///
  /// - Complexity: O(n).
  var positions: [PlanID: CardPosition] {
    var positions: [PlanID: CardPosition] = [:]
    positions.reserveCapacity(lanes.reduce(0) { $0 + $1.cards.count })
    for (lane, column) in lanes.enumerated() {
      for (row, card) in column.cards.enumerated() {
        positions[card.plan.id] = CardPosition(lane: lane, row: row)
      }
    }
    return positions
  }
}
