package import PlanModel
import PlanStore
import PlanView

/// A request for plans.
package struct FindPlans: Sendable {
  /// The query; empty for all plans in the board's order.
  package let query: String
  /// A moment or a commit of the past; nil for now.
  package let past: String?
  /// Whether plans are ordered by how well they match the query's words. An order in the query
  /// takes precedence.
  package let isBestFirst: Bool
  /// Whether finished plans are left out, unless the query asks for them; see
  /// `Query.openUnlessAsked`.
  package let isOpenUnlessAsked: Bool
  /// Whether the texts of the plans are needed even if the query does not search in them. Without
  /// them only `Plan.outline` is known.
  package let needsTexts: Bool

  package init(
    _ query: String = "", at past: String? = nil, isBestFirst: Bool = false,
    isOpenUnlessAsked: Bool = false, needsTexts: Bool = true
  ) {
    (self.query, self.past, self.isBestFirst) = (query, past, isBestFirst)
    (self.isOpenUnlessAsked, self.needsTexts) = (isOpenUnlessAsked, needsTexts)
  }
}

/// The outcome of a request for plans.
package struct PlansFound {
  package let shown: ShownBoard
  /// The plans in the requested order.
  package let plans: [Plan]
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
    PlansFound(
      shown: shown, plans: plans.filter { ids.contains($0.id) }, allPlans: allPlans,
      relations: relations, notices: notices, words: words,
      hiddenCount: hiddenCount, isFiltered: isFiltered)
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
  package func find(_ request: FindPlans) throws -> PlansFound {
    let shown = try board(at: request.past)
    let contents = try contents(of: shown, answering: request.query, needsTexts: request.needsTexts)
    let written = try query(request.query, in: contents)
    let query = request.isOpenUnlessAsked ? written.openUnlessAsked : written
    let plans =
      request.isBestFirst ? query.search(contents.plans) : query.select(from: contents.plans)
    return PlansFound(
      shown: contents.shown, plans: plans, allPlans: contents.plans, relations: contents.relations,
      notices: try query.notes.map(Notice.init)
        + (plans.isEmpty ? notices(ofAbsent: request.query, in: shown) : []),
      words: query.words,
      hiddenCount: query.countOfHidden(among: contents.plans),
      isFiltered: !Query.isEmpty(request.query))
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
