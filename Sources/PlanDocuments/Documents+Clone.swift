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
      "plans": .objects(followed.recorded?.entries ?? []) { entry in
        [
          "id": .string(entry.plan.text), "commits": .strings(entry.commits.map(\.hex)),
          "from": .string(entry.from), "state": .string(entry.state),
        ]
      },
      "problems": .strings((followed.recorded?.problems ?? []).map(\.message)),
    ]
  }

  /// Returns the document with the hooks of a repository.
  package static func hooks(_ hooks: HookInstallation) throws -> JSONObject {
    [
      "format": format, "folder": .string(hooks.folder), "manager": .optional(hooks.manager),
      "hooks": try .objects(hooks.states()) { state in
        [
          "name": .string(state.name), "state": .string(state.code),
          "kept": .bool(state.keepsOther),
        ]
      },
    ]
  }
}

extension Documents {
  /// Returns the document with the drafts in a clone, newest first.
  package static func drafts(_ drafts: [JSONValue]) -> JSONObject {
    ["format": format, "drafts": .array(drafts)]
  }

  /// Returns the object of the saved text of an editor session that was not completed.
  ///
  /// - Parameter command: The command of the session: `add`, `edit`, `comment`, `resolve`.
  package static func draft(
    at path: String, command: String, plan: PlanID?, savedAt: Timestamp, title: String
  ) -> JSONValue {
    .object([
      "path": .string(path), "command": .string(command), "plan": .optional(plan?.text),
      "at": .string(savedAt.description), "title": .string(title),
    ])
  }
}
