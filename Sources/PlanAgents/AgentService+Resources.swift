import PlanActions
import PlanModel

/// The resources that a client can attach to a conversation: `board://main`, a board with the first
/// plans of each column, and `plan://k7m2`, a plan with its texts.
extension AgentService {
  private static let resourceType = "application/json"
  /// The most plans of a column that are listed.
  private static let mostPlansOfColumn = 20

  static let resourceTemplates: [JSONValue] = [
    .object([
      "uriTemplate": .string("plan://{id}"), "name": .string("plan"), "title": .string("A plan"),
      "description": .string("A plan with its texts, by the beginning of its id"),
      "mimeType": .string(resourceType),
    ]),
    .object([
      "uriTemplate": .string("board://{name}"), "name": .string("board"),
      "title": .string("A board"),
      "description": .string("The columns of a board and the first plans of each"),
      "mimeType": .string(resourceType),
    ]),
  ]

  /// Returns the boards of the repository.
  static func resources(on workspace: Workspace) throws -> [JSONValue] {
    try workspace.boards().map { board in
      .object([
        "uri": .string("board://\(board.name.text)"), "name": .string(board.name.text),
        "title": .string("Board \(board.name.text)"), "mimeType": .string(resourceType),
      ])
    }
  }

  /// Reads a resource.
  ///
  /// - Parameter open: Opens a board by its name, or the default board.
  /// - Throws: `RPCError` if the URI is invalid, or if there is no such board or plan.
  static func readResource(
    _ uri: String, revision: Revision, on open: (BoardName?) throws -> Workspace
  ) throws -> JSONObject {
    let document: JSONValue
    do {
      document = try resource(uri, on: open)
    } catch {
      let problem = Problem(error)
      let missing: Set<Problem.Code> = [.usage, .noBoard, .unknownPlan, .ambiguousPlan]
      guard missing.contains(problem.code) else { throw problem }
      throw RPCError(
        code: revision.unknownResource, message: problem.message,
        data: ["uri": .string(uri.excerpt)])
    }
    return [
      "contents": .array([
        .object([
          "uri": .string(uri), "mimeType": .string(resourceType),
          "text": .string(document.visibleLine),
        ])
      ])
    ]
  }

  private static func resource(
    _ uri: String, on open: (BoardName?) throws -> Workspace
  ) throws -> JSONValue {
    if let name = uri.dropping(prefix: "plan://") { return try Tool.whole(name, on: open(nil)) }
    if let name = uri.dropping(prefix: "board://") {
      guard let board = BoardName(name) else { throw Problem.badBoardName(name) }
      return .object(try columns(of: open(board)))
    }
    throw Problem.usage("'\(uri.excerpt)' is not a board or a plan")
  }

  private static func columns(of workspace: Workspace) throws -> JSONObject {
    let found = try workspace.find(needsTexts: false)
    let present = found.plans.filter { !$0.isDeleted }
    let columns = Dictionary(grouping: present) { ExactString($0.state) }
    let board = found.shown.board
    return [
      "board": .string(found.shown.name.text), "title": .optional(board.title),
      "commit": .string(found.shown.commit.hex),
      "columns": try .objects(board.columns) { column in
        let plans = columns[ExactString(column.id)] ?? []
        var object = BoardJSON.column(column)
        object["count"] = .number(plans.count)
        object["plans"] = try found.shown.brief(
          Array(plans.prefix(mostPlansOfColumn)), found.relations)
        return object
      },
    ]
  }
}

extension String {
  /// Returns the text without a prefix; nil if it does not begin with it.
  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
