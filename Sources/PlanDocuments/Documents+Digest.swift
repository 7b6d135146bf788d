package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document of a digest. `from` is the commit from which the digest starts, or null
  /// if it starts at a moment. `commit` is the commit at which it ends, and from which the next
  /// digest can start.
  package static func digest(_ made: DigestMade) -> JSONObject {
    [
      "format": format, "board": .string(made.shown.name.text),
      "from": .optional(made.from?.hex), "commit": .string(made.shown.commit.hex),
      "since": .string(made.since.description), "until": .string(made.shown.now.description),
      "for": .optional(made.reader?.formatted),
      "sections": .objects(made.digest.sections) { section in
        [
          "reason": .string(section.reason.rawValue),
          "plans": .array(section.items.map(\.document)),
        ]
      },
    ]
  }
}

extension Digest.Item {
  fileprivate var document: JSONValue {
    .object([
      "plan": .optional(plan?.text), "short": .optional(shortID), "title": .string(title),
      "column": .optional(column), "due": .optional(due?.description),
      "reasons": .strings(reasons.map(\.rawValue)),
      "changes": .array(entries.flatMap { entry in entry.changes.map(entry.event) }),
    ])
  }
}
