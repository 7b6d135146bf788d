import PlanActions
import PlanDocuments
import PlanModel

/// The results of tools, in the form of the protocol: one text with a JSON document on one line.
///
/// `structuredContent` is left out: clients show it to the model beside the text, which doubles the
/// cost of each answer.
enum ToolResult {
  static func document(_ document: JSONObject) -> JSONObject {
    ["content": content(VisibleJSON.line(of: .object(document)))]
  }

  static func failure(_ problem: Problem) -> JSONObject {
    ["content": content(VisibleJSON.line(of: .object(error(problem)))), "isError": .bool(true)]
  }

  /// Returns what a model needs to know about a problem: its code, message, details and hints.
  static func error(_ problem: Problem) -> JSONObject {
    var object: JSONObject = [
      "code": .string(problem.code.rawValue), "error": .string(problem.message),
    ]
    if !problem.detail.isEmpty { object["detail"] = .strings(problem.detail) }
    if !problem.hints.isEmpty { object["hints"] = .strings(problem.hints.map { $0.text() }) }
    return object
  }

  private static func content(_ text: String) -> JSONValue {
    .array([.object(["type": .string("text"), "text": .string(text)])])
  }
}

extension JSONObject {
  /// Adds the notices of an action, if there are any.
  mutating func add(_ notices: [Notice]) {
    if notices.isEmpty { return }
    self["notices"] = .strings(
      notices.map { notice in
        ([notice.message] + notice.hints).map { $0.text() }.joined(separator: "; ")
      })
  }
}
