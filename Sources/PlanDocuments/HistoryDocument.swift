import PlanModel
package import PlanView

/// Builds the document of a history in parts, with the same bytes as `Documents.history`. So the
/// whole history does not need to be in memory.
package struct HistoryDocument {
  private var isEmpty = true

  package init() {}

  /// Returns the next part, with the changes of one entry.
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

  /// The last part.
  package var end: String {
    isEmpty
      ? "{\n  \"events\": [],\n  \"format\": 1\n}\n" : "\n  ],\n  \"format\": 1\n}\n"
  }
}

extension TimelineEntry {
  /// Returns the document of one change.
  func event(_ change: FieldChange) -> JSONValue {
    .object([
      "commit": .string(commit.hex), "at": .optional(at?.description), "by": .string(author),
      "plan": .optional(plan?.text), "title": .string(planTitle),
      "field": .string(change.path.fieldName),
      "old": change.old.map { PlanJSON.value($0, at: change.path) } ?? .null,
      "new": change.new.map { PlanJSON.value($0, at: change.path) } ?? .null,
    ])
  }
}
