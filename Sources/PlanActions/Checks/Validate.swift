import PlanModel
import PlanStore

extension Workspace {
  /// Checks the local board in the same way as a server's hook `pre-receive`.
  package func validate() async throws -> [FoundProblem] {
    try await validate(store.tip())
  }

  /// Checks a commit with all of its plans, or the changes of a push from one commit to another.
  ///
  /// - Parameter name: A revision, or `OLD..NEW`.
  /// - Returns: The problems; nil if `name` names no commit, because it may then be a file.
  package func validate(commits name: String) async throws -> [FoundProblem]? {
    if let ends = try ends(name) {
      let committers = try store.allowedCommitters()
      return try await validate(ends.new, since: ends.old, by: committers)
    }
    // An ambiguous name may be a file's name, such as 'f'.
    guard let found = try store.onlyCommit(named: name) else { return nil }
    return try await validate(found)
  }

  /// Checks a single file, without a board.
  ///
  /// - Parameter name: The file's path. The last part shows what the file is: `board.json`, or a
  ///   plan's id with `.json`.
  package func validate(file bytes: [UInt8], named name: String) throws -> [FoundProblem] {
    try FileCheck(of: bytes, named: name).violations
      .map { FoundProblem($0, branch: name, isOfFile: true) }
  }

  /// Checks a commit of the board.
  ///
  /// - Parameters:
  ///   - old: The earlier commit, whose content is not checked; nil to check everything.
  ///   - committers: The people who may have made the commits since `old`; nil for everyone.
  private func validate(
    _ new: ObjectID, since old: ObjectID? = nil, by committers: Committers? = nil
  ) async throws -> [FoundProblem] {
    let branch = "pmgit/\(store.name)"
    let violations = try await BoardGuard.violations(
      in: store, from: old, to: new, committers: committers, now: now)
    let found = violations.map { FoundProblem($0, branch: branch) }
    // A head that is not a board has no values to check.
    if violations.contains(where: \.isOfHead) { return found }
    return try found
      + store.snapshot(at: new).wrongValues(since: old)
      .map { FoundProblem(Violation(.wrongValue($0), path: $0.path), branch: branch) }
  }

  // MARK: - Names of commits

  /// Returns the two ends of a range, as of a push; nil if the text is not a range of commits.
  ///
  /// A start of zeros, which hosts write for a new branch, gives nil for `old`. An omitted end is
  /// the present local board. Fails if only one end is a commit.
  private func ends(_ name: String) throws -> (old: ObjectID?, new: ObjectID)? {
    guard name != "..", let range = try CommitRange(name) else { return nil }
    let (first, last) = (range.old, range.new)
    let isNew = first.utf8.count >= 7 && first.utf8.allSatisfy { $0 == UInt8(ascii: "0") }
    let old = try isNew ? nil : end(first)
    let new = try end(last)
    if let new, isNew || old != nil { return (old, new) }
    // If one end is a commit, the text can't mean a file.
    guard !first.isEmpty, !last.isEmpty, new != nil || old != nil else { return nil }
    throw Problem(
      code: .noCommit, message: "'\(new == nil ? last : first)' is not a commit here",
      hints: ["a shallow clone may lack it, and a rewritten branch has lost it"])
  }

  private func end(_ text: String) throws -> ObjectID? {
    try text.isEmpty ? store.tip() : store.onlyCommit(named: text)
  }
}
