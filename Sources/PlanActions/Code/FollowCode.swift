import Git
import PlanModel
import PlanStore

/// The outcome of recording existing commits of the code.
package struct CodeFollowed {
  /// The number of commits that were read.
  package let commits: Int
  /// The changes of plans; nil if the commits name no plan.
  package let recorded: CodeRecorded?
  /// The error that stopped the recording before all commits were recorded; nil if all were
  /// recorded.
  package let failure: (any Error)?
}

extension Workspace {
  /// Records commits that no hook has seen, as the hooks would have done.
  ///
  /// - Parameter names: Commits and ranges of commits, such as `v1.2..main`.
  /// - Throws: The error if nothing was recorded; a later error is part of the result.
  package func follow(_ names: [String]) async throws -> CodeFollowed {
    // Without a board no commit can be recorded, which is an error and not an empty result.
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

  /// Returns the commits of a revision or a range, oldest first.
  private func commits(named text: String) throws -> [ObjectID] {
    guard let range = try CommitRange(text) else { return [try commit(named: text)] }
    let old = try commit(named: range.old.isEmpty ? "HEAD" : range.old)
    let new = try commit(named: range.new.isEmpty ? "HEAD" : range.new)
    return try store.commits(after: old, upTo: new)
  }

  /// Returns the commit for a revision such as `HEAD~2` or `v1.2`.
  func commit(named text: String) throws -> ObjectID {
    guard let found = try store.repository.commit(named: text) else {
      throw Problem.usage("'\(text)' is not a commit", hints: ["see them with 'git log --oneline'"])
    }
    return found
  }
}

/// A range of commits, `OLD..NEW`; an omitted end is an empty text.
package struct CommitRange {
  package let old: String
  package let new: String

  /// Parses a range; nil if the text has no `..`.
  ///
  /// - Throws: `Problem` for `A...B`, which in git is not the range from A to B.
  package init?(_ text: String) throws {
    guard let dots = text.firstRange(of: "..") else { return nil }
    if text.contains("...") {
      throw Problem.usage("'\(text)' has three dots", hints: ["name a range as OLD..NEW"])
    }
    (old, new) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }
}
