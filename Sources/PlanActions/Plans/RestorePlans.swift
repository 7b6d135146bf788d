import PlanModel
import PlanStore

extension Workspace {
  /// Restores plans that were deleted, or broken by hand.
  ///
  /// A plan that can't be read gets its last readable version.
  ///
  /// - Parameter plans: Prefixes of ids; a plan whose file was removed needs its whole id. A query
  ///   finds deleted plans only.
  package func restore(_ plans: PlanChoice) async throws -> PlanChanges {
    let changes = try await changeEach(by: try author(), verb: "restore") { snapshot in
      try choose(plans.amongDeleted, on: snapshot) { try $0.resolveMissing($1) }
    } preparing: { transaction, id in
      if try transaction.found.readableDocument(id) != nil { return }
      try store.putBack(id, in: &transaction, at: now)
    } edits: { document in
      document.deletionState == nil ? [] : [PlanDocument.restoration]
    }
    let before = changes.change.before
    guard changes.didChange else { return changes }
    var outcome = changes
    outcome.notices += try changes.changed.filter { try before.readableDocument($0) == nil }
      .map { id in
        Notice("mended '\(id.path)'", hints: [.difference(in: outcome.after.commit, at: id.path)])
      }
    return outcome
  }

  /// Restores settings that were broken by hand, from their last readable version.
  package func restoreSettings() async throws -> BoardChange {
    let change = try await store.change(by: try author()) { transaction in
      if transaction.before.brokenSettings != nil { transaction.putBackSettings() }
      return CommitMessage(subject: "restore the board's settings", plans: [])
    }
    var outcome = BoardChange(
      change: change, after: shown(change.after), words: "restored the board's settings")
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
  /// Finds a plan by a typed id, even if its file was removed.
  fileprivate func resolveMissing(_ typed: String) throws(StoreError) -> PlanID {
    do {
      return try resolve(typed, amongDeleted: true)
    } catch {
      if case .misplacedPlan(let id, _) = error { return id }
      if case .unknownPlan = error, let id = PlanID.normalizedPrefix(typed).flatMap(PlanID.init) {
        return id
      }
      throw error
    }
  }
}
