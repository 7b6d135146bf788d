package import PlanActions
package import PlanModel

/// The JSON documents of `--json` and of the web page.
///
/// Each document is built from the outcome of one action. Keys are stable: no key is removed, and
/// adding keys does not change `format`.
package enum Documents {
  /// The version of the form of documents.
  static let format = JSONValue.number(1)

  /// Returns the bytes of a document, formatted like the JSON files that pmgit writes.
  package static func bytes(of document: JSONObject) -> [UInt8] {
    CanonicalJSON.file(of: .object(document))
  }
}

extension Documents {
  /// Returns the document of a problem.
  ///
  /// - Parameter board: The board to name in the commands of hints; nil if these commands find the
  ///   board by default.
  package static func error(_ problem: Problem, naming board: String?) -> JSONObject {
    [
      "format": format,
      "error": .object([
        "code": .string(problem.code.rawValue), "message": .string(problem.message),
        "detail": .strings(problem.detail),
        "hints": .strings(problem.hints.map { $0.text(naming: board) }),
      ]),
    ]
  }

  /// Returns the document with the findings of `pmgit doctor`, and the problems that were repaired.
  ///
  /// - Parameters:
  ///   - unlocked: The lock files that were removed.
  ///   - named: The board to name in the commands of hints; nil if these commands find the board by
  ///     default.
  package static func examined(
    _ examined: BoardExamined, repaired: [FoundProblem], unlocked: [String], board: BoardName,
    naming named: String?
  ) -> JSONObject {
    [
      "format": format, "board": .string(board.text), "commit": .optional(examined.commit?.hex),
      "commits": .number(examined.commits), "plans": .number(examined.plans),
      "findings": .array(examined.problemsFirst.map { finding($0, named) }),
      "mended": .array(repaired.map { finding($0, named) }),
      "unlocked": .strings(unlocked),
    ]
  }

  private static func finding(_ found: FoundProblem, _ board: String?) -> JSONValue {
    .object([
      "level": .string(found.isNote ? "note" : "problem"),
      "code": .string(found.problem.code.rawValue), "plan": .optional(found.plan?.text),
      "message": .string(found.problem.message), "details": .strings(found.problem.detail),
      "hints": .strings(found.problem.hints.map { $0.text(naming: board) }),
      "fixable": .bool(found.isFixable),
    ])
  }

  /// Returns the document with the problems for which the guard, a hook of servers, would refuse a
  /// push of the board.
  ///
  /// - Parameter named: The board to name in the commands of hints; nil if these commands find the
  ///   board by default.
  package static func violations(
    _ found: [FoundProblem], board: BoardName, naming named: String?
  ) -> JSONObject {
    [
      "format": format, "board": .string(board.text),
      "problems": .objects(found) {
        [
          "code": .string($0.problem.code.rawValue), "path": .optional($0.path),
          "plan": .optional($0.plan?.text), "field": .optional($0.field),
          "commit": .optional($0.commit?.id.hex), "message": .string($0.problem.message),
          "hint": .string($0.hintWords(naming: named)),
        ]
      },
    ]
  }
}
