package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document of a board that was created or adopted.
  package static func created(_ made: BoardCreated) -> JSONObject {
    board(made.shown, result: made.creation.rawValue)
  }

  /// Returns the document of a demo that was created.
  package static func demo(_ made: Demo) -> JSONObject {
    [
      "format": format, "folder": .string(made.folder),
      "clones": .array(made.clones.map(JSONValue.string)), "library": .string(made.library),
    ]
  }

  /// Returns the document of a change of the board's settings.
  package static func changed(_ outcome: BoardChange) -> JSONObject {
    var object = board(outcome.after, result: "changed")
    object["decided"] = decided(outcome.decided)
    object["dryRun"] = .bool(outcome.isDryRun)
    return object
  }

  /// Returns the document of settings that were broken by hand, and then restored.
  package static func restored(_ outcome: BoardChange) -> JSONObject {
    board(outcome.after, result: "changed")
  }

  /// Returns the document of a resolved conflict in the board's settings.
  package static func changedBoard(_ changes: PlanChanges) -> JSONObject {
    var object = board(changes.after, result: "changed")
    object["decided"] = decided(changes.decidedOnBoard)
    return object
  }

  private static func board(_ shown: ShownBoard, result: String) -> JSONObject {
    [
      "format": format, "board": .string(shown.name.text), "result": .string(result),
      "commit": .string(shown.commit.hex),
    ]
  }

  /// Returns the document with the boards in this clone and on the remote.
  package static func boards(_ boards: [KnownBoard], current: BoardName) -> JSONObject {
    [
      "format": format, "current": .string(current.text),
      "boards": .objects(boards) {
        [
          "name": .string($0.name.text), "local": .bool($0.isLocal),
          "remote": .bool($0.isRemote),
        ]
      },
    ]
  }

  /// Returns the document with the accounts that people have in other trackers.
  package static func accounts(of board: Board) -> JSONObject {
    [
      "format": format,
      "accounts": .objects(board.accounts.entries, BoardJSON.account),
    ]
  }

  private static func rules(of board: Board) -> JSONValue {
    .array(
      board.checkedRules.map { checked in
        var object = BoardJSON.rule(checked.stored)
        object["words"] = .optional(checked.rule?.words(on: board))
        object["fault"] = .optional(checked.fault)
        return .object(object)
      })
  }

  /// Returns the document with the settings of a board and of a clone.
  package static func settings(_ found: SettingsShown) -> JSONObject {
    [
      "format": format,
      "settings": .object(
        found.settings.reduce(into: JSONObject()) {
          $0[ExactString($1.key)] = .optional($1.value)
        }),
      "fileLimit": .number(found.shown.board.mostFileBytes),
      "columns": .objects(found.shown.board.columns, BoardJSON.column),
      "fields": .objects(found.shown.board.fields, BoardJSON.field),
      "views": .objects(found.views) {
        var view = BoardJSON.view($0.name, $0.query, $0.look)
        view["origin"] = .string($0.origin.rawValue)
        return view
      },
      "milestones": .objects(found.shown.board.phases.milestones) { BoardJSON.phase($0) },
      "iterations": .objects(found.shown.board.phases.iterations) { BoardJSON.phase($0) },
      "rules": rules(of: found.shown.board),
    ]
  }
}
