import PlanActions
import PlanDocuments
import PlanModel

/// A request for everything that a page needs to show the newest board: the changes of the board,
/// what its query finds now, and the plan that is open beside it.
struct NewsRequest {
  /// The commit that the page shows, in 40 digits.
  private let commit: String
  /// The query of the page; empty for none.
  private let query: String
  /// The plan that is open; nil for none.
  private let plan: String?

  /// - Throws: `Problem` if a value is missing or is not of its kind.
  init(_ values: Values) throws(Problem) {
    commit = try values.commit("from")
    query = try values.text("q") ?? ""
    plan = try values.text("plan")
  }

  /// Returns the news, with the documents `matches` and `plan`; null if they were not asked for.
  ///
  /// A query that can't be read, or a plan that is gone, does not fail the rest: it is replaced by
  /// the document of the error.
  func answer(on board: Workspace) throws -> JSONObject {
    // Read first: if the remote's head moves meanwhile, an event has the newer head.
    let shared = try board.heads().shared
    var document = try Documents.news(board.news(since: commit), unshared: board.unsharedPlans())
    document["shared"] = .optional(shared?.hex)
    document["matches"] =
      Query.isEmpty(query)
      ? .null : .document { try Questions.matches(query, at: nil, on: board) }
    document["plan"] =
      plan.map { plan in .document { try Questions.plan(plan, at: nil, on: board) } } ?? .null
    return document
  }
}

extension JSONValue {
  /// Returns a document within another one; the document of the error if it can't be made.
  static func document(_ make: () throws -> JSONObject) -> JSONValue {
    do { return .object(try make()) } catch {
      return .object(Documents.pageError(Problem(error)))
    }
  }
}
