package import PlanModel
import PlanStore
import PlanView

/// The requested values of a plan's fields, as people type them: a column's title, `fri`, `@me`.
///
/// `none` clears a field. Fields that are nil or empty keep their values.
package struct FieldChanges: Sendable {
  package var title: String?
  package var body: [String]?
  /// Lines to add to the body, after an empty line.
  package var bodyAppended: [String]?
  /// A column, by its id or title.
  package var state: String?
  /// Moves the due date by a period: `3d`, `-1w`.
  package var postpone: String?
  /// Whether the plan, which repeats, moves to its next day without being finished.
  package var skips = false
  /// Sets from which day the plan repeats: `due` or `done`.
  package var repeatFrom: String?
  /// The texts of new checklist lines.
  package var checklist: [String] = []
  /// The changes of the board's own fields.
  package var custom: [CustomChange] = []

  private var properties: [PlanField: String] = [:]
  private var sets: [PlanSet: SetChange] = [:]

  package init() {}

  /// The value of a property as typed; nil if the property stays.
  package subscript(_ property: PlanField) -> String? {
    get { properties[property] }
    set { properties[property] = newValue }
  }

  /// The change of a set's members.
  package subscript(_ set: PlanSet) -> SetChange {
    get { sets[set] ?? SetChange() }
    set { sets[set] = newValue }
  }

  /// A requested change of a set.
  ///
  /// Links are typed as `blocked-by:ID`, `blocks:ID`, `parent:ID`, `child:ID`, `relates:ID` or
  /// `commit:REV`; see `LinkWord`.
  package struct SetChange: Sendable {
    /// The complete new list of members; nil if the present members stay.
    package var all: [String]?
    package var added: [String] = []
    package var removed: [String] = []

    package init(all: [String]? = nil, added: [String] = [], removed: [String] = []) {
      (self.all, self.added, self.removed) = (all, added, removed)
    }
  }
}

/// Converts field changes into edits, for one plan on one version of the board.
struct FieldEdits {
  let workspace: Workspace
  let changes: FieldChanges
  let id: PlanID
  /// The plan before the edits. For a new plan: the copy of its template, or the form's empty plan;
  /// nil if there is neither.
  let plan: Plan?
  let snapshot: BoardSnapshot
  /// The board that the person saw; columns and other plans are looked up by their names on it.
  let seen: BoardSnapshot
  /// The position in the new column if several plans move there together; nil for the bottom.
  var rank: String?

  /// Returns the edits of the plan itself; `linkOthers` writes links that are stored on other
  /// plans.
  func edits() throws -> [Edit] {
    var edits: [Edit] = []
    if let title = changes.title { edits.append(.title(try Validation.title(title))) }
    if let body = changes.body { edits.append(.body(body)) }
    if let lines = changes.bodyAppended { edits.append(.body(appended(lines))) }
    edits += try columnEdits()
    if let text = changes.postpone { edits.append(.due(try postponed(by: text))) }
    for property in PlanProperty.all {
      guard let text = changes[property.field] else { continue }
      edits.append(
        property.write(
          try workspace.value(text, of: property, on: snapshot.board, seen: seen.board)))
    }
    if let text = changes.repeatFrom { edits.append(try repeated(from: text)) }
    if changes.skips { edits += try skipped() }
    return try edits + customEdits() + setEdits() + checklistEdits()
  }

  /// Returns the body with the lines added after an empty line.
  private func appended(_ lines: [String]) -> [String] {
    let body = changes.body ?? plan?.body ?? []
    return body.isEmpty ? lines : body.trimmingLastEmptyLines + [""] + lines
  }

  /// Returns the edits for the column. A plan that changes columns gets the position `rank`; if
  /// that is nil, it goes to the bottom.
  private func columnEdits() throws -> [Edit] {
    guard let column = try changes.state.map({ try column(named: $0) }) else {
      return []
    }
    guard let plan, plan.state != column.id else { return [.state(column.id)] }
    return [
      .state(column.id),
      .rank(try rank ?? workspace.rank(.bottom, of: column.id, in: snapshot)),
    ]
  }

  private func column(named name: String) throws -> Column {
    try snapshot.board.column(named: name, seenOn: seen.board)
  }

  private func postponed(by text: String) throws -> CalendarDay {
    let period = try DueDate.parsePeriod(text)
    guard let due = plan?.due else {
      throw Problem.usage(
        "plan '\(id)' has no due date to postpone", hints: ["set one with --due"])
    }
    guard let day = due.advanced(by: period) else {
      throw Problem.usage("'\(text)' is outside of the calendar")
    }
    return day
  }

  // MARK: - Plans that repeat

  /// Returns the edit that sets from which day the plan repeats, by the requested rule or by the
  /// one that it has.
  private func repeated(from text: String) throws -> Edit {
    guard let origin = Repetition.Origin(rawValue: text.lowercased()) else {
      throw InvalidValue(
        field: "repeat-from", value: text, reason: "is not done or due", hint: "choose one of them")
    }
    guard var rule = try changes[.repeat].map({ try Repetition.typed($0) }) ?? plan?.repetition
    else { throw Self.noRule(id) }
    rule.origin = origin
    return PlanField.repeat.write(.string(rule.description))
  }

  private func skipped() throws -> [Edit] {
    guard let document = try snapshot.document(id), plan?.repetition != nil else {
      throw Self.noRule(id)
    }
    // The plan is not finished, so its next day comes after its due date, also if that is to come.
    let today = max(workspace.participant.today, plan?.due ?? workspace.participant.today)
    guard let step = document.nextStep(today: today) else {
      throw Problem.usage("the next day of plan '\(id)' is outside of the calendar")
    }
    return document.dayEdits(at: step, today: today)
  }

  private static func noRule(_ id: PlanID) -> Problem {
    .usage("plan '\(id)' does not repeat", hints: ["set a rule with --repeat, as 'every 2w'"])
  }

  // MARK: - Sets and lists

  private func setEdits() throws -> [Edit] {
    var edits: [Edit] = []
    for set in PlanSet.allCases {
      guard let wanted = changes[set].all else { continue }
      let members = try wanted.map { try Validation.line($0, field: set.memberName) }
      edits += replacements(of: plan.map(set.members) ?? [], by: members, in: set)
    }
    for name in changes[.labels].added {
      let label = try Validation.line(name, field: "label")
      // A label that the plan has with other code points for the same letters stays as it is.
      edits.append(.add(plan?.labels.first { $0 == label } ?? label, to: .labels))
    }
    for name in changes[.assignees].added { edits.append(.add(name, to: .assignees)) }
    edits += try ownAddedLinks().map { .add($0.description, to: .links) }
    for name in changes[.aliases].added {
      edits.append(.add(try Validation.line(name, field: "alias"), to: .aliases))
    }
    return try edits + removals().map { .remove($0.member, from: $0.set) }
  }

  /// Returns the edits that make a set equal to a list.
  private func replacements(
    of present: [String], by wanted: [String], in set: PlanSet
  ) -> [Edit] {
    let (old, new) = (Set(present.map { ExactString($0) }), Set(wanted.map { ExactString($0) }))
    return present.filter { !new.contains(ExactString($0)) }.map { .remove($0, from: set) }
      + wanted.filter { !old.contains(ExactString($0)) }.map { .add($0, to: set) }
  }

  /// Returns the members to remove from sets, whether or not the plan has them.
  func removals() throws -> [Removal] {
    let people = try changes[.assignees].removed.flatMap { try assignees(called: $0) }
    return try removedLabels().map { Removal(member: $0, set: .labels) }
      + people.map { Removal(member: $0, set: .assignees) }
      + ownRemovedLinks().map { Removal(member: $0.description, set: .links) }
      + changes[.aliases].removed.map { Removal(member: $0, set: .aliases) }
  }

  /// Returns the labels to remove, in the spelling of the plan. This includes labels with other
  /// code points for the same letters.
  private func removedLabels() throws -> [String] {
    try changes[.labels].removed.flatMap { typed in
      guard !changes[.labels].added.contains(typed) else {
        throw Problem.usage("label '\(typed.excerpt)' can't be both added and removed")
      }
      let same = (plan?.labels ?? []).filter { $0 == typed }
      return same.isEmpty ? [typed] : same
    }
  }

  /// Returns the plan's assignees that a name matches, as the plan spells them; if none match, the
  /// person as typed.
  private func assignees(called name: String) throws -> [String] {
    let person = try workspace.person(name, field: "assignee")
    let assignees = plan?.assignees ?? []
    if assignees.contains(where: { ExactString($0) == ExactString(person) }) { return [person] }
    let index = try workspace.peopleIndex(assignees)
    let found = Set(index.find(person, upTo: .whole))
    let meant = assignees.filter { written in
      index.index(of: written).map { found.contains(index.people[$0]) } ?? false
    }
    return meant.isEmpty ? [person] : meant
  }

  private func checklistEdits() throws -> [Edit] {
    let ranks = Rank.spread(
      changes.checklist.count, at: workspace.now, after: plan?.checklist.last?.rank,
      using: &workspace.participant.random)
    var taken = try snapshot.document(id)?.itemIDs(in: .checklist) ?? []
    taken.formUnion(plan?.checklist.map(\.id) ?? [])
    var edits: [Edit] = []
    for (text, rank) in zip(changes.checklist, ranks) {
      let item = Edit.itemID(besides: taken, using: &workspace.participant.random)
      taken.insert(item)
      edits += Edit.checklistItem(
        item, text: try Validation.line(text, field: "checklist text"), rank: rank)
    }
    return edits
  }
}

/// A member that an option removes from one of a plan's sets: `--no-label later`.
struct Removal: Hashable {
  let member: String
  let set: PlanSet

  /// Returns the notice for a plan that did not have the member.
  ///
  /// This is not an error, because the plan ends in the requested state.
  func notice(on plan: Plan, called name: String) -> Notice {
    let members = set.members(of: plan)
    var hints: [Hint] = []
    if let near = Suggestion.nearest(to: member, in: members) {
      hints = ["did you mean '\(near)'?"]
    } else if !members.isEmpty {
      hints = ["it has \(members.map { "'\($0)'" }.joined(separator: ", "))"]
    }
    return Notice("\(name) does not have the \(set.memberName) '\(member)'", hints: hints)
  }

  func notice(onNoneOf count: Int) -> Notice {
    Notice("none of the \(count) plans has the \(set.memberName) '\(member)'")
  }

  /// Returns the removals of members that a plan does not have, set by set.
  static func absent(_ removals: [Removal], on plan: Plan) -> [Removal] {
    let ofSets = Dictionary(grouping: removals, by: \.set)
    return PlanSet.allCases.flatMap { set -> [Removal] in
      let known = Set(set.members(of: plan).map { ExactString($0) })
      return (ofSets[set] ?? []).filter { !known.contains(ExactString($0.member)) }
    }
  }
}

extension Workspace {
  /// Parses the typed value of a plan's field or of a board's setting.
  ///
  /// - Parameters:
  ///   - path: The element to set. Those that pmgit knows accept their own forms, such as `fri` for
  ///     a due date. Any other accepts JSON, and keeps other input as a string.
  ///   - seen: The settings in which a typed column is looked up; nil for `board`.
  package func value(
    _ text: String, for path: ElementPath, board: Board, seen: Board? = nil
  ) throws -> JSONValue {
    switch path {
    case .field("title"), .item("columns", _, "title"):
      return .string(try Validation.title(text))
    case .field("body"), .item("comments", _, "text"): return .strings(Lines.entered(text))
    case .field("state"): return .string(try board.column(named: text, seenOn: seen ?? board).id)
    case .item("checklist", _, "text"):
      return .string(try Validation.line(text, field: "checklist text"))
    case .item("columns", _, "kind"):
      return .string(try oneOf(Column.Kind.allCases.map(\.rawValue), text, field: "kind"))
    case .item("checklist", _, "done"):
      return .bool(try oneOf(["true", "false"], text, field: "done") == "true")
    case .item("milestones", _, "title"), .item("iterations", _, "title"):
      return .string(try Validation.title(text))
    case .item("milestones", _, "closed"), .item("iterations", _, "closed"):
      return .bool(try oneOf(["true", "false"], text, field: "closed") == "true")
    case .item("milestones", _, "due"), .item("iterations", _, "first"),
      .item("iterations", _, "last"):
      return .optional(try DueDate.parse(text, today: participant.today)?.description)
    case .item("rules", _, "text"): return .string(try BoardRule(text).description)
    case .item("columns", _, "limit"): return try ColumnChanges.limit(text)
    case .field("deleted"):
      // Only keeping the plan can be typed; deleting it is 'pmgit delete'.
      _ = try oneOf(["none"], text, field: "deleted")
      return .null
    case .field, .setMember:
      guard let field = board.field(at: path) else {
        return try value(text, unknownAt: path, board: board, seen: seen)
      }
      return try value(text, of: field)
    case .item("fields", _, let member): return try value(text, ofDefinition: member)
    default: return Self.jsonOrText(text)
    }
  }

  private func value(
    _ text: String, unknownAt path: ElementPath, board: Board, seen: Board?
  ) throws -> JSONValue {
    switch path {
    case .field(let name) where PlanField(rawValue: name.text)?.property != nil:
      guard let property = PlanField(rawValue: name.text)?.property else { return .null }
      return try value(text, of: property, on: board, seen: seen)?.json ?? .null
    default: return Self.jsonOrText(text)
    }
  }

  /// An unknown field may hold any value; input that is not JSON is stored as a text.
  private static func jsonOrText(_ text: String) -> JSONValue {
    (try? JSONReader.value(in: Array(text.utf8))) ?? .string(text)
  }

  /// Parses the value of a member of a field's definition.
  private func value(_ text: String, ofDefinition member: ExactString) throws -> JSONValue {
    switch member {
    case "title", "help": return .string(try Validation.line(text, field: member.text))
    case "kind":
      return .string(try oneOf(CustomField.Kind.allCases.map(\.rawValue), text, field: "kind"))
    case "options":
      return .strings(try CustomField.validOptions(text.split(separator: ",").map(String.init)))
    case "card": return .bool(try oneOf(["true", "false"], text, field: "card") == "true")
    default: return Self.jsonOrText(text)
    }
  }

  /// Parses the value of a property; nil for `none`.
  ///
  /// - Parameters:
  ///   - board: The board whose milestones and iterations are valid; nil to check only their form.
  ///   - seen: The board on which such a name is looked up; nil for `board`.
  func value(
    _ text: String, of property: PlanProperty, on board: Board?, seen: Board? = nil
  ) throws -> PropertyValue? {
    if property.kind == .day {
      return try day(text).map(PropertyValue.day)
    }
    guard text.lowercased() != "none" else { return nil }
    return switch property.kind {
    case .day: nil
    case .priority: .priority(try Validation.priority(text, field: property.name))
    case .person: .person(try person(text, field: property.name))
    case .number: .number(try Validation.number(text, field: property.name))
    case .moment: .moment(try moment(text))
    case .repetition: .repetition(try Repetition.typed(text))
    case .phase: try phase(text, of: property, on: board, seen: seen)
    }
  }

  private func phase(
    _ text: String, of property: PlanProperty, on board: Board?, seen: Board?
  ) throws -> PropertyValue {
    let text = try Validation.line(text, field: property.name)
    guard let board, let kind = property.phaseKind else { return .phase(text) }
    let phase = try board.phases.phase(
      named: text, kind, on: participant.today, seenOn: (seen ?? board).phases)
    return .phase(phase.id)
  }

  /// Returns the day that words mean today, such as `fri`; nil for `none`.
  package func day(_ words: String) throws(DueDateError) -> CalendarDay? {
    try DueDate.parse(words, today: participant.today)
  }

  /// Parses a moment: a time of RFC 3339, or a length of time from now, such as `30m`.
  private func moment(_ text: String) throws -> Timestamp {
    if let time = Timestamp(text) { return time }
    return try LeaseLength(text).end(from: now)
  }

  private func oneOf(_ words: [String], _ text: String, field: String) throws -> String {
    guard words.contains(text.lowercased()) else {
      throw InvalidValue(
        field: field, value: text, reason: "can't be taken",
        hint: "it is \(words.joined(separator: " or "))")
    }
    return text.lowercased()
  }
}
