import PlanActions
import PlanDocuments
import PlanModel

extension Questions {
  /// Parses a request for everything that a page needs to show the newest state of a board: the
  /// changes since the page's commit `from`, the plans that match the page's query `q` now, and the
  /// plan that is open on the page.
  ///
  /// The answer has the changes, with the documents `matches` and `plan`. `matches` is null for an
  /// empty query, and `plan` if no plan is open. If the query can't be parsed or the plan no longer
  /// exists, only the document `matches` or `plan` is replaced by an error document.
  ///
  /// - Throws: `Problem` if a value is missing or invalid.
  static func news(_ values: RequestValues) throws -> Answer {
    let commit = try values.commit("from")
    let query = try values.text("q") ?? ""
    let id = try values.text("plan")
    return { board in
      // The head is read first. If it moves meanwhile, a later event reports the newer head.
      let shared = try board.heads().shared
      var document = try Documents.news(board.news(since: commit), unshared: board.unsharedPlans())
      document["shared"] = .optional(shared?.hex)
      document["matches"] =
        Query.isEmpty(query) ? .null : .document { try matches(query, at: nil, on: board) }
      document["plan"] = id.map { id in .document { try plan(id, at: nil, on: board) } } ?? .null
      return document
    }
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
