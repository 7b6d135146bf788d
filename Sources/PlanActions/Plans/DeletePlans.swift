import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Deletes plans by hiding them from the board; nothing is erased.
  package func delete(_ plans: PlanChoice) async throws -> PlanChanges {
    try await make { deleting(plans, by: $0) }
  }

  func deleting(_ plans: PlanChoice, by author: ChangeIdentity) -> PlanAction {
    changingEach(
      verb: "delete", as: ChangeWords("deleted", unchanged: .deleted)
    ) { [self] snapshot in
      try choose(plans, on: snapshot)
    } edits: { [self] document in
      document.deletionState?.holds == true
        ? [] : [document.deletion(at: now, by: author.person)]
    }
  }

  /// Restores plans that were deleted, or broken by hand.
  ///
  /// A plan that can't be read gets its last readable version.
  ///
  /// - Parameter plans: Names of plans, or a query that finds deleted plans only. A plan whose file
  ///   was removed needs its whole id.
  package func restore(_ plans: PlanChoice) async throws -> PlanChanges {
    try await make { _ in restoring(plans) }
  }

  func restoring(_ plans: PlanChoice) -> PlanAction {
    let restoring = changingEach(
      verb: "restore", as: ChangeWords("restored", unchanged: .notDeleted)
    ) { [self] snapshot in
      try choose(plans.amongDeleted, on: snapshot) { try $0.resolveMissing($1) }
    } preparing: { [self] transaction, id in
      if try transaction.found.readableDocument(id) != nil { return }
      try store.putBack(id, in: &transaction, at: now)
    } edits: { document in
      document.deletionState == nil ? [] : [PlanDocument.restoration]
    }
    return reporting(restoring) { changes in
      let before = changes.change.before
      guard changes.didChange else { return changes }
      var outcome = changes
      outcome.notices += try changes.changed.filter { try before.readableDocument($0) == nil }
        .map { id in
          Notice(
            "repaired '\(id.path)'", hints: [.difference(in: outcome.after.commit, at: id.path)])
        }
      return outcome
    }
  }

  /// Restores settings that were broken by hand, from their last readable version.
  package func restoreSettings() async throws -> BoardChange {
    let change = try await store.change(by: try author()) { transaction in
      if transaction.before.brokenSettings != nil { transaction.putBackSettings() }
      return CommitMessage(subject: "restore the board's settings", plans: [])
    }
    var outcome = BoardChange(
      change: change, after: shown(change.after), words: "restored the board's settings",
      isDryRun: participant.isDryRun)
    if change.didChange {
      let hint = Hint.difference(in: outcome.after.commit, at: BrokenFile.settingsPath)
      outcome.notices = [Notice(Hint(outcome.words), hints: [hint])]
    } else {
      outcome.notices = [Notice("nothing to change: the board's settings can be read")]
    }
    return outcome
  }
}

extension PlanChoice {
  fileprivate var amongDeleted: PlanChoice {
    guard case .matching(let query) = self, !Query.isEmpty(query) else { return self }
    return .matching("is:deleted (\(query))")
  }
}

extension Hint {
  /// Returns a hint with the command that shows what a commit changed in a file.
  fileprivate static func difference(in commit: CommitID, at path: String) -> Hint {
    "see what is different now with \(run: "git", "show", commit.abbreviated, "--", ":/\(path)")"
  }
}

extension BoardSnapshot {
  /// Finds a plan by a typed name, even if its file was renamed. A whole id is also accepted if the
  /// plan's file was removed.
  fileprivate func resolveMissing(_ typed: String) throws -> PlanID {
    do {
      return try resolve(typed, amongDeleted: true)
    } catch StoreError.misplacedPlan(let id, _) {
      return id
    } catch let error as StoreError where error.isUnknownName {
      guard let id = PlanID.normalizedPrefix(typed).flatMap(PlanID.init) else { throw error }
      return id
    }
  }
}

extension Workspace {
  /// Returns the action that makes the same kind of change to several plans.
  ///
  /// - Parameters:
  ///   - find: Chooses the plans on the board that the person saw.
  ///   - preparing: Prepares a plan before its edits are made.
  func changingEach(
    verb: String, as wording: ChangeWords,
    find: @escaping (BoardSnapshot) throws -> ChosenPlans,
    preparing: @escaping (inout Transaction, PlanID) throws -> Void = { _, _ in },
    edits: @escaping (PlanDocument) -> [Edit]
  ) -> PlanAction {
    { [self] transaction in
      let chosen = try find(transaction.basis)
      for id in chosen.ids {
        try preparing(&transaction, id)
        try transaction.edit(id, edits(try transaction.document(id)))
      }
      let changed = try chosen.ids.filter { try transaction.alters($0) }
      let lines = try changed.map { id in
        "\(try transaction.before.shortID(id)): \(try transaction.plan(id).title)"
      }
      return (
        CommitMessage(verb, each: lines, of: changed),
        { try PlanChanges($0, of: chosen, as: wording, in: self) }
      )
    }
  }
}

extension CommitMessage {
  /// Creates the message for one kind of change to one or more plans.
  ///
  /// - Parameters:
  ///   - lines: One text for each plan. A single text becomes the subject; several texts become the
  ///     lines below it.
  ///   - ending: The end of the subject if there are several texts.
  init(_ verb: String, each lines: [String], of plans: [PlanID], ending: String = "") {
    guard lines.count != 1 else {
      self.init(subject: "\(verb) \(lines[0])", plans: plans)
      return
    }
    let count = CountWords.words(lines.count, "plan")
    self.init(subject: "\(verb) \(count)\(ending)", lines: lines, plans: plans)
  }
}
