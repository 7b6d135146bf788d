import PlanStore

extension Workspace {
  /// Records a new merge commit on the plans that it names, for the hook `post-merge`.
  package func recordMerge() async throws -> CodeRecorded? {
    guard try !store.isOnBoard() else { return nil }
    return try await record(store.mergeJustMade().map { [CodeCommit($0)] } ?? [], in: .postMerge)
  }
}
