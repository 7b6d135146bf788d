import PlanModel
import PlanStore

extension Workspace {
  /// Deletes plans by hiding them from the board; nothing is erased.
  package func delete(_ plans: PlanChoice) async throws -> PlanChanges {
    let author = try author()
    return try await changeEach(by: author, verb: "delete") { snapshot in
      try choose(plans, on: snapshot)
    } edits: { document in
      document.deletionState?.holds == true
        ? [] : [document.deletion(at: now, by: author.person)]
    }
  }
}
