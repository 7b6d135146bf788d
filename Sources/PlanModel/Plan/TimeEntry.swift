/// Time that a person spent on a plan. Entries are never changed, only added and removed.
package struct TimeEntry: Hashable, Sendable {
  package internal(set) var id: String
  /// The time at which the entry was written.
  package var at: Timestamp?
  /// The person who worked: `Name <email>`, or the name of an agent.
  package var by: String
  /// The length in minutes; nil for a value that is not in `WorkLength.range`.
  package var minutes: Int?
  /// The day of the work; nil if missing or invalid.
  package var day: CalendarDay?
  /// One line about the work; may be empty.
  package var note: String

  package init(
    id: String, at: Timestamp?, by: String, minutes: Int?, day: CalendarDay?, note: String
  ) {
    (self.id, self.at, self.by) = (id, at, by)
    (self.minutes, self.day, self.note) = (minutes, day, note)
  }

  /// Whether an agent worked: the author has no address.
  package var isByAgent: Bool { !by.isEmpty && Person(by).email.isEmpty }
}

extension TimeEntry {
  /// The members of a record that this version knows.
  static let members: Set<ExactString> = ["at", "by", "minutes", "on", "note", "gone"]

  init(_ record: PlanRecords.Record) {
    let (id, record) = (record.id, record.members)
    self.init(
      id: id.text, at: record["at"]?.string.flatMap(Timestamp.init),
      by: record["by"]?.string ?? "", minutes: record["minutes"].flatMap(WorkLength.minutes),
      day: record["on"]?.string.flatMap(CalendarDay.init), note: record["note"]?.string ?? "")
  }

  /// Whether `left` is shown before `right`: by day, then by time of writing, then by id.
  static func precedes(_ left: TimeEntry, _ right: TimeEntry) -> Bool {
    let key = { (entry: TimeEntry) in
      (entry.day?.dayNumber ?? .min, entry.at?.milliseconds ?? .min, ExactString(entry.id))
    }
    return key(left) < key(right)
  }
}

extension Edit {
  /// Returns the edits that add an entry.
  package static func time(_ entry: TimeEntry) -> [Edit] {
    let path = { PlanList.time.path(entry.id, $0) }
    var edits: [Edit] = [
      .write(path("at"), .optional(entry.at?.description)),
      .write(path("by"), .string(entry.by)),
      .write(path("minutes"), entry.minutes.map { .number($0) } ?? .null),
      .write(path("on"), .optional(entry.day?.description)),
    ]
    if !entry.note.isEmpty { edits.append(.write(path("note"), .string(entry.note))) }
    return edits
  }
}

extension Plan {
  /// The time that was spent on the plan, in minutes.
  package var spentMinutes: Int { outline.spentMinutes }
}
