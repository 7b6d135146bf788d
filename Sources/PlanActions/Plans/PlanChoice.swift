import PlanModel
import PlanStore

/// The plans that a request is about.
package enum PlanChoice: Sendable {
  /// Each by the beginning of its id, an alias, or words of its title.
  case named([String])
  /// Those that a query finds when the change is made.
  case matching(String)
}

/// The plans of a choice, on one version of the board.
struct ChosenPlans {
  /// Each once, in the order of the names or of the query.
  var ids: [PlanID] = []
  /// Remarks about the query.
  var notices: [Notice] = []
}

extension Workspace {
  /// Finds the plans of a choice on a version of the board.
  ///
  /// - Parameter resolve: Finds a plan by its name.
  func choose(
    _ choice: PlanChoice, on snapshot: BoardSnapshot,
    resolve: (BoardSnapshot, String) throws -> PlanID = { try $0.resolve($1) }
  ) throws -> ChosenPlans {
    switch choice {
    case .named(let names):
      return ChosenPlans(ids: try names.map { try resolve(snapshot, $0) }.unique)
    case .matching(let text):
      guard !Query.isEmpty(text) else {
        throw Problem.usage(
          "the query is empty", hints: ["for all plans say 'is:open' or 'is:closed'"])
      }
      let contents = try contents(of: shown(snapshot))
      let query = try query(text, in: contents)
      var chosen = ChosenPlans(
        ids: query.select(from: contents.plans).map(\.id), notices: query.notes.map(Notice.init))
      if chosen.ids.isEmpty { chosen.notices.append(Notice("no plan matches")) }
      return chosen
    }
  }
}

extension PlanChoice: ExpressibleByArrayLiteral {
  package init(arrayLiteral names: String...) { self = .named(names) }
}
