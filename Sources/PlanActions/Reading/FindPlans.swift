package import PlanModel
import PlanStore
import PlanView

/// The plans that a query found.
package struct PlansFound {
  package let shown: ShownBoard
  /// The plans in the requested order.
  package private(set) var plans: [Plan]
  /// All plans of the board that can be read, including deleted ones, ordered by id.
  package let allPlans: [Plan]
  /// The relations of all plans.
  package let relations: PlanRelations
  /// Notices about terms of the query that may not mean what was intended, and about a plan that a
  /// past board did not have.
  package let notices: [Notice]
  /// The texts that the query searches for.
  package let words: [SearchText]
  /// The number of finished plans that match the query and were left out.
  package let hiddenCount: Int
  /// Whether a query chose the plans; then an empty result does not mean an empty board.
  package let isFiltered: Bool

  /// Returns the same board with only some of the found plans.
  package func only(_ ids: Set<PlanID>) -> PlansFound {
    var found = self
    found.plans = plans.filter { ids.contains($0.id) }
    return found
  }

  /// Fails if a plan can't be read, because an export would be incomplete.
  package func requireAll() throws {
    guard !shown.missing.plans.isEmpty else { return }
    throw Problem(
      code: .unreadablePlan,
      message: "\(CountWords.words(shown.missing.plans.count, "plan")) could not be exported",
      hints: ["the warnings above name them; the others were exported"])
  }
}

extension Workspace {
  /// Finds plans.
  ///
  /// - Parameters:
  ///   - text: The query; empty for all plans in the board's order.
  ///   - past: A moment or a commit of the past; nil for now.
  ///   - isBestFirst: Whether plans are ordered by how well they match the query's words. An order
  ///     in the query takes precedence.
  ///   - isOpenUnlessAsked: Whether finished plans are left out, unless the query asks for them;
  ///     see `Query.openUnlessAsked`.
  ///   - needsTexts: Whether the texts of the plans are needed even if the query does not search in
  ///     them. Without them only `Plan.outline` is known.
  package func find(
    _ text: String = "", at past: String? = nil, isBestFirst: Bool = false,
    isOpenUnlessAsked: Bool = false, needsTexts: Bool = true
  ) throws -> PlansFound {
    let shown = try board(at: past)
    let contents = try contents(of: shown, answering: text, needsTexts: needsTexts)
    let written = try query(text, in: contents)
    let query = isOpenUnlessAsked ? written.openUnlessAsked : written
    let plans = isBestFirst ? query.search(contents.plans) : query.select(from: contents.plans)
    return PlansFound(
      shown: contents.shown, plans: plans, allPlans: contents.plans, relations: contents.relations,
      notices: try query.notes.map(Notice.init)
        + (plans.isEmpty ? notices(ofAbsent: text, in: shown) : []),
      words: query.words,
      hiddenCount: query.countOfHidden(among: contents.plans),
      isFiltered: !Query.isEmpty(text))
  }
}

extension PlansFound {
  /// Returns the ids of the columns with the given names, in the order of the names.
  ///
  /// - Parameter names: Ids or titles, each alone or several separated by commas. The id of a
  ///   removed column is valid if plans are still in it.
  /// - Returns: nil if no name was given.
  /// - Throws: `Problem` with code `unknownColumn` for the first unknown name.
  package func lanes(named names: [String]) throws -> [String]? {
    guard !names.isEmpty else { return nil }
    let present = allPlans.lazy.filter { !$0.isDeleted }
    let states = Set(present.map { ExactString($0.state) } + plans.map { ExactString($0.state) })
    var lanes: [String] = []
    for name in names {
      // A title may contain a comma.
      if let lane = lane(named: name, states) {
        lanes.append(lane)
        continue
      }
      for part in name.split(separator: ",") {
        let part = String(part)
        guard let lane = lane(named: part, states) else {
          throw Problem.unknownColumn(part, on: shown.board)
        }
        lanes.append(lane)
      }
    }
    guard !lanes.isEmpty else { throw Problem.unknownColumn("", on: shown.board) }
    return lanes.map { ExactString($0) }.unique.map(\.text)
  }

  private func lane(named name: String, _ states: Set<ExactString>) -> String? {
    if let column = shown.board.columns(named: name).first { return column.id }
    return states.contains(ExactString(name)) ? name : nil
  }
}
