import PlanModel
import PlanStore

/// The outcome of reading commits of the code again.
package struct CodeFollowed {
  /// The number of commits that were read.
  package let commits: Int
  /// nil if they name no plan.
  package let recorded: CodeRecorded?
  /// The reason why the later of the commits were not recorded, if they were not.
  package let failure: (any Error)?
}

extension Workspace {
  /// Does the work of the hooks for commits that no hook has seen.
  ///
  /// - Parameter names: Commits and ranges of commits, `v1.2..main`.
  /// - Throws: If nothing was recorded; what fails after that is in the result.
  package func follow(_ names: [String]) async throws -> CodeFollowed {
    // Without a board no commit can be recorded: that is an error, not an empty result.
    _ = try store.tip()
    let found = try names.flatMap { try commits(named: $0) }.unique
    var recorded: CodeRecorded?
    for batch in try await store.batches(of: found.map { CodeCommit($0, isNew: false) }) {
      do {
        guard let steps = try await record(batch) else { continue }
        recorded = recorded.map { $0.followed(by: steps) } ?? steps
      } catch {
        guard let recorded else { throw error }
        return CodeFollowed(commits: found.count, recorded: recorded, failure: error)
      }
    }
    return CodeFollowed(commits: found.count, recorded: recorded, failure: nil)
  }

  /// Returns the commits of a revision, or of a range, in the order in which they were made.
  private func commits(named text: String) throws -> [ObjectID] {
    guard let range = try CommitRange(text) else { return [try commit(named: text)] }
    let old = try commit(named: range.old.isEmpty ? "HEAD" : range.old)
    let new = try commit(named: range.new.isEmpty ? "HEAD" : range.new)
    return try store.commits(after: old, upTo: new)
  }
}
