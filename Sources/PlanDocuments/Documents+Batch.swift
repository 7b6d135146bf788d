package import PlanActions
package import PlanModel

extension Documents {
  /// Returns the document with the result of each line of a batch.
  ///
  /// If a line failed after others had been committed, `error` has its problem; otherwise there is
  /// no such key.
  ///
  /// - Parameter board: The board to name in the commands of hints; nil if these commands find the
  ///   board by default.
  package static func batch(_ done: BatchDone, naming board: String?) -> JSONObject {
    var document: JSONObject = [
      "format": format, "board": .string(done.after.name.text),
      "commit": .string(done.after.commit.hex), "changed": .bool(done.didChange),
      "dryRun": .bool(done.isDryRun), "results": .array(done.results.map(result)),
      "notices": .array(
        done.results.flatMap { result in
          result.notices.map { notice in
            .object([
              "line": .number(result.line.number),
              "message": .string(notice.message.text(naming: board)),
              "warning": .bool(notice.isWarning),
              "hints": .strings(notice.hints.map { $0.text(naming: board) }),
            ])
          }
        }),
    ]
    if let failure = done.failure { document["error"] = error(failure, naming: board)["error"] }
    return document
  }

  private static func result(_ done: LineDone) -> JSONValue {
    .object([
      "line": .number(done.line.number), "verb": .string(done.line.verb.rawValue),
      "as": .optional(done.line.name), "plans": .strings(done.plans.map(\.text)),
      "changed": .strings(done.changed.map(\.text)), "subject": .optional(done.subject),
      "commit": .optional(done.commit?.hex), "decided": decided(done.decided),
      "rules": rules(done.rules),
    ])
  }
}
