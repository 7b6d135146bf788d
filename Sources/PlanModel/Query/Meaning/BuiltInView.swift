/// The saved queries that every board has; boards and people may replace them.
package enum BuiltInView: String, CaseIterable {
  case mine, ready, week, overdue, recent, conflicts

  package var text: String {
    switch self {
    case .mine: "is:mine is:open sort:due,priority"
    case .ready: "is:ready sort:priority,due,rank"
    case .week: "due:<=eow is:open sort:due"
    case .overdue: "is:overdue sort:due"
    case .recent: "updated:>=1w sort:-updated"
    case .conflicts: "is:conflict"
    }
  }

  static let texts = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0.text) })
}
