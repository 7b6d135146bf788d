package import PlanActions
package import PlanModel

extension Documents {
  /// Returns the document of a code branch for a plan.
  package static func branch(_ branch: PlansBranch) -> JSONObject {
    [
      "format": format, "branch": .string(branch.name), "commit": .string(branch.commit.hex),
      "plan": .string(branch.plan.text), "created": .bool(branch.isNew),
    ]
  }

  /// Returns the document with the result of recording code commits on the plans that they name.
  package static func followed(_ followed: CodeFollowed, board: BoardName) -> JSONObject {
    [
      "format": format, "board": .string(board.text),
      "plans": .array(
        (followed.recorded?.entries ?? []).map { entry in
          .object([
            "id": .string(entry.plan.text), "commits": .strings(entry.commits.map(\.hex)),
            "from": .string(entry.from), "state": .string(entry.state),
          ])
        }),
      "problems": .strings((followed.recorded?.problems ?? []).map(\.message)),
    ]
  }

  /// Returns the document with the hooks of a repository.
  package static func hooks(_ hooks: HookInstallation) throws -> JSONObject {
    [
      "format": format, "folder": .string(hooks.folder), "manager": .optional(hooks.manager),
      "hooks": .array(
        try hooks.states().map { state in
          .object([
            "name": .string(state.name), "state": .string(state.code),
            "kept": .bool(state.keepsOther),
          ])
        }),
    ]
  }
}

extension Documents {
  /// The saved text of an editor session that was not completed.
  package struct Draft {
    let path: String
    let command: String
    let plan: PlanID?
    let savedAt: Timestamp
    let title: String

    /// Describes the saved text of an editor session that was not completed.
    ///
    /// - Parameter command: The command of the session: `add`, `edit`, `comment`, `resolve`.
    package init(path: String, command: String, plan: PlanID?, savedAt: Timestamp, title: String) {
      (self.path, self.command, self.plan) = (path, command, plan)
      (self.savedAt, self.title) = (savedAt, title)
    }
  }

  /// Returns the document with the drafts in a clone, newest first.
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
