import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Makes the same kind of change to several plans, in one commit.
  ///
  /// - Parameters:
  ///   - find: Chooses the plans on the board that the person saw.
  ///   - preparing: Prepares a plan before its edits are made.
  func changeEach(
    by author: ChangeIdentity, verb: String, find: (BoardSnapshot) throws -> ChosenPlans,
    preparing: (inout Transaction, PlanID) throws -> Void = { _, _ in },
    edits: (PlanDocument) -> [Edit]
  ) async throws -> PlanChanges {
    let (change, chosen) = try await store.change(by: author) { transaction in
      let chosen = try find(transaction.seen)
      for id in chosen.ids {
        try preparing(&transaction, id)
        try transaction.edit(id, edits(try transaction.document(id)))
      }
      let changed = try chosen.ids.filter { try transaction.alters($0) }
      let lines = try changed.map { id in
        "\(try transaction.before.shortID(id)): \(try transaction.plan(id).title)"
      }
      return (CommitMessage(verb, each: lines, of: changed), chosen)
    }
    return try PlanChanges(change, of: chosen, in: self)
  }
}

extension CommitMessage {
  /// Creates the message for one kind of change to several plans.
  ///
  /// - Parameter lines: One text for each plan. A single text becomes the subject; several texts
  ///   become the lines below it.
  init(_ verb: String, each lines: [String], of plans: [PlanID]) {
    guard lines.count != 1 else {
      self.init(subject: "\(verb) \(lines[0])", plans: plans)
      return
    }
    self.init(
      subject: "\(verb) \(CountWords.words(plans.count, "plan"))", lines: lines, plans: plans)
  }
}
