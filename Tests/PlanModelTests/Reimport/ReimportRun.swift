import PmgitTestSupport

@testable import PlanModel

/// Two clones of a hub in memory, and a tracker whose exports they import.
struct ReimportRun {
  typealias Key = ReimportModel.Key
  typealias Documents = [PlanID: PlanDocument]

  static let clones = 2

  struct Commit {
    let documents: Documents
    let ancestors: Set<Int>
  }

  private(set) var tracker = SimulatedTracker(issues: 2)
  private var exports: [SimulatedTracker]
  var model = ReimportModel(clones: clones)
  var commits = [Commit(documents: [:], ancestors: [0])]
  /// The commit of each clone, and at the end that of the hub.
  var heads = Array(repeating: 0, count: clones + 1)
  var random: SeededGenerator
  var seconds: Int64 = 1_795_165_200
  var count = 0
  /// The texts that clones added, with the number of the issue.
  var added: [(issue: Int, text: String, isLine: Bool)] = []
  private(set) var failure: String?
  /// How often each kind of thing happened.
  var counts: [String: Int] = [:]

  static let board = Board(
    columns: SimulatedTracker.states.map { state in
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
      case .tracker(let edit): editTracker(edit)
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

  private mutating func editTracker(_ edit: SimulatedTracker.Edit) {
    tracker.edit(edit) { issue, clone in
      let document = commits[heads[clone]].documents[issue.id]
      return document?.value(at: .field("title"))?.string
    }
    exports.append(tracker)
  }

  mutating func stamp() -> Stamp {
    seconds += Int64.random(in: 1...1000, using: &random)
    return Stamp(at: Timestamp(seconds: seconds), using: &random)
  }

  mutating func commit(_ documents: Documents, _ place: Int, also parent: Int? = nil) {
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

  private mutating func importExport(_ export: SimulatedTracker, _ clone: Int) {
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
  private mutating func imported(_ export: SimulatedTracker, _ clone: Int) -> Documents? {
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

  /// Returns the values of an issue in an export, with the lines and comments that it has lost.
  private func values(of issue: SimulatedTracker.Issue, in clone: Int) -> [Key: String] {
    let key = { Key(issue: issue.number, name: $0) }
    var values = [
      key("title"): issue.title, key("body"): issue.body, key("owner"): issue.owner ?? "",
      key("state"): issue.state,
    ]
    for label in SimulatedTracker.labels {
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
      // What a person removed here stays away.
      if model.isEdited(key("line \(line.id)")),
        plan?.removedItemIDs.contains("l\(line.id)") == true,
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
      let at = Timestamp(milliseconds: SimulatedTracker.time(of: note.id))
      let isEdited = plan?.comments.contains { $0.at == at && !texts.contains($0.text.joined()) }
      // What a person removed here stays away; what an import removed comes back.
      let isRemoved = !isHere && isEdited == false && model.isEdited(key)
      if known != [""], !known.contains(note.text), isRemoved { values[key] = nil }
    }
    return values
  }
}
