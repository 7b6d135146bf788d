/// Plans as programs read them: the objects of `--json` and `export`.
///
/// Keys are only ever added. Absent values are null, absent lists empty, times RFC 3339 in UTC.
package enum PlanJSON {
  /// - Parameter today: The day by which a plan is overdue.
  package static func object(
    _ plan: Plan, board: Board, today: CalendarDay
  ) -> JSONObject {
    let object: JSONObject = [
      "id": .string(plan.id.text),
      "title": .string(plan.title),
      "body": .string(Lines.joined(plan.body)),
      "state": .string(plan.state),
      "due": .optional(plan.due?.description),
      "priority": .optional(plan.priority?.rawValue),
      "owner": .optional(plan.owner),
      "estimate": plan.estimate.map(JSONValue.number) ?? .null,
      "rank": .string(plan.rank),
      "labels": .strings(plan.labels),
      "assignees": .strings(plan.assignees),
      "links": .strings(plan.links.map(\.description)),
      "aliases": .strings(plan.aliases),
      "checklist": .array(plan.checklist.map(checklistItem)),
      "comments": .array(plan.comments.map(comment)),
      "created": creation(plan.created),
      "updated": .optional(plan.updated?.description),
      "overdue": .bool(plan.isOverdue(on: today, board: board)),
      "deleted": deletion(plan.deletion),
      "conflicts": .array(plan.conflicts.map { .object(conflict($0)) }),
    ]
    // What somebody else called as pmgit calls its own stays in the file alone.
    let others = plan.other.filter { object[$0.key] == nil }
      .map { JSONObject.Member(key: $0.key, value: $0.value) }
    // Not one after the other: each would move all that sort behind it.
    return JSONObject(unsorted: object.members + others) ?? object
  }

  /// The field's name and its values, the shown one first.
  ///
  /// - Parameter author: Tells who wrote a value; nil leaves `by` out, as it costs reading history.
  package static func conflict(
    _ conflict: Conflict, author: ((Conflict.Candidate) -> String?)? = nil
  ) -> JSONObject {
    let values = conflict.values.map { candidate in
      var object: JSONObject = [
        "at": .optional(candidate.at?.description),
        "value": value(candidate.value, at: conflict.path),
      ]
      if let author { object["by"] = .optional(author(candidate)) }
      return JSONValue.object(object)
    }
    return ["field": .string(conflict.field), "values": .array(values)]
  }

  /// A value as programs read it: a text that is stored as lines is one string.
  package static func value(_ value: JSONValue, at path: ElementPath) -> JSONValue {
    switch path {
    case .field("body"), .item("comments", _, "text"):
      guard let lines = value.array?.compactMap(\.string) else { return value }
      return .string(Lines.joined(lines))
    default: return value
    }
  }

  private static func checklistItem(_ item: ChecklistItem) -> JSONValue {
    .object(["id": .string(item.id), "text": .string(item.text), "done": .bool(item.done)])
  }

  private static func comment(_ comment: Comment) -> JSONValue {
    .object([
      "id": .string(comment.id), "at": .optional(comment.at?.description),
      "by": .string(comment.by), "text": .string(Lines.joined(comment.text)),
    ])
  }

  private static func creation(_ creation: Creation?) -> JSONValue {
    guard let creation else { return .null }
    return .object(["at": .optional(creation.at?.description), "by": .string(creation.by)])
  }

  private static func deletion(_ deletion: Deletion?) -> JSONValue {
    guard let deletion else { return .null }
    return .object([
      "at": .optional(deletion.at?.description), "by": .string(deletion.by),
      "holds": .bool(deletion.holds),
    ])
  }
}
