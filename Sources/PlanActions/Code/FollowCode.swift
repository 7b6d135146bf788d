import Git
import PlanModel
import PlanStore

/// The outcome of reading commits of the code again.
package struct CodeFollowed {
  /// The number of commits that were read.
  package let commits: Int
  /// nil if they name no plan.
  package let recorded: CodeRecorded?
}

extension Workspace {
  /// Does the work of the hooks for commits that no hook has seen.
  ///
  /// - Parameter names: Commits and ranges of commits, `v1.2..main`.
  package func follow(_ names: [String]) async throws -> CodeFollowed {
    // Without a board no commit can be recorded: that is an error, not an empty result.
    _ = try store.tip()
    let found = try names.flatMap { try commits(named: $0) }.unique
    var recorded: CodeRecorded?
    for batch in try await store.batches(of: found.map { CodeCommit($0, isNew: false) }) {
      guard let steps = try await record(batch) else { continue }
      recorded = recorded.map { $0.followed(by: steps) } ?? steps
    }
    return CodeFollowed(commits: found.count, recorded: recorded)
  }

  /// Returns the commits of a revision, or of a range, in the order in which they were made.
  private func commits(named text: String) throws -> [ObjectID] {
    guard let range = try CommitRange(text) else { return [try commit(named: text)] }
    let old = try commit(named: range.old.isEmpty ? "HEAD" : range.old)
    let new = try commit(named: range.new.isEmpty ? "HEAD" : range.new)
    return try git { () throws(GitError) in
      try store.repository.commits(from: [new], hiding: [old], order: .topological).reversed()
    }
  }
}
