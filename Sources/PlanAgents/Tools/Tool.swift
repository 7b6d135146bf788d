import PlanActions
import PlanDocuments
import PlanModel

/// An operation that a model may call, and its description.
///
/// Each tool parses its arguments first, and returns a function that calls one action. So a
/// malformed call changes nothing.
struct Tool: Sendable {
  typealias Call = (Workspace) async throws -> JSONObject

  let name: String
  let title: String
  /// A description of the tool for the model. It is part of each conversation, so it is short.
  let about: String
  let inputs: [ToolInput]
  let effect: Effect
  let parse: @Sendable (RequestValues) throws -> Call

  /// The effect of a tool, for the person who allows its calls.
  enum Effect: Sendable {
    case reads
    /// Adds to the board, and replaces nothing.
    case adds
    /// Replaces values. The old values are in git's history, and `undo` restores them.
    case changes
    /// Replaces claims or columns of plans, and shares the board with the remote.
    case changesAndShares
    /// Shares the board with the remote. If both sides changed a value, both values are kept.
    case shares
  }

  /// The tools, in the usual order of their use.
  static let all = [ready, take, show, list, add, edit, comment, check, done, sync]

  var json: JSONValue {
    .object([
      "name": .string(name), "title": .string(title), "description": .string(about),
      "inputSchema": ToolInput.schema(of: inputs), "annotations": .object(annotations),
    ])
  }

  /// The hints of MCP. A tool is destructive unless it "performs only additive updates".
  private var annotations: JSONObject {
    [
      "readOnlyHint": .bool(effect == .reads),
      "destructiveHint": .bool(effect == .changes || effect == .changesAndShares),
      "openWorldHint": .bool(effect == .shares || effect == .changesAndShares),
    ]
  }

  /// Calls the tool.
  ///
  /// - Parameter open: Opens the board, after the arguments were found to be valid.
  func call(_ arguments: JSONObject, on open: () throws -> Workspace) async throws -> JSONObject {
    let call = try RequestValues.parse(checked(arguments), parse)
    return try await call(open())
  }

  /// Returns the arguments without nulls, because models send null for arguments that they leave
  /// out. Throws a problem for an argument that is not in `inputs`, and for a required one that is
  /// missing. `RequestValues` can't check this, because it also accepts values that only lines of a
  /// batch have.
  private func checked(_ arguments: JSONObject) throws -> JSONObject {
    var given = arguments
    for member in arguments.members {
      try RequestValues.require(member.key.text, among: inputs.map(\.name))
      if member.value.isNull { given[member.key] = nil }
    }
    for input in inputs where input.isRequired {
      guard let value = given[ExactString(input.name)] else {
        throw Problem.usage("'\(input.name)' is missing")
      }
      if value == .array([]) { throw Problem.usage("'\(input.name)' is empty") }
    }
    return given
  }
}
