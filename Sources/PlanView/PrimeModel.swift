package import PlanModel

/// A summary of a board for somebody who begins to work. Its size does not depend on the size of
/// the board.
package struct PrimeModel: Sendable {
  /// A plan in a list of the overview.
  package struct Entry: Hashable, Sendable {
    package let id: PlanID
    package let shortID: String
    /// The title, shortened if it is long.
    package let title: String
    /// Why the plan is in the list, or when it is due; empty without a reason or a day.
    package let reasons: [String]

    package init(_ plan: Plan, reasons: [String], viewpoint: Viewpoint) {
      (id, shortID) = (plan.id, viewpoint.shortID(plan.id))
      (title, self.reasons) = (plan.title.excerpt, reasons)
    }
  }

  /// The first plans of a longer list.
  package struct List: Hashable, Sendable {
    package let entries: [Entry]
    package let count: Int

    package var hiddenCount: Int { count - entries.count }

    package init(_ entries: [Entry], of count: Int) {
      (self.entries, self.count) = (entries, count)
    }
  }

  package struct ColumnState: Hashable, Sendable {
    /// The column; its id and title are shortened if they are long.
    package let column: Column
    /// The number of plans in the column.
    package let count: Int
  }

  /// The most plans of each list.
  package static let mostPlans = 5
  private static let mostColumns = 8
  /// The most columns that a rule names.
  private static let mostSources = 4

  /// The person who asks, in stored form; nil if git has no identity.
  package let me: String?
  package let status: StatusModel
  /// The first columns of the board.
  package let columns: [ColumnState]
  /// The number of all columns.
  package let columnCount: Int
  /// The person's plans in columns of kind doing.
  package let inProgress: List
  /// The plans to start next, best first.
  package let ready: List

  package init(me: String?, status: StatusModel, board: Board, inProgress: List, ready: List) {
    (self.me, self.status) = (me, status)
    (self.inProgress, self.ready) = (inProgress, ready)
    var counts: [ExactString: Int] = [:]
    for column in status.columns { counts[ExactString(column.id)] = column.count }
    columnCount = board.columns.count
    columns = board.columns.prefix(Self.mostColumns).map { column in
      let sources = column.from.prefix(Self.mostSources).map(\.excerpt)
      return ColumnState(
        column: Column(
          id: column.id.excerpt, title: column.title.excerpt, kind: column.kind,
          limit: column.limit,
          from: sources + (column.from.count > sources.count ? ["…"] : [])),
        count: counts[ExactString(column.id)] ?? 0)
    }
  }

  /// The commands that are enough for most work, and what each is for.
  ///
  /// - Parameter board: The board to name in the commands; nil to leave it out.
  package static func commands(naming board: String? = nil) -> [(text: String, use: String)] {
    let named = board.map { " --board \($0)" } ?? ""
    return [
      ("pmgit take --next --lease 1h", "claim and start the best free plan; take ID for another"),
      ("pmgit show ID", "read a plan; any unique beginning of its id will do"),
      ("pmgit comment ID -m TEXT", "write down what you found or decided"),
      ("pmgit done ID", "finish a plan"),
      ("pmgit add TITLE", "add what else must be done; --link blocks:ID if it is first"),
      ("pmgit sync", "share your changes and get those of others"),
    ].map { (text: $0 + named, use: $1) }
  }
}
