package import PlanModel
import PlanStore
import PlanView

/// A request for plans.
package struct FindPlans: Sendable {
  /// In the query language; empty for all plans in the board's order.
  package let query: String
  /// A moment or a commit of the past; nil for now.
  package let past: String?

  package init(_ query: String = "", at past: String? = nil) {
    (self.query, self.past) = (query, past)
  }
}

/// The outcome of a request for plans.
package struct PlansFound {
  package let shown: ShownBoard
  /// In the order of the query.
  package let plans: [Plan]
  /// The files that can't be read, whose plans are missing.
  package let missing: MissingFiles
  /// Whether a query chose the plans: an empty result then does not mean an empty board.
  package let isFiltered: Bool

  /// Fails if a plan can't be read: an export would be incomplete.
  package func requireAll() throws(Problem) {
    guard !missing.plans.isEmpty else { return }
    throw Problem(
      code: .unreadablePlan,
      message: "\(CountWords.words(missing.plans.count, "plan")) could not be exported",
      hints: ["the warnings above name them; the others were exported"])
  }
}

extension Workspace {
  package func find(_ request: FindPlans) throws -> PlansFound {
    let shown = try board(at: request.past)
    let read = try shown.reader.plans()
    let query = try query(request.query, in: shown, plans: read.plans)
    return PlansFound(
      shown: shown, plans: query.select(from: read.plans),
      missing: try missingFiles(read.unreadable, of: shown), isFiltered: !request.query.isEmpty)
  }

  func query(_ text: String, in shown: ShownBoard, plans: [Plan]) throws -> Query {
    // Only a query needs these; the board in its own order does not.
    let asked = text.isEmpty ? [] : plans
    // A plan that is done, deleted or not on this board blocks no other.
    let open = Set(
      asked.lazy.filter { !$0.isDeleted && shown.board.kind(of: $0.state) != .done }
        .flatMap { [$0.id.text] + $0.aliases })
    let context = QueryContext(
      today: shown.today, me: try me(), board: shown.board,
      minutesAheadOfUTC: participant.minutesAheadOfUTC, lanes: Set(asked.lazy.map(\.state)),
      aliases: AliasIndex(asked), isDone: { !open.contains($0) })
    do {
      return try Query.parse(text, context: context)
    } catch {
      throw Problem(error, in: text)
    }
  }
}
