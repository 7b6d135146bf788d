import PlanModel
import PlanStore
package import PlanView

/// A request for what differs of a board between two moments.
package struct CompareBoards: Sendable {
  /// A moment or a commit of the past.
  package let from: String
  /// Another one; nil for now.
  package let to: String?
  /// A query that plans must match at the later moment, or else at the earlier one; empty for all.
  package let query: String

  package init(from: String, to: String? = nil, where query: String = "") {
    (self.from, self.to, self.query) = (from, to, query)
  }
}

/// What differs of a board between two moments.
package struct BoardsCompared {
  package let from: ShownBoard
  package let to: ShownBoard
  package let differences: [BoardDifference]
  /// What can't be compared, and remarks about the query.
  package let notices: [Notice]
}

extension Workspace {
  package func compare(_ request: CompareBoards) throws -> BoardsCompared {
    let from = try board(at: request.from)
    let to = try board(at: request.to)
    let found = try store.differences(from: from.reader.commit, to: to.reader.commit)
    var notices = found.unreadable.map { plan in
      let name = plan.map { "plan '\($0)'" } ?? "the board's settings"
      return Notice("can't compare \(name): the file can't be read at one of the moments")
    }
    var wanted: Set<PlanID>?
    if !Query.isEmpty(request.query) {
      let (later, query) = try plans(matching: request.query, in: to)
      notices += query.notes.map(Notice.init)
      // A plan that is not there any more is looked for where it was.
      let earlier = try plans(matching: request.query, in: from).plans
      let there = Set(try to.reader.plans().plans.map(\.id))
      wanted = later.union(earlier.subtracting(there))
    }
    let differences = found.plans.filter { difference in
      guard let wanted else { return true }
      return difference.plan.map { wanted.contains($0) } ?? false
    }
    return BoardsCompared(
      from: from, to: to, differences: differences.map(BoardDifference.init), notices: notices)
  }

  private func plans(
    matching text: String, in shown: ShownBoard
  ) throws -> (plans: Set<PlanID>, query: Query) {
    let contents = try contents(of: shown)
    let query = try query(text, in: contents)
    return (Set(query.select(from: contents.plans).map(\.id)), query)
  }
}

extension BoardDifference {
  init(_ difference: PlanDifference) {
    self.init(
      plan: difference.plan, title: difference.title,
      changes: difference.changes.map {
        FieldChange(path: $0.path, old: $0.old, new: $0.new, itemText: $0.itemText)
      })
  }
}
