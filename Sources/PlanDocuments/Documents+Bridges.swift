package import PlanActions
package import PlanModel

extension Documents {
  /// Returns the document with the bridges of a clone.
  package static func bridges(_ bridges: [Bridge]) -> JSONObject {
    ["format": format, "bridges": .objects(bridges, bridge)]
  }

  /// Returns the document of a bridge that was added or removed.
  package static func changed(_ changed: Bridge) -> JSONObject {
    ["format": format, "bridge": .object(bridge(changed))]
  }

  static func bridge(_ bridge: Bridge) -> JSONObject {
    [
      "name": .string(bridge.name), "source": .string(bridge.sourceText),
      "command": bridge.listings.first.map(JSONValue.strings) ?? .null,
      "format": .optional(bridge.format), "from": .optional(bridge.origin),
      "closeMissing": .bool(bridge.closesMissing), "atMost": .number(bridge.mostSurprises),
      "last": bridge.last.map { .object($0.document) } ?? .null,
    ]
  }

  /// Returns the document with the outcomes of pulls.
  package static func pulled(_ pulled: [BridgePulled], naming board: String?) -> JSONObject {
    ["format": format, "bridges": pulls(pulled, naming: board)]
  }

  package static func pulls(_ pulled: [BridgePulled], naming board: String?) -> JSONValue {
    .objects(pulled) { one in
      [
        "name": .string(one.bridge.name), "source": .string(one.bridge.sourceText),
        "import": one.imported.map { .object(imported($0)) } ?? .null,
        "error": failure(one.problem, naming: board),
      ]
    }
  }

  /// Returns the error of a part of a command; null if it succeeded.
  package static func failure(_ problem: Problem?, naming board: String?) -> JSONValue {
    problem.flatMap { error($0, naming: board)["error"] } ?? .null
  }

  /// Returns the document of what a bridge would send.
  package static func outbox(_ outbox: BridgeOutbox, of bridge: Bridge) -> JSONObject {
    document(
      bridge, isDryRun: true, steps: outbox.steps.map { step($0, $0.knownAlias, .null) },
      outbox.waiting)
  }

  /// Returns the document of what a bridge has sent.
  package static func sent(
    _ sent: [BridgeStepResult], _ waiting: [UnsentChange], of bridge: Bridge, naming board: String?
  ) -> JSONObject {
    document(
      bridge, isDryRun: false,
      steps: sent.map { step($0.step, $0.alias, failure($0.problem, naming: board)) }, waiting)
  }

  private static func document(
    _ bridge: Bridge, isDryRun: Bool, steps: [JSONValue], _ waiting: [UnsentChange]
  ) -> JSONObject {
    [
      "format": format, "bridge": .string(bridge.name), "dryRun": .bool(isDryRun),
      "steps": .array(steps),
      "waiting": .objects(waiting) {
        [
          "plan": .string($0.plan.text), "alias": .optional($0.knownAlias),
          "reason": .string($0.reason),
        ]
      },
    ]
  }

  private static func step(_ step: BridgeStep, _ alias: String?, _ error: JSONValue) -> JSONValue {
    .object([
      "plan": .string(step.plan.text), "alias": .optional(alias), "what": .string(step.what),
      "command": .strings(step.words), "input": .optional(step.input), "error": error,
    ])
  }
}
