import PlanStore

extension Workspace {
  /// Records a merge that was just made on the plans that it names: for `post-merge`.
  package func recordMerge() async throws -> CodeRecorded? {
    guard try !store.isOnBoard() else { return nil }
    return try await record(store.mergeJustMade().map { [CodeCommit($0)] } ?? [], in: .postMerge)
  }
}
