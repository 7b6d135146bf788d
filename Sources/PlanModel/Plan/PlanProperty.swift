/// A property: an optional field with one value that people type, such as the due date.
///
/// `all` is the table of properties. Options, imports, queries, the index, the editor, commit
/// messages, documents and the web page loop over it. A new property needs a row here, a case of
/// `PlanField`, a stored property of `PlanValues`, and its accessor in `Plan+Values.swift`. It also
/// needs an option in `FieldOptions`, because the command-line parser needs declared options.
package struct PlanProperty: Sendable {
  package let field: PlanField
  /// The name on the web page.
  package let title: String
  private let storage: Storage
  /// Examples of values, for help and for empty inputs.
  package let forms: String
  /// An example of a query term with the property.
  let example: String
  /// Names of the property in other trackers; queries accept them as keys.
  let otherNames: [String]

  /// All properties, in display order.
  package static let all = [
    PlanProperty(
      field: .due, title: "Due", storage: .day(\.due), forms: "fri, 2w, 2026-12-24",
      example: "due:<+1w", otherNames: ["deadline", "duedate", "due-date"]),
    PlanProperty(
      field: .start, title: "Start", storage: .day(\.start), forms: "mon, 1w, 2026-12-01",
      example: "start:<=today", otherNames: ["start-date", "startdate", "scheduled"]),
    PlanProperty(
      field: .priority, title: "Priority", storage: .priority(\.priority),
      forms: "low, medium, high, urgent", example: "priority:>=high",
      otherNames: ["prio", "pri", "p"]),
    PlanProperty(
      field: .estimate, title: "Estimate", storage: .number(\.estimate), forms: "3, 0.5",
      example: "estimate:>=3", otherNames: ["points", "size", "effort", "story-points"]),
    PlanProperty(
      field: .owner, title: "Owner", storage: .person(\.owner), forms: "a name, @me",
      example: "owner:dev", otherNames: ["lead"]),
    PlanProperty(
      field: .lease, title: "Lease", storage: .moment(\.lease), forms: "30m, 2h, 1d",
      example: "lease:<1h", otherNames: []),
    PlanProperty(
      field: .repeat, title: "Repeats", storage: .repetition(\.repetition),
      forms: "every 2w, every mon,thu, every month on 1", example: "repeat:weekly",
      otherNames: ["recur", "recurrence", "recurring", "repeats"]),
    PlanProperty(
      field: .milestone, title: "Milestone", storage: .phase(\.milestone),
      forms: "a name, as in 'pmgit milestone'", example: "milestone:any",
      otherNames: ["fixversion", "fix-version", "version", "release"]),
    PlanProperty(
      field: .iteration, title: "Iteration", storage: .phase(\.iteration),
      forms: "current, next, 2026-12-07", example: "iteration:current",
      otherNames: ["sprint", "cycle"]),
  ]

  /// Returns the row of a field; nil if the field is not a property.
  package init?(_ field: PlanField) {
    guard let row = Self.byField[field] else { return nil }
    self = row
  }

  private init(
    field: PlanField, title: String, storage: Storage, forms: String, example: String,
    otherNames: [String]
  ) {
    (self.field, self.title, self.storage, self.forms) = (field, title, storage, forms)
    (self.example, self.otherNames) = (example, otherNames)
  }

  private static let byField = Dictionary(uniqueKeysWithValues: all.map { ($0.field, $0) })

  /// The name in files, documents, options and queries.
  package var name: String { field.rawValue }

  /// The type of the values.
  package enum Kind: String, Sendable {
    case day, priority, person, number, moment, repetition, phase
  }

  package var kind: Kind {
    switch storage {
    case .day: .day
    case .priority: .priority
    case .person: .person
    case .number: .number
    case .moment: .moment
    case .repetition: .repetition
    case .phase: .phase
    }
  }

  /// The kind of milestones or iterations that the values name; nil for other properties.
  package var phaseKind: Phase.Kind? { Phase.Kind(rawValue: name) }

  // MARK: - Values of a plan

  /// The member of `PlanValues` that stores the value, by type.
  private enum Storage: Sendable {
    case day(any WritableKeyPath<PlanValues, CalendarDay?> & Sendable)
    case priority(any WritableKeyPath<PlanValues, Priority?> & Sendable)
    case person(any WritableKeyPath<PlanValues, String?> & Sendable)
    case number(any WritableKeyPath<PlanValues, JSONNumber?> & Sendable)
    case moment(any WritableKeyPath<PlanValues, Timestamp?> & Sendable)
    case repetition(any WritableKeyPath<PlanValues, Repetition?> & Sendable)
    case phase(any WritableKeyPath<PlanValues, String?> & Sendable)
  }

  package func value(of plan: Plan) -> PropertyValue? { plan.rows.value(of: self, at: plan.row) }

  func value(in values: PlanValues) -> PropertyValue? {
    switch storage {
    case .day(let path): values[keyPath: path].map(PropertyValue.day)
    case .priority(let path): values[keyPath: path].map(PropertyValue.priority)
    case .person(let path): values[keyPath: path].map(PropertyValue.person)
    case .number(let path): values[keyPath: path].map(PropertyValue.number)
    case .moment(let path): values[keyPath: path].map(PropertyValue.moment)
    case .repetition(let path): values[keyPath: path].map(PropertyValue.repetition)
    case .phase(let path): values[keyPath: path].map(PropertyValue.phase)
    }
  }

  /// Sets the value in a plan; nil or a value of another type clears the property.
  package func set(_ value: PropertyValue?, in plan: inout PlanValues) {
    switch storage {
    case .day(let path): plan[keyPath: path] = value?.day
    case .priority(let path): plan[keyPath: path] = value?.priority
    case .person(let path): plan[keyPath: path] = value?.person
    case .number(let path): plan[keyPath: path] = value?.number
    case .moment(let path): plan[keyPath: path] = value?.moment
    case .repetition(let path): plan[keyPath: path] = value?.repetition
    case .phase(let path): plan[keyPath: path] = value?.phase
    }
  }

  /// Reads a value from a plan's file; nil if it has the wrong type.
  func read(_ value: some PlanValue) -> PropertyValue? {
    switch kind {
    case .day: value.string.flatMap(CalendarDay.init).map(PropertyValue.day)
    case .priority: value.string.flatMap(Priority.init(rawValue:)).map(PropertyValue.priority)
    case .person: value.string.map(PropertyValue.person)
    case .number: value.number.map(PropertyValue.number)
    case .moment: value.string.flatMap(Timestamp.init).map(PropertyValue.moment)
    case .repetition: value.string.flatMap(Repetition.init).map(PropertyValue.repetition)
    case .phase: value.string.map(PropertyValue.phase)
    }
  }

  /// Returns the edit that writes a value; nil clears the property.
  package func write(_ value: PropertyValue?) -> Edit { field.write(value?.json ?? .null) }

  var rule: ValueRule {
    switch kind {
    case .day: .day
    case .priority: .priority
    case .person: .person
    case .number: .number
    case .moment: .moment
    case .repetition: .repetition
    case .phase: .phase
    }
  }
}

package enum PropertyValue: Hashable, Sendable {
  case day(CalendarDay)
  case priority(Priority)
  /// A person in stored form: `Ada <ada@example.com>`.
  case person(String)
  case number(JSONNumber)
  case moment(Timestamp)
  case repetition(Repetition)
  /// The id of a milestone or an iteration.
  case phase(String)

  package var day: CalendarDay? { if case .day(let day) = self { day } else { nil } }
  package var priority: Priority? {
    if case .priority(let priority) = self { priority } else { nil }
  }
  package var person: String? { if case .person(let person) = self { person } else { nil } }
  package var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }
  package var phase: String? { if case .phase(let phase) = self { phase } else { nil } }
  package var moment: Timestamp? { if case .moment(let moment) = self { moment } else { nil } }
  package var repetition: Repetition? {
    if case .repetition(let rule) = self { rule } else { nil }
  }

  package var json: JSONValue {
    if case .number(let number) = self { .number(number) } else { .string(text) }
  }

  /// The value as people type it; plain output uses the same form.
  package var text: String {
    switch self {
    case .day(let day): day.description
    case .priority(let priority): priority.rawValue
    case .person(let person): person
    case .number(let number): number.lexeme
    case .moment(let moment): moment.description
    case .repetition(let rule): rule.description
    case .phase(let phase): phase
    }
  }
}

/// The importance of a plan.
package enum Priority: String, CaseIterable, Comparable, Sendable {
  case low, medium, high, urgent

  /// Parses the name of a priority, ignoring case; nil for an unknown name. Names of other trackers
  /// are accepted too.
  package init?(named name: String) {
    switch name.lowercased() {
    case "l", "lowest", "minor", "trivial": self = .low
    case "m", "med", "normal", "middle": self = .medium
    case "h", "major": self = .high
    case "u", "highest", "critical", "blocker": self = .urgent
    case let name:
      guard let priority = Self(rawValue: name) else { return nil }
      self = priority
    }
  }

  /// Compares importance; `low` is the smallest.
  package static func < (left: Priority, right: Priority) -> Bool {
    left.place < right.place
  }

  /// The place in the order of importance, from 0 for `low`.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
