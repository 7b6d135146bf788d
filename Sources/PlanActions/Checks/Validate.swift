import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Checks the board here, as the guard of a server does.
  package func validate() async throws -> [FoundProblem] {
    try await validate(store.tip())
  }

  /// Checks a commit with all of its plans, or what a push from one commit to another would change.
  ///
  /// - Parameter name: A revision, or `OLD..NEW`.
  /// - Returns: nil if it names no commit; then it may be a file.
  package func validate(commits name: String) async throws -> [FoundProblem]? {
    if let ends = try ends(name) {
      let committers = try store.allowedCommitters()
      return try await validate(ends.new, since: ends.old, by: committers)
    }
    guard let found = try possibleCommit(name) else { return nil }
    return try await validate(found)
  }

  /// Checks a file by itself.
  ///
  /// - Parameter name: Its path, by which a plan is known.
  package func validate(file bytes: [UInt8], named name: String) throws -> [FoundProblem] {
    try FileCheck(of: bytes, named: name).violations
      .map { FoundProblem($0, branch: name, isOfFile: true) }
  }

  /// - Parameters:
  ///   - old: What was there before; nil to check everything.
  ///   - committers: Who may have made the commits since then; nil for everybody.
  private func validate(
    _ new: ObjectID, since old: ObjectID? = nil, by committers: Committers? = nil
  ) async throws -> [FoundProblem] {
    let branch = "pmgit/\(store.name)"
    let violations = try await BoardGuard.violations(
      in: store, from: old, to: new, committers: committers, now: now)
    let found = violations.map { FoundProblem($0, branch: branch) }
    // What is no board has no values either.
    if violations.contains(where: \.isOfHead) { return found }
    return try found
      + store.snapshot(at: new).wrongValues(since: old)
      .map { FoundProblem(Violation(.wrongValue($0), path: $0.path), branch: branch) }
  }

  // MARK: - Names of commits

  /// What a push goes from, which is nothing for a new branch, and what it goes to.
  private struct PushEnds {
    let old: ObjectID?
    let new: ObjectID
  }

  /// The two ends of a range; zeros, which hosts have for a branch that was not there, are no end, and
  /// nothing is the board as it is here.
  private func ends(_ name: String) throws -> PushEnds? {
    guard name != "..", let range = try CommitRange(name) else { return nil }
    let (first, last) = (range.old, range.new)
    let isNew = first.utf8.count >= 7 && first.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    let old = try isNew ? nil : end(first)
    let new = try end(last)
    if let new, isNew || old != nil { return PushEnds(old: old, new: new) }
    // With one end that is a commit it can't be meant as a file.
    guard !first.isEmpty, !last.isEmpty, new != nil || old != nil else { return nil }
    throw Problem(
      code: .noCommit, message: "'\(new == nil ? last : first)' is no commit here",
      hints: ["a shallow clone may lack it, and a rewritten branch has lost it"])
  }

  private func end(_ text: String) throws -> ObjectID? {
    try text.isEmpty ? store.tip() : possibleCommit(text)
  }

  /// The commit that a text names, if it names one.
  private func possibleCommit(_ text: String) throws -> ObjectID? {
    try git { () throws(GitError) -> ObjectID? in
      do throws(GitError) {
        return try store.repository.commit(named: text)
      } catch {
        // A file may be called 'f'.
        guard error.code == .ambiguous else { throw error }
        return nil
      }
    }
  }
}
