/// A sort key of a query, with its direction.
struct QuerySort: Hashable, Sendable {
  enum Key: Hashable {
    /// The order of the board: columns from left to right, and in each column by rank.
    case rank
    case property(PlanField)
    case time(PlanTime)
    case title, state

    /// Returns the sort key with a name, including names of other trackers.
    init?(named name: String) {
      let name = name.lowercased()
      guard
        let key = Self.byName[name] ?? QueryKey.otherNames[name].flatMap({
          Self.byName[$0.rawValue]
        })
          ?? (["board", "position", "manual"].contains(name) ? .rank : nil)
      else { return nil }
      self = key
    }

    /// The sort keys and their names, in the order of the help. Plans can't be sorted by people.
    fileprivate static let named: [(name: String, key: Key)] =
      [("rank", .rank)]
      + PlanProperty.all.filter { $0.kind != .person }.map { ($0.name, .property($0.field)) }
      + PlanTime.allCases.map { ($0.rawValue, .time($0)) } + [("title", .title), ("state", .state)]

    private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.key) })
  }

  let key: Key
  var isDescending = false

  static let names = Key.named.map(\.name)
}
