import PmgitTestSupport

@testable import PlanModel

/// Edits in clones.
extension ReimportRun {
  private mutating func text(_ word: String) -> String {
    count += 1
    return "\(word) \(count) here"
  }

  mutating func take(_ edit: LocalEdit, _ clone: Int) {
    let issue = tracker.issues[edit.plan % tracker.issues.count]
    var documents = commits[heads[clone]].documents
    guard var document = documents[issue.id], !document.isHidden else { return }
    let (plan, stamp) = (Plan(document, id: issue.id), stamp())
    var edits: [Edit] = []
    var events: [(String, String)] = []
    switch edit {
    case .title:
      let title = text("title")
      (edits, events) = ([.title(title)], [("title", title)])
    case .owner:
      let owner = plan.owner == nil ? text("owner") : nil
      (edits, events) = ([.owner(owner)], [("owner", owner ?? "")])
    case .body:
      let body = text("body")
      (edits, events) = ([.body([body])], [("body", body)])
    case .move(_, let number):
      let state = SimulatedTracker.states[number]
      guard document[.field("state")].contains(where: { $0.value != .string(state) }) else {
        return
      }
      (edits, events) = ([.state(state)], [("state", state)])
    case .label(_, let number):
      let label = SimulatedTracker.labels[number]
      let isThere = plan.labels.contains(label)
      edits = [isThere ? .remove(label, from: .labels) : .add(label, to: .labels)]
      events = [("label \(label)", String(!isThere))]
    case .line(_, let number):
      guard let line = line(number, of: plan) else { return }
      let new = text("line")
      edits = [.write(PlanList.checklist.path(line.id, "text"), .string(new))]
      events = [("line \(line.number) text", new)]
    case .tick(_, let number):
      guard let line = line(number, of: plan) else { return }
      edits = [.check(line.id, done: !line.isDone)]
      events = [("line \(line.number) done", String(!line.isDone))]
    case .removeLine(_, let number):
      guard let line = line(number, of: plan) else { return }
      edits = [document.removal(ofItem: ExactString(line.id), in: "checklist")]
      events = [("line \(line.number)", "gone")]
    case .addLine:
      let new = text("own line")
      edits = Edit.checklistItem(
        document.newItemID(in: .checklist, using: &random), text: new, rank: "a0")
      added.append((issue.number, new, true))
    case .addNote:
      let new = text("own comment")
      edits = Edit.comment(
        document.newItemID(in: .comments, using: &random), text: [new],
        at: Timestamp(seconds: seconds), by: "clone \(clone)")
      added.append((issue.number, new, false))
    case .removeNote(_, let number), .editNote(_, let number):
      let notes = plan.comments.filter { note in
        note.by == "Kim" && note.text != [] && note.text[0].hasSuffix("tracker")
      }
      guard !notes.isEmpty else { return }
      let note = notes[number % notes.count]
      edits = [document.removal(ofItem: ExactString(note.id), in: "comments")]
      let key = model.keys.first { key in
        key.issue == issue.number && key.name.hasPrefix("comment ")
          && model.imported[key]?.contains(note.text.joined()) == true
      }
      events = key.map { [($0.name, "gone \(note.text.joined())")] } ?? []
      if case .editNote = edit {
        let new = text("own comment")
        edits += Edit.comment(
          document.newItemID(in: .comments, using: &random), text: [new],
          at: note.at ?? Timestamp(seconds: 0), by: note.by)
        added.append((issue.number, new, false))
      }
    case .delete:
      edits = [document.deletion(at: Timestamp(seconds: seconds), by: "clone \(clone)")]
    case .decide(_, let number):
      guard let decided = decision(number, of: plan) else { return }
      (edits, events) = ([decided.edit], decided.event.map { [$0] } ?? [])
    }
    document.apply(edits, stamp: stamp)
    documents[issue.id] = document
    commit(documents, clone)
    for (name, value) in events {
      model.edit(Key(issue: issue.number, name: name), value, by: clone)
    }
    counts["\(edit)".split(separator: " ").first.map(String.init) ?? "", default: 0] += 1
  }

  private func line(_ number: Int, of plan: Plan) -> (id: String, number: Int, isDone: Bool)? {
    let lines = plan.checklist.compactMap { item in
      item.id.hasPrefix("l") ? Int(item.id.dropFirst()).map { (item.id, $0, item.done) } : nil
    }
    return lines.isEmpty ? nil : lines[number % lines.count]
  }

  private func decision(
    _ number: Int, of plan: Plan
  ) -> (edit: Edit, event: (String, String)?)? {
    guard !plan.conflicts.isEmpty else { return nil }
    let conflict = plan.conflicts[number % plan.conflicts.count]
    let value = conflict.values[(number + plan.conflicts.count) % conflict.values.count].value
    let edit = Edit.write(conflict.path, value)
    let text = Self.text(of: value)
    switch conflict.path {
    case .field("deleted"):
      return (value.isNull ? PlanDocument.restoration : edit, nil)
    case .field(let name): return (edit, (name.text, text))
    case .item("checklist", let item, let member) where item.text.hasPrefix("l"):
      return (edit, ("line \(item.text.dropFirst()) \(member)", text))
    default: return nil
    }
  }

  static func text(of value: JSONValue) -> String {
    if let lines = value.lines { return lines.joined(separator: "\n") }
    return value.string ?? value.bool.map(String.init) ?? ""
  }
}
