package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document with the state of a board, compared with the remote.
  package static func status(_ status: StatusShown) -> JSONObject {
    var (remote, ahead, behind): (String?, Int, Int) = (nil, 0, 0)
    switch status.model.remote {
    case .none: break
    case .neverSynced(let name): remote = name
    case .tracked(let name, let here, let there): (remote, ahead, behind) = (name, here, there)
    }
    return [
      "format": format, "board": .string(status.shown.name.text),
      "commit": .string(status.shown.commit.hex), "remote": .optional(remote),
      "home": .optional(status.model.home), "ahead": .number(ahead), "behind": .number(behind),
      "conflicts": .number(status.model.conflictCount),
      "bridges": .objects(status.bridges) {
        [
          "name": .string($0.name), "source": .string($0.sourceText),
          "last": $0.last.map { .object($0.document) } ?? .null,
        ]
      },
      "columns": .objects(status.model.columns) {
        ["id": .string($0.id), "count": .number($0.count)]
      },
      "unreadable": .objects(status.broken, file),
    ]
  }

  /// Returns the document with the result of a sync. The notices include the values that can't be
  /// shown.
  package static func sync(_ synced: BoardSynced) throws -> JSONObject {
    [
      "format": format, "result": .string(synced.code), "commit": .string(synced.commit.hex),
      "fetched": .number(synced.fetched),
      "pushed": .number(synced.pushed), "setAside": .strings(synced.setAside),
      "decidedTexts": .objects(synced.decidedTexts, decided),
      "conflicts": .array(
        conflicts(on: synced.shown.board, synced.conflicts, try synced.authors())),
      "unreadable": .objects(synced.broken, file),
      "removed": .objects(synced.removed, file),
      "notices": notices(synced.allNotices, where: { _ in true }),
    ]
  }

  /// Returns the document of consecutive syncs in the form of a single one: the board after the
  /// last sync, and what all syncs did.
  package static func syncs(_ syncs: [BoardSynced]) throws -> JSONObject {
    guard let last = syncs.last else { return [:] }
    var document = try sync(last)
    document["result"] = .string(BoardSynced.code(of: syncs))
    document["fetched"] = .number(syncs.reduce(0) { $0 + $1.fetched })
    document["pushed"] = .number(syncs.reduce(0) { $0 + $1.pushed })
    document["setAside"] = .strings(syncs.flatMap(\.setAside))
    document["decidedTexts"] = .objects(syncs.flatMap(\.decidedTexts), decided)
    document["removed"] = .objects(syncs.flatMap(\.removed), file)
    document["notices"] = notices(syncs.flatMap(\.allNotices).unique, where: { _ in true })
    return document
  }

  private static func decided(_ text: (plan: PlanID, field: String)) -> JSONObject {
    ["plan": .string(text.plan.text), "field": .string(text.field)]
  }

  static func file(_ file: BrokenFile) -> JSONObject {
    [
      "path": .string(file.path), "reason": .string(file.reason),
      "plan": .optional(file.id?.text), "title": .optional(file.title),
      "commit": .optional(file.origin?.id.hex), "at": .optional(file.origin?.at.description),
      "by": .optional(file.origin?.by),
    ]
  }

  /// Returns the document with the fields in conflict and their values.
  package static func conflicts(_ found: ConflictsListed) -> JSONObject {
    [
      "format": format,
      "conflicts": .array(conflicts(on: found.shown.board, found.plans, found.authors)),
    ]
  }

  /// Returns the document with the result of resolving conflicts by a rule: the changed plans, the
  /// resolved fields, and the fields that are still in conflict.
  package static func resolved(
    _ outcome: ConflictsResolved, only members: PlanMembers? = nil
  ) throws -> JSONObject {
    var object = try changes(outcome.changes, only: members)
    object["rule"] = .string(outcome.rule.rawValue)
    object["decided"] = decided(outcome.changes.decidedOnBoard + outcome.changes.decided)
    object["left"] = .objects(outcome.left) {
      [
        "plan": .string($0.subject.plan?.text ?? "board"), "field": .string($0.field),
        "reason": .optional($0.reason?.rawValue),
      ]
    }
    return object
  }

  /// Returns the conflicts of the board's settings, whose `plan` is `board`, then those of the
  /// plans.
  private static func conflicts(
    on board: Board, _ plans: [Plan], _ authors: @escaping ConflictList.Authors
  ) -> [JSONValue] {
    let ofBoard = board.conflicts.map { conflict in
      self.conflict(conflict, of: "board", title: board.title ?? "") {
        authors(nil, conflict.path, $0)
      }
    }
    let ofPlans = plans.flatMap { plan in
      plan.conflicts.map { conflict in
        self.conflict(conflict, of: plan.id.text, title: plan.title) {
          authors(plan.id, conflict.path, $0)
        }
      }
    }
    return ofBoard + ofPlans
  }

  private static func conflict(
    _ conflict: Conflict, of plan: String, title: String,
    author: @escaping (StampedValue) -> String?
  ) -> JSONValue {
    var object = PlanJSON.conflict(conflict, author: author)
    object["plan"] = .string(plan)
    object["title"] = .string(title)
    object["shown"] =
      conflict.values.first
      .map { PlanJSON.value($0.value, at: conflict.path) } ?? .null
    return .object(object)
  }
}
