import PlanModel
import PlanStore

/// The requested part of a history, as people type it; nil and empty members don't restrict it.
package struct HistoryFilter: Sendable {
  /// A moment or a day of the past; a day means its first moment, or its last one for `until`.
  package var since: String?
  package var until: String?
  /// A name, a part of a name, or an address.
  package var author: String?
  /// The names of fields: `state`, `labels`, `due`.
  package var fields: [String] = []

  package init() {}
}

extension Workspace {
  /// Converts a typed filter to the part of a history that it selects.
  func part(_ filter: HistoryFilter) throws -> HistoryPart {
    let time = try participant.time(since: filter.since, until: filter.until)
    var part = HistoryPart()
    part.fields = try Set(filter.fields.map { try HistoryField.name($0) })
    if time.since != nil || time.until != nil {
      part.period = HistoryPeriod(since: time.since, until: time.until, now: now)
    }
    if let author = filter.author { part.isWantedAuthor = try authorTest(author) }
    return part
  }

  /// Returns a function that tests the author of a commit; it looks each author up only once.
  private func authorTest(_ name: String) throws -> (String) -> Bool {
    let authors = try store.snapshot().plans().plans.flatMap(\.people) + commitAuthors()
    let me = try me()
    let index = try peopleIndex([me?.formatted].compactMap(\.self) + authors)
    let isMe = ["me", "@me"].contains(name.lowercased())
    guard !isMe || me != nil else { throw StoreError.noIdentity }
    let wanted =
      isMe ? me.map { index.find($0.formatted, upTo: .whole) } ?? [] : index.find(name, upTo: .part)
    guard !wanted.isEmpty else {
      throw Problem.usage(
        "nobody called '\(name.excerpt)' has changed the board",
        hints: ["see who is on its plans with \(pmgit: "people")"])
    }
    let people = Set(wanted)
    return { author in index.index(of: author).map { people.contains(index.people[$0]) } ?? false }
  }
}

/// The names of fields in a history.
enum HistoryField {
  static let names =
    PlanField.allCases.map(\.rawValue) + PlanSet.allCases.map(\.rawValue)
    + ["checklist", "comments", "columns", "views"]

  private static let otherNames = [
    "status": "state", "column": "state", "tag": "labels", "tags": "labels",
    "assigned": "assignees",
    "description": "body", "position": "rank", "link": "links",
  ]

  /// Returns the field for a typed name, which may be singular or another tracker's name.
  static func name(_ typed: String) throws -> String {
    let word = typed.lowercased()
    let known = otherNames[word] ?? word
    for name in [known, known + "s", known + "es"] where names.contains(name) { return name }
    throw Problem.usage(
      "'\(typed.excerpt)' is no field",
      hints: [
        Suggestion.nearest(to: word, in: names).map { "did you mean '\($0)'?" },
        "the fields are \(names.joined(separator: ", "))",
      ].compactMap(\.self))
  }
}
