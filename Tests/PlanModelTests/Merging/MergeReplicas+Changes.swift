import PlanModel
import PmgitTestSupport

/// Steps that change a replica's plan with the code under test and record them in the
/// specification.
extension MergeReplicas {
  mutating func change(_ step: MergeStep) {
    switch step {
    case .edit(let replica, let edits, let clock):
      edit(by: replica, edits, clock: clock, "\(step)")
    case .derive(let replica, let edits, let clock):
      tally.derived += 1
      edit(by: replica, edits, under: stamp(at: clock).ofDerived, "\(step)")
    case .deriveAlike(let replica, let edits):
      tally.derived += 1
      derivedAlike.formUnion(
        edits.flatMap { [$0.path, $0.path.removalOfDerived].compactMap(\.self) })
      edit(by: replica, edits, under: .derived, "\(step)")
    case .resolve(let replica, let conflict, let take, let clock):
      guard let edit = decision(by: replica, conflict, take: take) else { return }
      tally.decisions += 1
      self.edit(by: replica, [edit], clock: clock, "\(step)")
    case .delete(let replica, let clock):
      let document = commits[heads[replica]].document
      let edit = document.deletion(at: Timestamp(seconds: Int64(clock)), by: "r\(replica)")
      checks.noteDeletion(of: document, stamp: stamp(at: clock))
      self.edit(by: replica, [edit], clock: clock, "\(step)")
    case .restore(let replica, let clock):
      edit(by: replica, [PlanDocument.restoration], clock: clock, "\(step)")
    case .importLine(let replica, let line, let clock):
      importLine(by: replica, line, clock: clock, "\(step)")
    case .removeItem(let replica, let list, let item, let clock):
      let document = commits[heads[replica]].document
      let edit = document.removal(ofItem: item, in: list)
      checks.noteRemoval(of: item, in: list, from: document, by: edit)
      self.edit(by: replica, [edit], clock: clock, "\(step)")
    case .writeByHand(let replica, let path, let writing):
      writeByHand(by: replica, path, writing, "\(step)")
    case .putBack(let replica, let path, let commit):
      let old = commits[commit % commits.count].document[path]
      unpromised.insert(path)
      commitByHand(by: replica, "\(step)") { document in document[path] = old }
    case .raiseFormat(let replica, let format):
      history.raiseFormat(to: format, in: changeCount)
      commitByHand(by: replica, "\(step)") { document in
        document.format = max(document.format, format)
      }
    case .pull, .pullOld, .cross: preconditionFailure("'\(step)' is no change")
    }
  }

  /// Returns the stamp of the next change. Stamps are unique, even if the clock shows the same time
  /// twice.
  private func stamp(at clock: Int) -> Stamp { Stamp(ExactString("\(clock)~\(changeCount)")) }

  private mutating func edit(by replica: Int, _ edits: [Edit], clock: Int, _ note: String) {
    edit(by: replica, edits, under: stamp(at: clock), note)
  }

  private mutating func edit(by replica: Int, _ edits: [Edit], under stamp: Stamp, _ note: String) {
    let parent = commits[heads[replica]]
    let seen = parent.changes | WriteHistory.bit(changeCount)
    for edit in edits {
      if derivedAlike.contains(edit.path) || wasRemoved(edit.path) {
        noteWhatChanges(at: edit.path, by: edit, under: stamp, parent.document, seen: seen)
      } else {
        history.note(edit, stamp: stamp, in: changeCount, seen: seen)
      }
      guard let removal = edit.path.removalOfDerived else { continue }
      noteWhatChanges(at: removal, by: edit, under: stamp, parent.document, seen: seen)
    }
    commitByHand(by: replica, note) { document in document.apply(edits, stamp: stamp) }
  }

  /// Whether a person ever removed the derived member of a set, so that the specification does not
  /// say which derived elements are there.
  private func wasRemoved(_ path: ElementPath) -> Bool {
    path.removalOfDerived.map { !history.values(at: $0).isEmpty } ?? false
  }

  /// Records what an edit changes at a path of the document.
  private mutating func noteWhatChanges(
    at path: ElementPath, by edit: Edit, under stamp: Stamp, _ document: PlanDocument,
    seen: WriteHistory.Changes
  ) {
    var edited = document
    edited.apply([edit], stamp: stamp)
    let (old, new) = (document[path], edited[path])
    guard old != new || path == edit.path && old.isEmpty else { return }
    if path != edit.path { tally.removedDerived += 1 }
    history.replace(
      path, by: new.filter { !old.contains($0) }, keeping: new.filter(old.contains),
      in: changeCount, seen: seen)
  }

  /// Commits a change of the replica's plan. The specification already contains the change.
  private mutating func commitByHand(
    by replica: Int, _ note: String, _ body: (inout PlanDocument) -> Void
  ) {
    let parent = heads[replica]
    var next = commits[parent]
    body(&next.document)
    next.changes |= WriteHistory.bit(changeCount)
    changeCount += 1
    heads[replica] = commits.count
    commit(next, note: "on \(parent), \(note)")
  }

  private func decision(by replica: Int, _ number: Int, take: Int?) -> Edit? {
    let document = commits[heads[replica]].document
    let paths = document.elements.keys.filter { path in
      Set(document[path].map(\.value)).count > 1
    }.sorted()
    guard !paths.isEmpty else { return nil }
    let path = paths[number % paths.count]
    let values = document[path].map(\.value)
    return .write(path, take.map { values[$0 % values.count] } ?? .string("decided \(changeCount)"))
  }

  /// Writes a unique value into the file by hand. `writing` decides what happens to the stamps and
  /// conflicts of the old value.
  private mutating func writeByHand(
    by replica: Int, _ path: ElementPath, _ writing: HandWriting, _ note: String
  ) {
    tally.handWrites += 1
    let parent = commits[heads[replica]]
    let value = JSONValue.string("by hand \(changeCount)")
    let before = parent.document[path]
    let shown = before.filter { $0.value == before[0].value }
    let stamps = writing == .underOldStamps && !shown.isEmpty ? shown.map(\.stamp) : [.none]
    let written = stamps.map { StampedValue(stamp: $0, value: value) }
    let kept = writing == .besideConflicts ? before.filter { !shown.contains($0) } : []
    let seen = parent.changes | WriteHistory.bit(changeCount)
    history.replace(path, by: written, keeping: kept, in: changeCount, seen: seen)
    commitByHand(by: replica, note) { document in document[path] = written + kept }
  }

  // MARK: - Imports

  /// Lines for one plan; values that they lack, such as a creation time, come from the importer.
  private static let lines = [
    #"{"id":"k7m2q9x4t1ab","title":"0","labels":["bug"],"created":{"at":"1970-01-01T00:00:05Z"}}"#,
    #"{"id":"k7m2q9x4t1ab","title":"0","priority":"low","checklist":[{"text":"0","done":true}]}"#,
    #"{"id":"k7m2q9x4t1ab","title":"1","state":"done","updated":"1970-01-01T00:00:07Z"}"#,
  ]

  /// Imports a line as the program does; two clones may import the same line independently.
  private mutating func importLine(by replica: Int, _ line: Int, clock: Int, _ note: String) {
    guard let id = PlanID("k7m2q9x4t1ab") else { return }
    let parent = commits[heads[replica]]
    let old = parent.document
    let existing = old.elements.isEmpty ? [] : [Plan(old, id: id)]
    var random = SeededGenerator(seed: UInt64(changeCount))
    let time = Timestamp(seconds: 10 + Int64(clock))
    let board = Board(columns: [
      Column(id: "todo", title: "", kind: .todo), Column(id: "done", title: "", kind: .done),
    ])
    let file = ImportFile(Array(Self.lines[line].utf8), board: board, me: "r\(replica)")
    do {
      let plan = try ImportPlan(
        file, existing: existing, board: board, ranks: ["a\(changeCount)"], now: time,
        person: "r\(replica)", using: &random)
      guard let step = plan.steps.first else { return }
      var document = step.document(from: old, stamp: Stamp(at: time, using: &random))
      document.id = old.id
      tally.imports += 1
      let seen = parent.changes | WriteHistory.bit(changeCount)
      for path in Set(document.elements.keys).union(old.elements.keys)
      where document[path] != old[path] {
        history.replace(
          path, by: document[path].filter { !old[path].contains($0) },
          keeping: document[path].filter(old[path].contains), in: changeCount, seen: seen)
      }
      commitByHand(by: replica, note) { $0 = document }
    } catch {
      fail("an import failed: \(error)")
    }
  }
}
