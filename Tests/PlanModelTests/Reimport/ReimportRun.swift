import PmgitTestSupport

@testable import PlanModel

/// A step of a random schedule. Every step is valid at any time; it may do nothing.
enum ReimportStep: CustomStringConvertible {
  case outside(OutsideTracker.Edit)
  case local(LocalEdit, clone: Int)
  /// A clone imports an export that is some edits old.
  case imports(clone: Int, age: Int)
  /// A clone imports the newest export, takes that back, and imports it again.
  case importsTwice(clone: Int)
  case sync(clone: Int)

  static func random(using random: inout SeededGenerator) -> ReimportStep {
    let clone = random.number(below: ReimportRun.clones)
    return switch random.number(below: 100) {
    case ..<30: .outside(.random(using: &random))
    case ..<58: .local(.random(using: &random), clone: clone)
    case ..<79: .imports(clone: clone, age: random.chance(70) ? 0 : random.number(below: 6))
    case ..<82: .importsTwice(clone: clone)
    default: .sync(clone: clone)
    }
  }

  var description: String {
    switch self {
    case .outside(let edit): "\(edit)"
    case .local(let edit, let clone): "clone \(clone) \(edit)"
    case .imports(let clone, let age):
      "clone \(clone) imports " + (age == 0 ? "the newest export" : "an export \(age) edits old")
    case .importsTwice(let clone): "clone \(clone) imports, undoes that and imports again"
    case .sync(let clone): "clone \(clone) syncs"
    }
  }
}

/// An edit in a clone. Numbers choose a plan and a part of it.
enum LocalEdit: CustomStringConvertible {
  case title(Int), owner(Int), body(Int), delete(Int), decide(Int, Int)
  case move(Int, to: Int)
  case label(Int, Int)
  case line(Int, Int), tick(Int, Int), removeLine(Int, Int), addLine(Int)
  case removeNote(Int, Int), editNote(Int, Int), addNote(Int)

  static func random(using random: inout SeededGenerator) -> LocalEdit {
    let (plan, part) = (random.number(below: 3), random.number(below: 3))
    return switch random.number(below: 19) {
    case 0, 1, 2: .title(plan)
    case 3: .owner(plan)
    case 4: .body(plan)
    case 5, 6: .move(plan, to: part)
    case 7, 8: .label(plan, part)
    case 9, 10: .line(plan, part)
    case 11: .tick(plan, part)
    case 12: .removeLine(plan, part)
    case 13: .addLine(plan)
    case 14: random.chance(50) ? .removeNote(plan, part) : .editNote(plan, part)
    case 15: .addNote(plan)
    case 16: random.chance(20) ? .delete(plan) : .title(plan)
    default: .decide(plan, part)
    }
  }

  var description: String {
    switch self {
    case .title(let plan): "gives plan \(plan) a title"
    case .owner(let plan): "gives plan \(plan) an owner, or takes it"
    case .body(let plan): "gives plan \(plan) a body"
    case .delete(let plan): "deletes plan \(plan)"
    case .decide(let plan, let number): "decides conflict \(number) of plan \(plan)"
    case .move(let plan, let state): "moves plan \(plan) to \(OutsideTracker.states[state])"
    case .label(let plan, let label): "toggles \(OutsideTracker.labels[label]) of plan \(plan)"
    case .line(let plan, let line): "edits line \(line) of plan \(plan)"
    case .tick(let plan, let line): "ticks or unticks line \(line) of plan \(plan)"
    case .removeLine(let plan, let line): "removes line \(line) of plan \(plan)"
    case .addLine(let plan): "adds a line to plan \(plan)"
    case .removeNote(let plan, let note): "removes comment \(note) of plan \(plan)"
    case .editNote(let plan, let note): "edits comment \(note) of plan \(plan)"
    case .addNote(let plan): "comments on plan \(plan)"
    }
  }

  var plan: Int {
    switch self {
    case .title(let plan), .owner(let plan), .body(let plan), .delete(let plan),
      .decide(let plan, _), .move(let plan, _), .label(let plan, _), .line(let plan, _),
      .tick(let plan, _), .removeLine(let plan, _), .addLine(let plan),
      .removeNote(let plan, _), .editNote(let plan, _), .addNote(let plan):
      plan
    }
  }
}

/// Two clones of a hub in memory, and a tracker whose exports they import.
struct ReimportRun {
  typealias Key = ReimportModel.Key
  typealias Documents = [PlanID: PlanDocument]

  static let clones = 2

  private struct Commit {
    let documents: Documents
    let ancestors: Set<Int>
  }

  private(set) var tracker = OutsideTracker(issues: 2)
  private var exports: [OutsideTracker]
  private(set) var model = ReimportModel(clones: clones)
  private var commits = [Commit(documents: [:], ancestors: [0])]
  /// The commit of each clone, and at the end that of the hub.
  private var heads = Array(repeating: 0, count: clones + 1)
  private var random: SeededGenerator
  private var seconds: Int64 = 1_795_165_200
  private var count = 0
  /// The texts that clones added, with the number of the issue.
  private(set) var added: [(issue: Int, text: String, isLine: Bool)] = []
  private(set) var failure: String?
  /// How often each kind of thing happened.
  private(set) var counts: [String: Int] = [:]

  static let board = Board(
    columns: OutsideTracker.states.map { state in
      Column(id: state, title: state, kind: Column.Kind(rawValue: state) ?? .todo)
    })

  init(seed: UInt64) {
    exports = [tracker]
    random = SeededGenerator(seed: seed)
  }

  var documents: Documents { commits[heads[0]].documents }

  mutating func run(_ steps: [ReimportStep]) {
    for step in steps where failure == nil {
      switch step {
      case .outside(let edit): editOutside(edit)
      case .local(let edit, let clone): take(edit, clone)
      case .imports(let clone, let age):
        importExport(exports[max(0, exports.count - 1 - age)], clone)
      case .importsTwice(let clone):
        importAndUndo(clone)
        importExport(tracker, clone)
      case .sync(let clone): sync(clone)
      }
    }
    if failure == nil { rest() }
    if failure == nil { failure = brokenPromise }
  }

  /// Ends in one state: all clones have everything, and the newest export.
  private mutating func rest() {
    for clone in [0, 1, 0] { sync(clone) }
    importExport(tracker, 0)
    for clone in [0, 1] { sync(clone) }
    for clone in 0..<Self.clones where failure == nil {
      let before = commits[heads[clone]].documents
      importExport(tracker, clone)
      let changed = before.first { commits[heads[clone]].documents[$0.key] != $0.value }
      if let changed, failure == nil {
        failure = "importing the same export again changes \(changed.key) in clone \(clone)"
      }
    }
  }

  // MARK: - Steps

  private mutating func editOutside(_ edit: OutsideTracker.Edit) {
    tracker.edit(edit) { issue, clone in
      let document = commits[heads[clone]].documents[issue.id]
      return document?.value(at: .field("title"))?.string
    }
    exports.append(tracker)
  }

  private mutating func stamp() -> Stamp {
    seconds += Int64.random(in: 1...1000, using: &random)
    return Stamp(at: Timestamp(seconds: seconds), using: &random)
  }

  private mutating func commit(_ documents: Documents, _ place: Int, also parent: Int? = nil) {
    let parents = [heads[place]] + (parent.map { [$0] } ?? [])
    let ancestors = parents.reduce(into: Set([commits.count])) {
      $0.formUnion(commits[$1].ancestors)
    }
    heads[place] = commits.count
    commits.append(Commit(documents: documents, ancestors: ancestors))
  }

  private mutating func sync(_ clone: Int) {
    let hub = Self.clones
    let (ours, theirs) = (heads[clone], heads[hub])
    model.seen[clone].formUnion(model.seen[hub])
    model.seen[hub] = model.seen[clone]
    if commits[theirs].ancestors.contains(ours) {
      heads[clone] = theirs
    } else if !commits[ours].ancestors.contains(theirs) {
      let (a, b) = (commits[ours], commits[theirs])
      let common = a.ancestors.intersection(b.ancestors)
      let best = common.filter { base in
        !common.contains { $0 != base && commits[$0].ancestors.contains(base) }
      }
      var merged = a.documents.merging(b.documents) { ours, _ in ours }
      for (id, document) in a.documents {
        guard let other = b.documents[id] else { continue }
        merged[id] = PlanMerge.merge(
          document, other, bases: best.sorted().compactMap { commits[$0].documents[id] })
      }
      commit(merged, clone, also: theirs)
      counts["merges", default: 0] += 1
    }
    heads[hub] = heads[clone]
  }

  private mutating func importExport(_ export: OutsideTracker, _ clone: Int) {
    let hidden = Set(commits[heads[clone]].documents.filter(\.value.isHidden).keys)
    guard let documents = imported(export, clone) else { return }
    for issue in export.issues where issue.isListed && !hidden.contains(issue.id) {
      model.bring(values(of: issue, in: clone), to: clone)
    }
    commit(documents, clone)
  }

  /// Imports the newest export, and undoes that in the plans that were there before.
  private mutating func importAndUndo(_ clone: Int) {
    let before = commits[heads[clone]].documents
    guard var documents = imported(tracker, clone) else { return }
    documents = documents.filter { before[$0.key] != nil }
    commit(documents, clone)
    let stamp = stamp()
    for (id, old) in before {
      guard let new = documents[id], new != old else { continue }
      let write = DocumentWrites.Write(before: old, after: new, isOwn: true)
      var document = new
      _ = document.apply(
        UndoChange(.undo, of: [0], in: DocumentWrites([write]), undone: []), stamp: stamp,
        deletion: { $0.deletion(at: Timestamp(seconds: 0), by: "") })
      documents[id] = document
      counts["undone", default: 0] += 1
    }
    commit(documents, clone)
  }

  /// Returns the plans of a clone after an import; nil if it failed.
  private mutating func imported(_ export: OutsideTracker, _ clone: Int) -> Documents? {
    var documents = commits[heads[clone]].documents
    let lines = export.export
    let file = ImportFile(
      Array(lines.joined(separator: "\n").utf8), board: Self.board, me: "clone \(clone)")
    let plans = documents.sorted { $0.key < $1.key }.map { Plan($0.value, id: $0.key) }
    let (stamp, now) = (stamp(), Timestamp(seconds: seconds))
    do {
      let plan = try ImportPlan(
        file, existing: plans, board: Self.board,
        ranks: Rank.spread(lines.count, at: now, after: nil, using: &random), now: now,
        person: "clone \(clone)", using: &random)
      for step in plan.steps {
        let old = documents[step.id] ?? PlanDocument(id: ExactString(step.id.text))
        let result = step.result(from: old, stamp: stamp)
        documents[step.id] = result.document
        counts["conflicts", default: 0] += result.notes.conflicts.count
        counts["kept", default: 0] += result.notes.kept.count
      }
    } catch {
      failure = "an import failed: \(error)"
      return nil
    }
    return documents
  }

  /// Returns what an export says of an issue, with the lines and comments that it has no more.
  private func values(of issue: OutsideTracker.Issue, in clone: Int) -> [Key: String] {
    let key = { Key(issue: issue.number, name: $0) }
    var values = [
      key("title"): issue.title, key("body"): issue.body, key("owner"): issue.owner ?? "",
      key("state"): issue.state,
    ]
    for label in OutsideTracker.labels {
      values[key("label \(label)")] = String(issue.labels.contains(label))
    }
    for known in model.keys where known.issue == issue.number {
      let words = known.name.split(separator: " ")
      if words[0] == "line", words.count == 2 { values[known] = "false" }
      if words[0] == "comment" { values[known] = "" }
    }
    let document = commits[heads[clone]].documents[issue.id]
    let plan = document.map { Plan($0, id: issue.id) }
    for line in issue.lines {
      values[key("line \(line.id)")] = "true"
      // What was removed here stays away.
      if plan?.removedItemIDs.contains("l\(line.id)") == true,
        model.known(key("line \(line.id)"), in: model.seen[clone]).contains("true")
      {
        continue
      }
      values[key("line \(line.id) text")] = line.text
      values[key("line \(line.id) done")] = String(line.isDone)
    }
    for note in issue.notes {
      let key = key("comment \(note.id)")
      values[key] = note.text
      let known = model.known(key, in: model.seen[clone])
      let texts = model.imported[key] ?? []
      let isHere = plan?.comments.contains { texts.contains($0.text.joined()) } ?? false
      let at = Timestamp(milliseconds: OutsideTracker.time(of: note.id))
      let isEdited = plan?.comments.contains { $0.at == at && !texts.contains($0.text.joined()) }
      if known != [""], !known.contains(note.text), !isHere, isEdited == false { values[key] = nil }
    }
    return values
  }
}

// MARK: - Edits in clones

extension ReimportRun {
  private mutating func text(_ word: String) -> String {
    count += 1
    return "\(word) \(count) here"
  }

  private mutating func take(_ edit: LocalEdit, _ clone: Int) {
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
      let state = OutsideTracker.states[number]
      guard document[.field("state")].contains(where: { $0.value != .string(state) }) else {
        return
      }
      (edits, events) = ([.state(state)], [("state", state)])
    case .label(_, let number):
      let label = OutsideTracker.labels[number]
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
        note.by == "Kim" && note.text != [] && note.text[0].hasSuffix("outside")
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
