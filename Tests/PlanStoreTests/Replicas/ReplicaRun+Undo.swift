import Git
import PlanModel
import PlanStore
import PmgitTestSupport

/// Undo and redo among all other steps.
///
/// `UndoClonesTests` checks which values an undo shows, and never undoes concurrently with other
/// changes. Here people also change a plan while another person undoes, and a merge may keep a copy
/// beside a newer value. So the model accepts what an undo wrote, and only checks what an undo must
/// never do.
extension ReplicaRun {
  /// Undoes or redoes, and notes the result.
  ///
  /// If the command makes a commit, the commit counts as a change like any other. If it moves the
  /// branch to an existing commit, the clone then has the changes that were seen at that commit.
  func takeBack(
    _ person: Int, verb: String,
    _ find: (BoardStore, Person, ObjectID) throws -> UndoStep
  ) async throws {
    let fixture = people[person]
    let author = fixture.author()
    let me = Person(name: author.author.name, email: author.author.email)
    let store = try fixture.store()
    let before = try store.snapshot()
    let step = try find(store, me, before.commit)
    guard !step.commits.isEmpty else { return }
    let change = model.begin(seeing: seen[person])
    let outcome = try await store.change(by: author) { transaction in
      let result = try store.takeBack(
        find(store, me, transaction.before.commit), in: &transaction,
        at: Timestamp(seconds: author.author.seconds), by: author.person)
      let key: CommitTrailer.Key = verb == "undo" ? .undoes : .redoes
      return CommitMessage(
        subject: "\(verb) \(step.commits.count)", plans: [],
        trailers: result.trailed.map { CommitTrailer(key, $0.id.hex) })
    }
    if case .move(let target, let commits) = step {
      branchMoves += 1
      guard outcome.after.commit == target else { return fail("did not go to \(target)") }
      try noteMove(of: person, to: target, over: commits, isUndo: verb == "undo")
    } else {
      undoings += 1
      try judge(person, from: before, to: outcome.after, isUndo: verb == "undo")
      try noteChanges(from: before, to: outcome.after, in: change)
      try finish(change, by: person)
      writers[change.change] = nil
    }
  }

  private func noteMove(
    of person: Int, to target: ObjectID, over commits: [Commit], isUndo: Bool
  ) throws {
    guard let (_, known) = tips.joined().first(where: { $0.tip == target }) else {
      return fail("went to \(target), where nobody has been")
    }
    // The commits that only this clone had are no longer in the history, or are in it again.
    let ids = Set(commits.map(\.id))
    let tip = try people[person].tip()
    let store = try people[person].store()
    let isBack = try ids.allSatisfy { try store.repository.isAncestor($0, of: tip) }
    if isBack { changes.formUnion(ids) } else { changes.subtract(ids) }
    if let former = tips[person].last?.tip, try !store.repository.isAncestor(former, of: tip) {
      changes.remove(former)
    }
    if try store.repository.commit(tip).parents.count == 1 { changes.insert(tip) }
    seen[person] = known
    try check(person)
  }

  private func judge(
    _ person: Int, from before: BoardSnapshot, to after: BoardSnapshot, isUndo: Bool
  ) throws {
    for id in try [nil] + after.ids().map(Optional.some) {
      let (old, new) =
        try id.map { (try before.document($0), try after.document($0)) }
        ?? (before.boardDocument, after.boardDocument)
      guard let old, let new else { continue }
      // Undos and redos have no writer, because anybody's undo may remove what they restored.
      let wrong = model.wrong(from: old, to: new, of: id, isUndo: isUndo) { change in
        writers[change] == nil || writers[change] == person
      }
      if let wrong { fail("has an undo that \(wrong)") }
    }
  }

  private func noteChanges(
    from before: BoardSnapshot, to after: BoardSnapshot,
    in change: (change: Int, seen: ReplicaModel.Changes)
  ) throws {
    model.noteDifference(
      from: before.boardDocument, to: after.boardDocument, of: nil, in: change)
    for id in try after.ids() {
      guard let document = try after.document(id) else { continue }
      model.noteDifference(from: try before.document(id), to: document, of: id, in: change)
    }
  }
}
