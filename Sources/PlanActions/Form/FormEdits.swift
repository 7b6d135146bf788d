import PlanModel
import PlanStore

/// Converts a form into edits: the differences from the plan that the form showed.
struct FormEdits {
  let workspace: Workspace
  let form: PlanForm
  /// The plan that the form showed.
  let plan: Plan
  let id: PlanID
  /// The board that the form showed.
  let board: Board
  let snapshot: BoardSnapshot

  /// Returns the edits of the plan itself.
  ///
  /// A checklist line that the form removes stays if another person has changed it since, because
  /// the removal names the content that the form showed.
  ///
  /// - Parameters:
  ///   - document: The present plan.
  ///   - basis: The plan as the form showed it.
  /// - Throws: `Problem`, which names the line of a wrong value.
  func edits(in document: PlanDocument, basis: PlanDocument) throws -> [Edit] {
    var edits: [Edit] = []
    if form.title != PlanForm.shown(plan.title), form.title != plan.title {
      edits.append(.title(try Validation.title(form.title)))
    }
    // The editor may add blank lines around the body and change line endings.
    let shown = Lines.split(Lines.joined(plan.body)).map {
      $0.hasSuffix("\r") ? String($0.dropLast()) : $0
    }
    if form.body != shown.trimmingEmptyLines { edits.append(.body(form.body)) }
    for field in changedFields {
      edits += try onLine(field.line) { try fieldEdits(field).edits() }
    }
    return try edits + checklistEdits(in: document, basis: basis)
  }

  /// Writes the links that are stored on other plans. Call it after writing the form's own edits.
  func linkOthers(in transaction: inout Transaction) throws -> LinkedPlans {
    guard let field = changedFields.first(where: { $0.name == .set(.links) }) else {
      return LinkedPlans()
    }
    return try onLine(field.line) { try fieldEdits(field).linkOthers(in: &transaction) }
  }

  private var changedFields: [PlanForm.Field] {
    form.fields.filter { $0.text != $0.name.text(of: plan, on: board) }
  }

  private func fieldEdits(_ field: PlanForm.Field) throws -> FieldEdits {
    var changes = try changes(field).findingNames(in: workspace).fields
    // An assignee is kept if only the spelling of the name was changed.
    let named = Set(changes[.assignees].added.map { ExactString($0) })
    changes[.assignees].removed.removeAll { named.contains(ExactString($0)) }
    // A label is also kept if only its code points were changed, and not its letters.
    let labels = Set(changes[.labels].added)
    changes[.labels].removed.removeAll { labels.contains($0) }
    return FieldEdits(
      workspace: workspace, changes: changes, id: id, plan: plan, snapshot: snapshot,
      basis: snapshot)
  }

  private func onLine<Value>(_ line: Int, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      var problem = Problem(error)
      problem.message = "line \(line): \(problem.message)"
      throw problem
    }
  }

  private func changes(_ field: PlanForm.Field) throws -> FieldChanges {
    var changes = FieldChanges()
    let value = field.text.isEmpty ? "none" : field.text
    switch field.name {
    case .state: changes.state = field.text
    case .property(let property): changes[property] = value
    case .set(let set): changes[set] = try members(field, from: PlanForm.members(of: set, in: plan))
    case .custom(let key): changes.custom = [try customChange(key, field)]
    }
    return changes
  }

  /// Returns the change of one of the board's own fields. For a field with several choices, only
  /// the options that differ are changed.
  private func customChange(_ key: String, _ line: PlanForm.Field) throws -> CustomChange {
    guard let field = board.field(called: key), field.kind == .choices else {
      return CustomChange(key, .all(line.text.isEmpty ? [] : [line.text]))
    }
    let change = try members(line, from: field.storedTexts(of: plan))
    return CustomChange(key, .options(added: change.added, removed: change.removed))
  }

  /// Returns the members to add, as typed, and the present ones to remove, which the line no longer
  /// has.
  private func members(
    _ field: PlanForm.Field, from present: [String]
  ) throws -> FieldChanges.SetChange {
    guard let typed = MemberLine(reading: field.text)?.members else {
      throw Problem.usage(
        "a quote does not end, or a comma is missing behind it",
        hints: ["write '\(field.name.text): one, two'"])
    }
    let known = Set(present.map { ExactString(PlanForm.shown($0)) })
    let wanted = Set(typed.map { ExactString($0) })
    return FieldChanges.SetChange(
      added: typed.filter { !known.contains(ExactString($0)) },
      removed: present.filter { !wanted.contains(ExactString(PlanForm.shown($0))) })
  }
}

// MARK: - Checklist

extension FormEdits {
  private func checklistEdits(in document: PlanDocument, basis: PlanDocument) throws -> [Edit] {
    guard let lines = form.checklist else { return [] }
    let present = plan.checklist
    var edits: [Edit] = []
    var named: Set<Int> = []
    for line in lines {
      guard let number = line.number else { continue }
      guard number > 0, number <= present.count, named.insert(number).inserted else {
        throw Problem.usage(
          "line \(line.line): the checklist has no line \(number), or has it here twice",
          hints: ["write a new line without a number: '[ ] text'"])
      }
      let item = present[number - 1]
      let isChanged = line.text != PlanForm.shown(item.text) || line.isDone != item.done
      if isChanged { edits += document.keeping([ExactString(item.id)], in: "checklist") }
      if line.text != PlanForm.shown(item.text) {
        let text = try onLine(line.line) { try Validation.line(line.text, field: "checklist text") }
        edits.append(.write(PlanList.checklist.path(item.id, "text"), .string(text)))
      }
      if line.isDone != item.done { edits.append(.check(item.id, done: line.isDone)) }
    }
    let removed = present.indices.filter { !named.contains($0 + 1) }
    edits += basis.removals(ofItems: removed.map { ExactString(present[$0].id) }, in: "checklist")
    return try edits + places(of: lines, in: document)
  }

  /// Returns the edits that create the new lines and move reordered ones.
  private func places(of lines: [PlanForm.Item], in document: PlanDocument) throws -> [Edit] {
    // The lines that keep their ranks.
    let staying = Set(lines.compactMap(\.number).longestRise(by: \.self))
    var taken = document.itemIDs(in: .checklist).union(plan.checklist.map(\.id))
    var edits: [Edit] = []
    var waiting: [PlanForm.Item] = []
    var last: String?
    for line in lines {
      guard let number = line.number, staying.contains(number) else {
        waiting.append(line)
        continue
      }
      let rank = plan.checklist[number - 1].rank
      let ranks = Rank.rekey(
        count: waiting.count, between: last, and: rank, using: &workspace.participant.random)
      edits += try zip(waiting, ranks).flatMap { try place($0, at: $1, besides: &taken) }
      (waiting, last) = ([], rank)
    }
    let ranks = Rank.spread(
      waiting.count, at: workspace.now, after: last, using: &workspace.participant.random)
    return try edits + zip(waiting, ranks).flatMap { try place($0, at: $1, besides: &taken) }
  }

  private func place(
    _ line: PlanForm.Item, at rank: String, besides taken: inout Set<String>
  ) throws -> [Edit] {
    if let number = line.number {
      return [.write(PlanList.checklist.path(plan.checklist[number - 1].id, "rank"), .string(rank))]
    }
    let text = try onLine(line.line) { try Validation.line(line.text, field: "checklist text") }
    let item = Edit.itemID(besides: taken, using: &workspace.participant.random)
    taken.insert(item)
    return Edit.checklistItem(item, text: text, rank: rank)
      + (line.isDone ? [.check(item, done: true)] : [])
  }
}
