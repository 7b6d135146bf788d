package import PlanActions
package import PlanModel

extension Documents {
  /// Returns the document with the files of agents' clients and the state of each.
  package static func agents(_ files: [AgentSetup.File]) -> JSONObject {
    [
      "format": format,
      "files": .objects(files) {
        [
          "path": .string($0.path), "clients": .strings($0.clients.map(\.rawValue)),
          "state": .string($0.state.rawValue),
        ]
      },
    ]
  }

  /// Returns the document with the changes of agents' files, made or only shown.
  ///
  /// - Parameter named: The board to name in the commands of hints; nil if these commands find the
  ///   board by default.
  package static func agents(
    changed outcome: AgentSetup.Outcome, isDryRun: Bool, naming named: String?
  ) -> JSONObject {
    [
      "format": format, "dryRun": .bool(isDryRun),
      "changes": .objects(outcome.changes) { change in
        [
          "path": .string(change.path),
          "change": .string(
            change.before == nil ? "created" : change.after == nil ? "removed" : "changed"),
          "before": .optional(change.before.map { String(decoding: $0, as: UTF8.self) }),
          "after": .optional(change.after.map { String(decoding: $0, as: UTF8.self) }),
        ]
      },
      "byHand": .strings(outcome.byHand),
      "refused": .objects(outcome.refusals) { refusal in
        [
          "path": .string(refusal.path), "message": .string(refusal.problem.message),
          "detail": .strings(refusal.problem.detail),
          "hints": .strings(refusal.problem.hints.map { $0.text(naming: named) }),
        ]
      },
    ]
  }
}
