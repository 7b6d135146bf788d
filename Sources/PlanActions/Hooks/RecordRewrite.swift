import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Lets plans follow their commits through an amend or a rebase: for `post-rewrite`.
  ///
  /// - Parameters:
  ///   - lines: Reads what git hands over, `<old id> <new id>` each.
  ///   - isRebase: Whether it is a rebase that has ended, and not an amend.
  package func recordRewrite(
    _ lines: () throws -> [String], isRebase: Bool
  ) async throws -> CodeRecorded? {
    // An amend during a rebase is skipped; the rebase reports it when it ends.
    guard try !isOnBoard(), isRebase || store.repository.operation != "rebase" else {
      return nil
    }
    var order: [ObjectID] = []
    var replaced: [ObjectID: [ObjectID]] = [:]
    for line in try lines() {
      let ids = line.split(separator: " ").prefix(2).compactMap { ObjectID(hex: String($0)) }
      guard ids.count == 2 else { continue }
      if replaced[ids[1]] == nil { order.append(ids[1]) }
      replaced[ids[1], default: []].append(ids[0])
    }
    var commits = order.map { CodeCommit($0, replacing: replaced[$0] ?? []) }
    if isRebase {
      commits += try store.commitsMadeInRebase(besides: Set(order)).map { CodeCommit($0) }
    }
    return try await record(commits, in: .postRewrite)
  }
}
