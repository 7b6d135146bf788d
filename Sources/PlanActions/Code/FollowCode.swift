import Git
import PlanModel
import PlanStore

/// What became of commits of the code that were looked at again.
package struct CodeFollowed {
  /// How many commits were looked at.
  package let commits: Int
  /// nil where they name no plan.
  package let recorded: CodeRecorded?
}

extension Workspace {
  /// Does for commits that no hook has seen what the hooks do.
  ///
  /// - Parameter names: Commits and ranges of commits, `v1.2..main`.
  package func follow(_ names: [String]) async throws -> CodeFollowed {
    // Where there is no board, no commit is followed: that is an error, and not nothing to do.
    _ = try store.tip()
    let found = try names.flatMap { try commits(named: $0) }.unique
    let recorded = try await record(found.map { CodeCommit($0, isNew: false) })
    return CodeFollowed(commits: found.count, recorded: recorded)
  }

  /// The commits that a revision, or a range of them, names: the oldest first, as they were made.
  private func commits(named text: String) throws -> [ObjectID] {
    guard let range = try CommitRange(text) else { return [try commit(named: text)] }
    let old = try commit(named: range.old.isEmpty ? "HEAD" : range.old)
    let new = try commit(named: range.new.isEmpty ? "HEAD" : range.new)
    return try git { () throws(GitError) in
      try store.repository.commits(from: [new], hiding: [old], order: .topological).reversed()
    }
  }
}
