import PlanActions
import PlanDocuments
import PlanModel

/// A request for everything that a page needs to show the newest state of a board: the changes
/// since the page's state, the plans that match the page's query now, and the plan that is open on
/// the page.
struct NewsRequest {
  /// The commit that the page shows, as 40 hexadecimal digits.
  private let commit: String
  /// The query of the page; empty for none.
  private let query: String
  /// The id of the open plan; nil if none is open.
  private let plan: String?

  /// - Throws: `Problem` if a value is missing or invalid.
  init(_ values: RequestValues) throws {
    commit = try values.commit("from")
    query = try values.text("q") ?? ""
    plan = try values.text("plan")
  }

  /// Returns the changes, with the documents `matches` and `plan`. `matches` is null for an empty
  /// query, and `plan` if no plan is open.
  ///
  /// If the query can't be parsed or the plan no longer exists, only the document `matches` or
  /// `plan` is replaced by an error document.
  func answer(on board: Workspace) throws -> JSONObject {
    // The head is read first. If it moves meanwhile, a later event reports the newer head.
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
  /// Returns the document that `make` returns; the document of the error if `make` throws.
  static func document(_ make: () throws -> JSONObject) -> JSONValue {
    do { return .object(try make()) } catch {
      return .object(Documents.pageError(Problem(error)))
    }
  }
}
