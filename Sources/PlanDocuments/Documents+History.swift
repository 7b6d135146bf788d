package import PlanActions
package import PlanModel
package import PlanView

/// Builds the document of a history in parts, so that the whole history does not need to be in
/// memory. All parts together have the same bytes as `Documents.history`.
package struct HistoryDocument {
  private var isEmpty = true

  package init() {}

  /// Returns the next part, with the changes of one entry; empty if the entry has none.
  package mutating func part(_ entry: TimelineEntry) -> String {
    var text = ""
    for change in entry.changes {
      text += isEmpty ? "{\n  \"events\": [" : ","
      isEmpty = false
      let event = String(decoding: CanonicalJSON.bytes(of: entry.event(change)), as: UTF8.self)
      text += "\n    " + event.replacing("\n", with: "\n    ")
    }
    return text
  }

  /// The last part, which completes the document.
  package var end: String {
    isEmpty
      ? "{\n  \"events\": [],\n  \"format\": 1\n}\n" : "\n  ],\n  \"format\": 1\n}\n"
  }
}

extension TimelineEntry {
  /// Returns the object of one change in this entry.
  func event(_ change: FieldChange) -> JSONValue {
    .object([
      "commit": .string(commit.hex), "at": .optional(at?.description), "by": .string(author),
      "agent": .optional(agent?.name), "for": .optional(agent?.person), "undo": .bool(isUndo),
      "plan": .optional(plan?.text), "title": .string(planTitle),
      "field": .string(change.path.fieldName),
      "old": change.old.map { PlanJSON.value($0, at: change.path) } ?? .null,
      "new": change.new.map { PlanJSON.value($0, at: change.path) } ?? .null,
    ])
  }
}

extension Documents {
  /// Returns the document with the history of a board, with an event for each changed field.
  package static func history(_ found: HistoryShown) -> JSONObject {
    ["format": format, "events": .array(found.entries.flatMap { $0.changes.map($0.event) })]
  }

  /// Returns the document with the differences between two moments, by plan. Each change has the
  /// members `field`, `old` and `new`, as in a history.
  package static func differences(_ found: BoardsCompared) -> JSONObject {
    let plans = found.differences.map { difference in
      JSONValue.object([
        "plan": .optional(difference.plan?.text), "title": .string(difference.title),
        "changes": .array(difference.changes.map(\.document)),
      ])
    }
    return [
      "format": format, "board": .string(found.to.name.text),
      "from": .optional(found.from?.commit.hex), "to": .string(found.to.commit.hex),
      "since": .string(found.period.since.description),
      "until": .string((found.period.until ?? found.to.now).description),
      "plans": .array(plans),
    ]
  }
}

extension Documents {
  /// Returns the document with each value of a plan and the commit that last wrote the value.
  ///
  /// `field` is a path as in a history. `line` is the number of a line of the description, and null
  /// for other values.
  package static func blame(_ found: PlanBlamed) -> JSONObject {
    let values = found.values.map { value in
      JSONValue.object([
        "field": .string(value.path.fieldName),
        "line": value.line.map { .number($0) } ?? .null,
        "value": value.line == nil ? PlanJSON.value(value.value, at: value.path) : value.value,
        "commit": .optional(value.origin?.commit.hex),
        "at": .optional(value.origin?.at.description), "by": .optional(value.origin?.author),
        "agent": .optional(value.origin?.agent?.name),
        "for": .optional(value.origin?.agent?.person),
      ])
    }
    return [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex), "plan": .string(found.plan.text),
      "values": .array(values),
    ]
  }
}

extension FieldChange {
  fileprivate var document: JSONValue {
    .object([
      "field": .string(path.fieldName),
      "old": old.map { PlanJSON.value($0, at: path) } ?? .null,
      "new": new.map { PlanJSON.value($0, at: path) } ?? .null,
    ])
  }
}

extension Documents {
  /// Returns the document of one change that a watch reports, as one line without its line feed.
  ///
  /// `from` and `to` are the columns of a moved plan, and the commits of a reset.
  package static func watched(_ change: WatchedChange) -> String {
    var (from, to) = change.columns
    if case .reset(let old, let new) = change.event { (from, to) = (old.hex, new.hex) }
    let entry = change.entry
    return CanonicalJSON.line(
      of: .object([
        "format": format, "what": .string(change.word), "commit": .string(entry.commit.hex),
        "at": .optional(entry.at?.description),
        "by": .optional(entry.author.isEmpty ? nil : entry.author),
        "agent": .optional(entry.agent?.name), "for": .optional(entry.agent?.person),
        "plan": .optional(entry.plan?.text), "short": .optional(change.shortID),
        "title": .string(entry.planTitle), "from": .optional(from), "to": .optional(to),
        "changes": .array(entry.changes.map(\.document)),
      ]))
  }

  /// Returns the document of a problem as one line without its line feed, for output that has one
  /// document on each line.
  package static func errorLine(_ problem: Problem, naming board: String?) -> String {
    CanonicalJSON.line(of: .object(error(problem, naming: board)))
  }
}
