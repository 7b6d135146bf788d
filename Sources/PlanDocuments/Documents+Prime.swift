package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document of `pmgit agents prime`, the overview of a board at the start of a piece
  /// of work. Titles are shortened to 60 characters, and only the first entries of lists are
  /// included.
  ///
  /// - Parameter board: The board to name in commands; nil if they find the board by default.
  package static func prime(_ primed: WorkPrimed, naming board: String?) -> JSONObject {
    let (model, status) = (primed.model, primed.model.status)
    var (remote, ahead, behind): (String?, Int, Int) = (nil, 0, 0)
    switch status.remote {
    case .none: break
    case .neverSynced(let name): remote = name
    case .tracked(let name, let here, let there): (remote, ahead, behind) = (name, here, there)
    }
    return [
      "format": format, "board": .string(primed.shown.name.text),
      "commit": .string(primed.shown.commit.hex), "you": .optional(model.me),
      "remote": .optional(remote), "ahead": .number(ahead), "behind": .number(behind),
      "columns": .objects(model.columns) { state in
        var column = BoardJSON.column(state.column)
        column["count"] = .number(state.count)
        return column
      },
      "columnCount": .number(model.columnCount), "conflicts": .number(status.conflictCount),
      "unreadable": .number(status.unreadableCount),
      "inProgress": list(model.inProgress), "ready": list(model.ready),
      "commands": .objects(PrimeModel.commands(naming: board)) {
        ["command": .string($0.text), "use": .string($0.use)]
      },
    ]
  }

  private static func list(_ list: PrimeModel.List) -> JSONValue {
    .object([
      "count": .number(list.count),
      "plans": .objects(list.entries) {
        [
          "id": .string($0.id.text), "title": .string($0.title),
          "reasons": .strings($0.reasons),
        ]
      },
    ])
  }
}
