import PlanModel
import PlanStore

extension Workspace {
  /// Hides plans from the board; nothing is erased.
  ///
  /// - Parameter plans: Beginnings of ids.
  package func delete(_ plans: [String]) async throws -> PlanChanges {
    let author = try author()
    return try await changeEach(by: author, verb: "delete") { snapshot in
      try plans.map { try snapshot.resolve($0) }
    } edits: { document in
      document.deletionState?.holds == true
        ? [] : [document.deletion(at: now, by: author.person)]
    }
  }
}
