import PlanModel
import PlanStore
import PlanView

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
  let basis: BoardSnapshot
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
          try workspace.value(text, of: property, on: snapshot.board, basis: basis.board)))
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
    guard let name = changes.state else { return [] }
    let column = try snapshot.board.column(named: name, basis: basis.board)
    guard let plan, plan.state != column.id else { return [.state(column.id)] }
    return [
      .state(column.id),
      .rank(try rank ?? workspace.rank(isAtTop: false, of: column.id, in: snapshot)),
    ]
  }

  private func postponed(by text: String) throws -> CalendarDay {
    let period = try DueDate.parsePeriod(text)
    guard let due = plan?.due else {
      throw Problem.usage("plan '\(id)' has no due date to postpone", hints: ["set one with --due"])
    }
    guard let day = due.advanced(by: period) else {
      throw Problem.usage("'\(text)' is outside of the calendar")
    }
    return day
  }

  // MARK: - Plans that repeat

  /// Returns the edit that changes whether the plan repeats from its due date or from the day it is
  /// done. It changes the requested rule, or the plan's own rule if no rule is requested.
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
    // The plan is not finished, so its next day comes after its due date, even if that is in the
    // future.
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
  private func replacements(of present: [String], by wanted: [String], in set: PlanSet) -> [Edit] {
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
      + changes[.aliases].removed.flatMap(aliases(called:)).map {
        Removal(member: $0, set: .aliases)
      }
  }

  /// Returns the plan's aliases that match a typed one, as the plan spells them; if none match, the
  /// typed alias.
  private func aliases(called typed: String) -> [String] {
    let found = (plan?.aliases ?? []).filter { AliasKey($0) == AliasKey(typed) }
    return found.isEmpty ? [typed] : found
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
