package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document of an inbox: the sections of a digest with their changes in words.
  ///
  /// - Parameter limit: The most plans; `more` is the number of plans that are left out. Each plan
  ///   has only its newest changes, and `earlier` is the number of its other changes.
  package static func inbox(_ made: DigestMade, limit: Int) -> JSONObject {
    var left = limit
    let sections = made.digest.sections.map { section in
      let items = section.items.prefix(max(0, left))
      left -= items.count
      return JSONValue.object([
        "reason": .string(section.reason.rawValue), "heading": .string(section.reason.heading),
        "plans": .array(items.map(item)),
      ])
    }
    return [
      "format": format, "commit": .string(made.shown.commit.hex),
      "from": .optional(made.from?.hex), "since": .string(made.since.description),
      "new": .number(made.digest.newCount), "more": .number(max(0, made.digest.count - limit)),
      "sections": .array(sections), "notices": notices(made.notices),
    ]
  }

  /// The most changes of a plan that an inbox lists.
  private static let mostEntries = 5

  private static func item(_ item: Digest.Item) -> JSONValue {
    let listed = item.rows.prefix(mostEntries)
    return .object([
      "plan": .optional(item.plan?.text), "short": .optional(item.shortID),
      "title": .string(item.title), "column": .optional(item.column),
      "due": .optional(item.dueWords), "entries": .objects(listed) { words(of: $0) },
      "earlier": .number(item.rows.count - listed.count),
    ])
  }
}
