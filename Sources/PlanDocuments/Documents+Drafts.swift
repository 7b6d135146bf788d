package import PlanModel

extension Documents {
  /// A text of an editor session that was not completed.
  package struct Draft {
    let path: String
    let command: String
    let plan: PlanID?
    let savedAt: Timestamp
    let title: String

    /// - Parameter command: The command of the session: `add`, `edit`, `comment`, `resolve`.
    package init(
      path: String, command: String, plan: PlanID?, savedAt: Timestamp, title: String
    ) {
      (self.path, self.command, self.plan) = (path, command, plan)
      (self.savedAt, self.title) = (savedAt, title)
    }
  }

  /// The drafts in a clone, newest first.
  package static func drafts(_ drafts: [Draft]) -> JSONObject {
    [
      "format": format,
      "drafts": .array(
        drafts.map { draft in
          .object([
            "path": .string(draft.path), "command": .string(draft.command),
            "plan": .optional(draft.plan?.text), "at": .string(draft.savedAt.description),
            "title": .string(draft.title),
          ])
        }),
    ]
  }
}
