import PlanActions
import PlanDocuments
import PlanModel

/// The results of tools, in the form of the protocol: one text with a JSON document on one line.
///
/// `structuredContent` is left out: clients show it to the model beside the text, which doubles the
/// cost of each answer.
extension Tool {
  static func result(_ document: JSONObject) -> JSONObject {
    let text = JSONValue.object(document).visibleLine
    return ["content": .array([.object(["type": .string("text"), "text": .string(text)])])]
  }

  static func failure(_ problem: Problem) -> JSONObject {
    var failure = result(problem.toolDocument)
    failure["isError"] = .bool(true)
    return failure
  }
}

extension Problem {
  /// What a model needs to know about the problem: its code, message, details and hints.
  var toolDocument: JSONObject {
    var object: JSONObject = ["code": .string(code.rawValue), "error": .string(message)]
    if !detail.isEmpty { object["detail"] = .strings(detail) }
    let hints = hints.compactMap(\.textForTools)
    if !hints.isEmpty { object["hints"] = .strings(hints) }
    return object
  }
}

extension JSONObject {
  /// Adds the notices of an action, if there are any.
  mutating func add(_ notices: [Notice]) {
    if notices.isEmpty { return }
    self["notices"] = .strings(
      notices.map { notice in
        ([notice.message.text()] + notice.hints.compactMap(\.textForTools))
          .joined(separator: "; ")
      })
  }
}

extension Hint {
  /// The hint with the names of tools in place of commands. It is nil if the hint has a command of
  /// pmgit that is not a tool or has options, because a client has no shell. Commands that a person
  /// must run, such as `pmgit init`, stay.
  fileprivate var textForTools: String? {
    let tools = Set(Tool.all.map(\.name))
    let named = parts.map { part -> Part in
      guard case .command(let words, let isRun) = part, words.first == "pmgit", words.count > 1,
        tools.contains(words[1]), !words.contains(where: { $0.hasPrefix("--") })
      else { return part }
      return .text("\(isRun ? "use " : "")the tool '\(words[1])'")
    }
    let hint = Hint(named)
    return hint.isForPages ? hint.text() : nil
  }
}
