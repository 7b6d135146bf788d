import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Makes the same kind of change to several plans, in one commit.
  ///
  /// - Parameters:
  ///   - find: Chooses the plans on the newest board.
  ///   - preparing: Prepares a plan for the edits.
  func changeEach(
    by author: ChangeIdentity, verb: String, find: (BoardSnapshot) throws -> ChosenPlans,
    preparing: (inout Transaction, PlanID) throws -> Void = { _, _ in },
    edits: (PlanDocument) -> [Edit]
  ) async throws -> PlanChanges {
    var chosen = ChosenPlans()
    let change = try await store.change(by: author) { transaction in
      chosen = try find(transaction.before)
      let ids = chosen.ids
      var lines: [String] = []
      for id in ids {
        try preparing(&transaction, id)
        let document = try transaction.document(id)
        try transaction.edit(id, edits(document))
        lines.append("\(try transaction.before.shortID(id)): \(Plan(document, id: id).title)")
      }
      if lines.count == 1 { return CommitMessage(subject: "\(verb) \(lines[0])", plans: ids) }
      return CommitMessage(
        subject: "\(verb) \(CountWords.words(ids.count, "plan"))", lines: lines, plans: ids)
    }
    return try PlanChanges(change, of: chosen, in: self)
  }
}
