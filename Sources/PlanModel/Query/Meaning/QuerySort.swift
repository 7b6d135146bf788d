/// A key of a query's order, with its direction.
struct QuerySort: Hashable, Sendable {
  enum Key: String, CaseIterable {
    /// The order of a board: its columns from left to right, and in each the plans' ranks.
    case rank
    case due, priority, estimate, created, updated, moved, claimed, closed, title, state

    /// Returns the key of that name, or of one that other trackers have for it.
    init?(named name: String) {
      let name = name.lowercased()
      if let key = Self(rawValue: name) {
        self = key
      } else {
        guard
          let key = QueryKey.otherNames[name].flatMap({ Self(rawValue: $0.rawValue) })
            ?? (["board", "position", "manual"].contains(name) ? .rank : nil)
        else { return nil }
        self = key
      }
    }
  }

  let key: Key
  var isDescending = false

  static let names = Key.allCases.map(\.rawValue)
}
