/// A key of a query's order, with its direction.
struct QuerySort: Hashable, Sendable {
  enum Key: String, CaseIterable {
    /// The order of a board: its columns from left to right, and in each the plans' ranks.
    case rank
    case due, priority, created, updated, title, state
  }

  let key: Key
  var isDescending = false

  static let names = Key.allCases.map(\.rawValue)
}
