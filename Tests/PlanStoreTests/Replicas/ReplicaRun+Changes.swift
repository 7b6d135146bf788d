import Git
import PlanModel
import PlanStore
import PmgitTestSupport

/// Steps that change a clone's board, with pmgit or with git. The model notes each change.
extension ReplicaRun {
  func change(_ step: ReplicaStep) async throws {
    switch step {
    case .create(let person, let edits):
      let id = PlanID.random(using: &random)
      plans.append(id)
      let change = model.begin(seeing: seen[person])
      do {
        try await people[person].change { try $0.create(id, edits) }
      } catch StoreError.columnRule {
        refusals += 1
        return
      }
      model.note(edits, of: id, stamp: .none, in: change)
      try finish(change, by: person)
    case .edit(let person, let plan, let edits):
      try await edit(plan, by: person) { _, _ in edits }
    case .attach(let person, let plan, let content):
      try await attach("content \(content)\n", to: plan, by: person)
    case .detach(let person, let plan):
      try await edit(plan, by: person) { document, _ in
        document.removals(
          ofItems: document.files.suffix(1).map { ExactString($0.id) }, in: "files")
      }
    case .delete(let person, let plan):
      try await edit(plan, by: person) { document, time in [document.deletion(at: time, by: "x")] }
    case .restore(let person, let plan):
      try await edit(plan, by: person) { _, _ in [PlanDocument.restoration] }
    case .resolve(let person, let plan, let conflict, let take):
      try await edit(plan, by: person) { document, time in
        Self.decision(in: document, conflict, take: take, at: time)
      }
    case .editBoard(let person, let edits):
      let change = model.begin(seeing: seen[person])
      let author = people[person].author()
      try await people[person].change(by: author) { $0.editBoard(edits) }
      model.note(edits, of: nil, stamp: author.stamp, in: change)
      try finish(change, by: person)
    case .writeByHand(let person, let plan, let path, let canonical):
      try await writeByHand(plan, by: person, path, canonical: canonical)
    case .createApart(let one, let other): try await createApart([one, other])
    case .writeForeign(let person, let file, let removes):
      try await writeForeign(file.path(of: person), by: person, removes: removes)
    case .undo(let person, let count):
      try await takeBack(person, verb: "undo") { try $0.undoStep(count, by: $1, from: $2) }
    case .redo(let person):
      try await takeBack(person, verb: "redo") { try $0.redoStep(by: $1, from: $2) }
    case .turnClock(let person, let seconds): people[person].seconds += seconds
    case .sync, .pull, .pullFromPeer, .pullOld: preconditionFailure("'\(step)' is no change")
    }
  }

  func finish(
    _ change: (change: Int, seen: ReplicaModel.Changes), by person: Int
  ) throws {
    seen[person] = change.seen
    writers[change.change] = person
    let tip = try people[person].tip()
    // An edit without any effect makes no commit.
    if try people[person].store().repository.commit(tip).parents.count == 1 { changes.insert(tip) }
    try check(person)
  }

  /// Returns the plan with this number, modulo their count, among the plans that the person knows.
  private func plan(_ number: Int, of person: Int) -> PlanID? {
    let known = Set(model.plans(in: seen[person]))
    let mine = plans.filter(known.contains)
    return mine.isEmpty ? nil : mine[number % mine.count]
  }

  private func edit(
    _ number: Int, by person: Int, _ edits: (PlanDocument, Timestamp) -> [Edit]
  ) async throws {
    guard let id = plan(number, of: person) else { return }
    let author = people[person].author()
    let document = try people[person].store().snapshot().document(known: id)
    let edits = edits(document, Timestamp(seconds: author.author.seconds))
    let change = model.begin(seeing: seen[person])
    let tip = try people[person].tip()
    do {
      try await people[person].change(by: author) { try $0.edit(id, edits) }
    } catch StoreError.columnRule {
      refusals += 1
      if try people[person].tip() != tip { fail("moved the branch of \(person), and refused") }
      return
    }
    model.note(edits, of: id, stamp: author.stamp, in: change)
    try finish(change, by: person)
  }

  private func attach(_ text: String, to number: Int, by person: Int) async throws {
    guard let id = plan(number, of: person) else { return }
    let author = people[person].author()
    let item = "f\(model.changeCount)"
    var edits: [Edit] = []
    let change = model.begin(seeing: seen[person])
    try await people[person].change(by: author) { transaction in
      let file = Attachment(
        id: item, name: "file", size: text.utf8.count, type: "text/plain",
        at: Timestamp(seconds: author.author.seconds), by: author.person,
        blob: try transaction.addContent(Array(text.utf8)))
      edits = Edit.attachment(file)
      try transaction.edit(id, edits)
    }
    model.note(edits, of: id, stamp: author.stamp, in: change)
    model.noteContent(text, in: change)
    try finish(change, by: person)
  }

  private static func decision(
    in document: PlanDocument, _ number: Int, take: Int?, at time: Timestamp
  ) -> [Edit] {
    let conflicts = document.conflicts
    guard !conflicts.isEmpty else { return [] }
    let conflict = conflicts[number % conflicts.count]
    let values = conflict.values.map(\.value)
    let value = take.map { values[$0 % values.count] } ?? .string("decided at \(time)")
    return [.write(conflict.path, value)]
  }

  // MARK: - By hand

  private func writeByHand(
    _ number: Int, by person: Int, _ path: ElementPath, canonical: Bool
  ) async throws {
    guard let id = plan(number, of: person) else { return }
    var document = try people[person].store().snapshot().document(known: id)
    let change = model.begin(seeing: seen[person])
    let value = JSONValue.string("by hand \(change.change)")
    document[path] = [StampedValue(value: value)]
    let file = String(decoding: PlanFile.bytes(of: document), as: UTF8.self)
    let text = canonical ? file : file.replacing("\n  ", with: "\n\t")
    try await people[person].repository.commitFiles([(id.path, text)])
    model.noteByHand(value, at: path, of: id, canonical: canonical, in: change)
    try finish(change, by: person)
  }

  private func createApart(_ pair: [Int]) async throws {
    let id = PlanID.random(using: &random)
    plans.append(id)
    for person in pair {
      let change = model.begin(seeing: seen[person])
      var document = PlanDocument(id: ExactString(id.text))
      for name in ["title", "state"] as [ExactString] {
        let value = JSONValue.string("\(name) \(change.change)")
        document[.field(name)] = [StampedValue(value: value)]
        model.noteByHand(value, at: .field(name), of: id, in: change)
      }
      let text = String(decoding: PlanFile.bytes(of: document), as: UTF8.self)
      try await people[person].repository.commitFiles([(id.path, text)])
      try finish(change, by: person)
    }
  }

  private func writeForeign(_ path: String, by person: Int, removes: Bool) async throws {
    let repository = try people[person].repository.open()
    let tree = try repository.commit(people[person].tip()).tree
    if removes, try repository.treeEntry(at: path, in: tree) == nil { return }
    let change = model.begin(seeing: seen[person])
    let text = removes ? nil : "text \(change.change)\n"
    try await people[person].repository.commitFiles([(path, text)])
    model.noteForeign(path, text, in: change)
    try finish(change, by: person)
  }
}

extension BoardSnapshot {
  /// Returns the document of a plan that must exist. Throws an error instead of recording an issue,
  /// because failures are normal while a script is shortened.
  fileprivate func document(known id: PlanID) throws -> PlanDocument {
    guard let document = try document(id) else { throw StoreError.unknownPlan(typed: id.text) }
    return document
  }
}
