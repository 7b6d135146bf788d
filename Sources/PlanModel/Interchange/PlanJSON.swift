/// The JSON form of plans, for `--json` and `export`.
///
/// New versions only add keys. Absent values are null, absent lists are empty, and times are RFC
/// 3339 in UTC.
package enum PlanJSON {
  /// Returns a plan as a JSON object.
  ///
  /// - Parameters:
  ///   - today: The current day, for the member `overdue`.
  ///   - chosen: The members to include; nil for all. Unknown members of the file are included only
  ///     with all. The texts of the plan are not needed unless a chosen member is one of them.
  package static func object(
    _ plan: Plan, board: Board, today: CalendarDay, only chosen: PlanMembers? = nil
  ) -> JSONObject {
    if let chosen {
      var object = JSONObject(
        sorted: ownMembers.lazy.filter { chosen.contains($0.key) }.map { key, value in
          JSONObject.Member(key: key, value: value(plan, board, today))
        })
      let fields = chosen.fields(of: board)
      if !fields.isEmpty, object["custom"] == nil {
        object["custom"] = custom(plan, fields)
      }
      return object
    }
    let plan = plan.unpacked
    var members = ownMembers.map { key, value in
      JSONObject.Member(key: key, value: value(plan, board, today))
    }
    if plan.unknown.isEmpty, plan.other.isEmpty { return JSONObject(sorted: members) }
    let unknown = plan.unknown.filter { !board.interprets($0.value, at: $0.key) }
    if !unknown.isEmpty {
      members.append(JSONObject.Member(key: "unknown", value: .object(Self.unknown(unknown))))
    }
    // An unknown member with the name of a known key is only in the file.
    for (key, value) in plan.other where !ownKeys.contains(key) {
      members.append(JSONObject.Member(key: key, value: value))
    }
    // The object is created at once: inserting members one by one would move the later ones.
    return JSONObject(distinct: members)
  }

  private typealias OwnMember = (
    key: ExactString, value: @Sendable (Plan, Board, _ today: CalendarDay) -> JSONValue
  )

  /// The members that every plan has, sorted by key, because sorting them for each plan would take
  /// a tenth of the time of `list --json`.
  private static let ownMembers: [OwnMember] = {
    var members: [OwnMember] = [
      ("id", { plan, _, _ in .string(plan.id.text) }),
      ("checklist", { plan, _, _ in .array(plan.checklist.map(checklistItem)) }),
      ("comments", { plan, _, _ in .array(plan.comments.map(comment)) }),
      ("time", { plan, _, _ in .array(plan.time.map(timeEntry)) }),
      ("spent", { plan, _, _ in .number(plan.spentMinutes) }),
      ("files", { plan, _, _ in .array(plan.files.map { .object(file($0)) }) }),
      ("updated", { plan, _, _ in .optional(plan.updated?.description) }),
      ("moved", { plan, _, _ in .optional(plan.stateSince?.description) }),
      ("overdue", { plan, board, today in .bool(plan.isOverdue(on: today, board: board)) }),
      ("custom", { plan, board, _ in custom(plan, board.fields) }),
      ("conflicts", { plan, _, _ in .array(plan.conflicts.map { .object(conflict($0)) }) }),
    ]
    members += PlanField.allCases.map { field in
      (ExactString(field.rawValue), { plan, _, _ in field.json(of: plan) })
    }
    members += PlanSet.allCases.map { set in
      (ExactString(set.rawValue), { plan, _, _ in .strings(set.members(of: plan)) })
    }
    return members.sorted { $0.key < $1.key }
  }()

  /// The names of the members that every plan has, sorted.
  static let ownNames = ownMembers.map(\.key.text)

  static func isOwn(_ name: ExactString) -> Bool { ownMembers.contains { $0.key == name } }

  private static let ownKeys = Set(ownMembers.map(\.key) + ["unknown"])

  /// Returns a conflict's field and values, the shown value first.
  ///
  /// - Parameter author: Returns the author of a value. If this closure is nil, `by` is left out,
  ///   because finding the author means reading history.
  package static func conflict(
    _ conflict: Conflict, author: ((StampedValue) -> String?)? = nil
  ) -> JSONObject {
    let values = conflict.values.map { candidate in
      var object: JSONObject = [
        "at": .optional(candidate.stamp.time?.description),
        "value": value(candidate.value, at: conflict.path),
      ]
      if let author { object["by"] = .optional(author(candidate)) }
      return JSONValue.object(object)
    }
    return ["field": .string(conflict.field), "values": .array(values)]
  }

  /// Returns the JSON form of a value: a text that is stored as lines becomes one string.
  package static func value(_ value: JSONValue, at path: ElementPath) -> JSONValue {
    switch path {
    case .field("body"), .item("comments", _, "text"):
      guard let lines = value.array?.compactMap(\.string) else { return value }
      return .string(Lines.joined(lines))
    default: return value
    }
  }

  private static func checklistItem(_ item: ChecklistItem) -> JSONValue {
    var object: JSONObject = [
      "id": .string(item.id), "text": .string(item.text), "done": .bool(item.done),
    ]
    if item.wasRemoved { object["removed"] = .bool(true) }
    return .object(object)
  }

  private static func comment(_ comment: Comment) -> JSONValue {
    .object([
      "id": .string(comment.id), "at": .optional(comment.at?.description),
      "by": .string(comment.by), "text": .string(Lines.joined(comment.text)),
    ])
  }

  private static func timeEntry(_ entry: TimeEntry) -> JSONValue {
    .object([
      "id": .string(entry.id), "at": .optional(entry.at?.description), "by": .string(entry.by),
      "minutes": entry.minutes.map { .number($0) } ?? .null,
      "on": .optional(entry.day?.description), "note": .string(entry.note),
    ])
  }

  package static func file(_ file: Attachment) -> JSONObject {
    [
      "id": .string(file.id), "name": .string(file.name),
      "size": file.size.map(JSONValue.number) ?? .null, "type": .string(file.type),
      "at": .optional(file.at?.description), "by": .string(file.by), "blob": .string(file.blob),
    ]
  }

  static func creation(_ creation: Creation?) -> JSONValue {
    guard let creation else { return .null }
    return .object(["at": .optional(creation.at?.description), "by": .string(creation.by)])
  }

  static func deletion(_ deletion: Deletion?) -> JSONValue {
    guard let deletion else { return .null }
    return .object([
      "at": .optional(deletion.at?.description), "by": .string(deletion.by),
      "holds": .bool(deletion.holds),
    ])
  }
}

/// The JSON form of a board's settings.
///
/// New versions only add keys. Absent values are null, and absent lists are empty.
package enum BoardJSON {
  /// Returns the first line of an export with settings. Its form is
  /// `{"board":{"name","title","columns","fields","views","milestones","iterations","rules",
  /// "fileLimit","accounts"},"format"}`, without accounts if there are none.
  ///
  /// Columns and fields are in board order, views and rules are sorted by name. Rules that an
  /// import could not read are left out.
  package static func line(_ board: Board, name: BoardName) -> JSONObject {
    let views = board.views.sorted { ExactString($0.key) < ExactString($1.key) }
    var settings: JSONObject = [
      "name": .string(name.text), "title": .optional(board.title),
      "fileLimit": board.fileLimit.map(JSONValue.number) ?? .null,
      "columns": .array(board.columns.map { .object(column($0)) }),
      "fields": .array(board.fields.map { .object(field($0)) }),
      "views": .array(
        views.map { .object(view($0.key, $0.value, board.looks[$0.key] ?? ViewLook())) }),
      "milestones": .array(board.phases.milestones.map { .object(phase($0)) }),
      "iterations": .array(board.phases.iterations.map { .object(phase($0)) }),
      "rules": .array(board.rules.filter(\.isWellFormed).map { .object(rule($0)) }),
    ]
    let accounts = board.accounts.entries
    if !accounts.isEmpty { settings["accounts"] = .array(accounts.map { .object(account($0)) }) }
    return ["format": .number(1), "board": .object(settings)]
  }

  package static func account(_ entry: Accounts.Entry) -> JSONObject {
    ["account": .string(entry.account.text), "person": .string(entry.person)]
  }

  /// Returns a saved view: its name, its query, and the members of its look that have a value.
  package static func view(_ name: String, _ query: String, _ look: ViewLook) -> JSONObject {
    var object = look.json
    (object["name"], object["query"]) = (.string(name), .string(query))
    return object
  }

  package static func rule(_ rule: StoredRule) -> JSONObject {
    ["id": .string(rule.id), "text": .string(rule.text)]
  }

  package static func field(_ field: CustomField) -> JSONObject {
    [
      "id": .string(field.id), "title": .string(field.title),
      "kind": .string(field.kind.rawValue), "options": .strings(field.options),
      "help": .optional(field.help), "card": .bool(field.isOnCard),
    ]
  }

  package static func phase(_ phase: Phase) -> JSONObject {
    var object: JSONObject = [
      "id": .string(phase.id), "title": .optional(phase.title), "closed": .bool(phase.isClosed),
    ]
    switch phase.kind {
    case .milestone: object["due"] = .optional(phase.last?.description)
    case .iteration:
      object["first"] = .optional(phase.first?.description)
      object["last"] = .optional(phase.last?.description)
    }
    return object
  }

  package static func column(_ column: Column) -> JSONObject {
    [
      "id": .string(column.id), "title": .string(column.title),
      "kind": .string(column.kind.rawValue),
      "limit": column.limit.map(JSONValue.number) ?? .null, "from": .strings(column.from),
    ]
  }
}
