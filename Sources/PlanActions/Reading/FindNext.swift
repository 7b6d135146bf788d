package import PlanModel
import PlanStore

/// The plans that one can begin now, the best first.
package struct NextPlansFound {
  package let shown: ShownBoard
  package let plans: [NextPlan]
  package let notices: [Notice]
  package let missing: MissingFiles
}

extension Workspace {
  /// Finds what to do next.
  ///
  /// - Parameter text: A query that narrows the choice; empty for all.
  package func next(_ text: String = "") throws -> NextPlansFound {
    let contents = try contents(of: board())
    let query = try next(text, in: contents)
    return NextPlansFound(
      shown: contents.shown, plans: query.next(from: contents.plans),
      notices: query.notes.map(Notice.init), missing: contents.missing)
  }

  /// Reads a query about what to do next, with all that the answer depends on.
  private func next(_ text: String, in contents: BoardContents) throws -> Query {
    try query(Query.isEmpty(text) ? "is:open" : text, in: contents)
  }

  /// Returns the best plan that a person can begin and nobody owns, on a version of the board.
  func bestFree(_ text: String, on snapshot: BoardSnapshot) throws -> PlanID {
    let contents = try contents(of: shown(snapshot))
    let found = try next(text, in: contents).next(from: contents.plans)
    guard let best = found.first(where: { $0.plan.owner == nil }) else {
      throw Problem(
        code: .nothingFree, message: "no plan is ready and free",
        hints: ["see what waits with \(pmgit: "list", "is:blocked")"])
    }
    return best.plan.id
  }
}
