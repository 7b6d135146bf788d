import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

/// The documents of `--json`. Their keys are a promise: `JSONOutputTests` spells out every one.
enum JSONOutput {
  /// The version of the documents; additions do not change it.
  private static let format = JSONValue.number(1)

  static func plan(_ plan: Plan, in snapshot: BoardSnapshot, today: CalendarDay) -> JSONObject {
    [
      "format": format, "commit": .string(snapshot.commit.hex),
      "plan": .object(PlanJSON.object(plan, board: snapshot.board, today: today)),
    ]
  }

  /// What a command that changes several plans did.
  static func plans(_ plans: [Plan], in snapshot: BoardSnapshot, today: CalendarDay) -> JSONObject {
    [
      "format": format, "board": .string(snapshot.name.text),
      "commit": .string(snapshot.commit.hex),
      "plans": .array(
        plans.map { .object(PlanJSON.object($0, board: snapshot.board, today: today)) }),
    ]
  }

  /// The fields that a change decided; `plan` is null for the board's settings.
  static func decided(_ fields: [Decided]) -> JSONValue {
    .array(
      fields.map {
        .object([
          "plan": .optional($0.plan?.text), "field": .string($0.field),
          "values": .number($0.count),
        ])
      })
  }

  /// What 'undo' and 'redo' did.
  static func takenBack(
    _ result: UndoResult, verb: String, in snapshot: BoardSnapshot, today: CalendarDay
  ) throws -> JSONObject {
    let ids = result.plans.sorted()
    let plans = try ids.compactMap { id in try snapshot.document(id).map { Plan($0, id: id) } }
    let found = Set(plans.map(\.id))
    var object = Self.plans(plans, in: snapshot, today: today)
    object["result"] = .string(verb)
    object["gone"] = .strings(ids.filter { !found.contains($0) }.map(\.text))
    object["changes"] = .array(
      result.commits.map {
        .object(["commit": .string($0.id.hex), "subject": .string($0.subject)])
      })
    object["kept"] = .array(
      result.kept.map {
        .object([
          "plan": .optional($0.plan?.text), "field": .string($0.path.fieldName),
          "reason": .string($0.reason.code),
        ])
      })
    return object
  }

  static func board(
    _ snapshot: BoardSnapshot, columns: [(column: Column, plans: [Plan])], today: CalendarDay
  ) -> JSONObject {
    [
      "format": format, "board": .string(snapshot.name.text),
      "commit": .string(snapshot.commit.hex),
      "columns": .array(
        columns.map { column, plans in
          var object = Self.column(column)
          object["count"] = .number(plans.count)
          object["plans"] = .array(
            plans.map { .object(PlanJSON.object($0, board: snapshot.board, today: today)) })
          return .object(object)
        }),
    ]
  }

  static func column(_ column: Column) -> JSONObject {
    [
      "id": .string(column.id), "title": .string(column.title),
      "kind": .string(column.kind.rawValue),
      "limit": column.limit.map(JSONValue.number) ?? .null, "from": .strings(column.from),
    ]
  }

  static func log(_ entries: [HistoryEntry]) -> JSONObject {
    let events = entries.flatMap { entry in
      entry.changes.map { change in
        JSONValue.object([
          "commit": .string(entry.commit.hex), "at": .string(entry.at.description),
          "by": .string(entry.by), "plan": .optional(entry.plan?.text),
          "title": .string(entry.title), "field": .string(change.path.fieldName),
          "old": change.old.map { PlanJSON.value($0, at: change.path) } ?? .null,
          "new": change.new.map { PlanJSON.value($0, at: change.path) } ?? .null,
        ])
      }
    }
    return ["format": format, "events": .array(events)]
  }

  static func status(
    _ snapshot: BoardSnapshot, sharing: SharingStatus, conflicts: Int,
    counts: [(id: String, count: Int)], unreadable: [BrokenFile]
  ) -> JSONObject {
    [
      "format": format, "board": .string(snapshot.name.text),
      "commit": .string(snapshot.commit.hex),
      "remote": .optional(sharing.remote), "ahead": .number(sharing.ahead),
      "behind": .number(sharing.behind), "conflicts": .number(conflicts),
      "columns": .array(
        counts.map { .object(["id": .string($0.id), "count": .number($0.count)]) }),
      "unreadable": .array(unreadable.map { .object(brokenFile($0)) }),
    ]
  }

  static func sync(_ synced: BoardSynced, from store: BoardStore) throws -> JSONObject {
    let (result, board) = (synced.result, synced.snapshot.board)
    let authors = try store.authors(
      ofConflictsIn: synced.conflicts, andBoardOf: synced.snapshot)
    return [
      "format": format, "result": .string(result.kind.rawValue),
      "commit": .string(result.commit.hex), "fetched": .number(result.fetched),
      "pushed": .number(result.pushed), "setAside": .strings(result.setAside),
      "conflicts": .array(conflictList(board, synced.conflicts, authors)),
      "unreadable": .array(synced.broken.map { .object(brokenFile($0)) }),
      "removed": .array(synced.removed.map { .object(brokenFile($0)) }),
    ]
  }

  private static func brokenFile(_ file: BrokenFile) -> JSONObject {
    [
      "path": .string(file.path), "reason": .string(file.reason),
      "plan": .optional(file.id?.text), "title": .optional(file.title),
      "commit": .optional(file.origin?.commit.hex), "at": .optional(file.origin?.at.description),
      "by": .optional(file.origin?.by),
    ]
  }

  static func conflicts(
    _ board: Board, _ plans: [Plan], authors: @escaping ConflictList.Authors
  ) -> JSONObject {
    ["format": format, "conflicts": .array(conflictList(board, plans, authors))]
  }

  /// The conflicts of the board's settings, whose `plan` is `board`, then those of the plans.
  private static func conflictList(
    _ board: Board, _ plans: [Plan], _ authors: @escaping ConflictList.Authors
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
    author: @escaping (Conflict.Candidate) -> String?
  ) -> JSONValue {
    var object = PlanJSON.conflict(conflict, author: author)
    object["plan"] = .string(plan)
    object["title"] = .string(title)
    object["shown"] =
      conflict.values.first
      .map { PlanJSON.value($0.value, at: conflict.path) } ?? .null
    return .object(object)
  }

  static func boards(
    _ boards: [(name: BoardName, isLocal: Bool, isRemote: Bool)], current: BoardName
  ) -> JSONObject {
    [
      "format": format, "current": .string(current.text),
      "boards": .array(
        boards.map {
          .object([
            "name": .string($0.name.text), "local": .bool($0.isLocal),
            "remote": .bool($0.isRemote),
          ])
        }),
    ]
  }

  static func created(_ snapshot: BoardSnapshot, result: String) -> JSONObject {
    [
      "format": format, "board": .string(snapshot.name.text), "result": .string(result),
      "commit": .string(snapshot.commit.hex),
    ]
  }

  static func config(_ settings: [(key: String, value: String?)], columns: [Column]) -> JSONObject {
    [
      "format": format,
      "settings": .object(
        settings.reduce(into: JSONObject()) { $0[ExactString($1.key)] = .optional($1.value) }),
      "columns": .array(columns.map { .object(column($0)) }),
    ]
  }

  static func findings(
    _ list: FindingList, mended: [FindingList.Entry], unlocked: [String], board: BoardName,
    commit: ObjectID?
  ) -> JSONObject {
    [
      "format": format, "board": .string(board.text), "commit": .optional(commit?.hex),
      "commits": .number(list.commits), "plans": .number(list.plans),
      "findings": .array(list.entries.map(finding)), "mended": .array(mended.map(finding)),
      "unlocked": .strings(unlocked),
    ]
  }

  private static func finding(_ entry: FindingList.Entry) -> JSONValue {
    .object([
      "level": .string(entry.isNote ? "note" : "problem"), "code": .string(entry.code),
      "plan": .optional(entry.plan), "message": .string(entry.message),
      "details": .strings(entry.details), "hints": .strings(entry.hints),
      "fixable": .bool(entry.isFixable),
    ])
  }

  static func violations(_ found: [FoundProblem], board: BoardName, naming named: String?)
    -> JSONObject
  {
    [
      "format": format, "board": .string(board.text),
      "problems": .array(
        found.map {
          .object([
            "code": .string($0.problem.code.rawValue), "path": .optional($0.path),
            "plan": .optional($0.plan?.text), "field": .optional($0.field),
            "commit": .optional($0.commit?.id.hex), "message": .string($0.problem.message),
            "hint": .string($0.hintWords(naming: named)),
          ])
        }),
    ]
  }

  static func recording(_ recording: CommitRecord?, board: BoardName) -> JSONObject {
    [
      "format": format, "board": .string(board.text),
      "plans": .array(
        (recording?.entries ?? []).map { entry in
          .object([
            "id": .string(entry.plan.id.text), "commits": .strings(entry.added.map(\.hex)),
            "from": .string(entry.plan.state), "state": .string(entry.state),
          ])
        }),
      "problems": .strings((recording?.problems ?? []).map { Problem($0.error).message }),
    ]
  }

  static func error(_ problem: Problem, naming board: String?) -> JSONObject {
    [
      "format": format,
      "error": .object([
        "code": .string(problem.code.rawValue), "message": .string(problem.message),
        "detail": .strings(problem.detail),
        "hints": .strings(problem.hints.map { $0.text(naming: board) }),
      ]),
    ]
  }
}
