import CGit2
import Libc

/// The result of moving a reference.
package enum ReferenceUpdate: Equatable, Sendable {
  case moved

  /// The reference is not at the expected object, because another writer moved, created or deleted
  /// it. Read it again and retry.
  case lost
}

extension Repository {
  /// Returns whether a text is valid as a reference's full name.
  ///
  /// The C function is `git_reference_name_is_valid`.
  package static func isReferenceName(_ name: String) -> Bool {
    var isValid: Int32 = 0
    return git_reference_name_is_valid(&isValid, name) == 0 && isValid == 1
  }

  /// Returns the object that a reference resolves to, or `nil` if the reference does not exist.
  /// Symbolic references are followed.
  ///
  /// - Parameter name: The full name: `refs/heads/main`, or `HEAD`.
  /// - Throws: `GitError` with code `.invalidSpec` if the name is invalid.
  ///
  /// The C function is `git_reference_name_to_id`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    var id = git_oid()
    let status = git_reference_name_to_id(&id, handle.raw, name)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try check(status, "read reference '\(name)'")
    return ObjectID(id)
  }

  /// Returns the name of the reference to which the symbolic reference `name` points. The reference
  /// with that name need not exist. Returns `nil` if `name` does not exist or is not symbolic, such
  /// as a detached `HEAD`.
  ///
  /// The C function is `git_reference_symbolic_target`.
  package func symbolicTarget(of name: String) throws(GitError) -> String? {
    var raw: OpaquePointer?
    let status = git_reference_lookup(&raw, handle.raw, name)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try check(status, "read reference '\(name)'")
    defer { git_reference_free(raw) }
    return git_reference_symbolic_target(raw).map { String(cString: $0) }
  }

  /// Returns the references whose full names begin with `prefix`, sorted by the bytes of their
  /// names. Broken references are left out.
  ///
  /// - Parameter prefix: The beginning of a name, such as `refs/heads/pmgit/`.
  /// - Complexity: Reads every reference in the folder of `prefix`.
  package func references(under prefix: String) throws(GitError) -> [(
    name: String, target: ObjectID
  )] {
    // No reference name has these characters, and the glob would interpret them.
    if prefix.utf8.contains(where: { "*?[\\".utf8.contains($0) }) { return [] }
    let operation = "list the references under '\(prefix)'"
    let iterator = try Handle(operation, git_reference_iterator_free) {
      git_reference_iterator_glob_new($0, handle.raw, prefix + "*")
    }
    var names: [String] = []
    while true {
      var name: UnsafePointer<CChar>?
      let status = git_reference_next_name(&name, iterator.raw)
      if status == GIT_ITEROVER.rawValue { break }
      try check(status, operation)
      if let name { names.append(String(cString: name)) }
    }
    var references: [(name: String, target: ObjectID)] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if let target = try reference(name) {
        references.append((name, target))
      }
    }
    return references
  }

  /// Moves a reference if it is still at the expected object, and writes its reflog.
  ///
  /// The reflog is written in the same cases as by git: by default for branches of a repository
  /// that is not bare. Work trees that have the branch checked out are not updated; see
  /// `WorktreeUpdate`.
  ///
  /// - Parameters:
  ///   - name: The full name of a reference that is not symbolic.
  ///   - expected: The object that the reference must be at; `nil` if it must not exist.
  ///   - reflog: The reason for the move, in one line.
  ///   - who: The person to name in the reflog. The reflog's time is the current time.
  ///   - timeout: How long to wait for another process that holds the lock.
  /// - Throws: `GitError` with one of these codes.
  ///   - `.locked`: the lock was not released in time.
  ///   - `.exists`: another reference is in the way, because `a` and `a/b` cannot both exist.
  ///   - `.invalid`: the reference is symbolic.
  ///
  /// The C function is `git_reference_create_matching`.
  package func updateReference(
    _ name: String, to target: ObjectID, expecting expected: ObjectID?, reflog: String,
    who: Signature, timeout: Duration = .seconds(1)
  ) throws(GitError) -> ReferenceUpdate {
    precondition(batch == nil, "the objects of a batch are stored only when it ends")
    let operation = "move reference '\(name)'"
    if expected == nil { try requireFree(name, for: operation) }
    try check(git_repository_set_ident(handle.raw, who.name, who.email), operation)
    defer { _ = git_repository_set_ident(handle.raw, nil, nil) }

    let deadline = ContinuousClock.now + timeout
    while true {
      let status = move(name, to: target, expecting: expected ?? .zero, reflog: reflog)
      switch GitError.Code(rawValue: status) {
      case .modified, .exists, .notFound:
        try requireDirect(name, for: operation)
        return .lost
      case .locked where ContinuousClock.now < deadline:
        usleep(10_000)
      case let code where code.rawValue < 0:
        let error = GitError.last(status: status, operation: operation)
          .located(in: commonDirectory + name)
        guard hasMoved(name, to: target) else { throw error }
        if isPacked(name) { return .moved }
        throw error.afterMove(of: name)
      default:
        return .moved
      }
    }
  }

  /// Returns whether a move that failed has taken effect. libgit2 flushes the folder of a reference
  /// last, when other processes already see the new value.
  private func hasMoved(_ name: String, to target: ObjectID) -> Bool {
    do throws(GitError) {
      return try reference(name) == target
    } catch {
      // The disk can't be read either, so the first failure is reported.
      return false
    }
  }

  /// Whether the folder of a reference is gone, so that libgit2 could not flush it. `git gc` may
  /// have packed the reference meanwhile. Then it flushed the packed references and removed the
  /// folder.
  private func isPacked(_ name: String) -> Bool {
    guard let end = name.lastIndex(of: "/") else { return false }
    return access(commonDirectory + name[..<end], F_OK) != 0 && errno == ENOENT
  }

  /// Throws if a reference is symbolic. libgit2 never finds a symbolic reference at the expected
  /// commit, so moving it would fail at every try.
  package func requireDirect(_ name: String, for operation: String) throws(GitError) {
    guard let target = try symbolicTarget(of: name) else { return }
    throw GitError(
      .invalid, "reference '\(target)' stands behind it", operation: operation,
      cause: .symbolicReference(name, target: target))
  }

  private func move(
    _ name: String, to target: ObjectID, expecting expected: ObjectID, reflog: String
  ) -> Int32 {
    var (targetRaw, expectedRaw) = (target.raw, expected.raw)
    var reference: OpaquePointer?
    defer { git_reference_free(reference) }
    return git_reference_create_matching(
      &reference, handle.raw, name, &targetRaw, 1, &expectedRaw, reflog)
  }

  /// Throws if another reference prevents the creation of `name`, as `a` prevents `a/b`.
  ///
  /// - Throws: `GitError` with code `.exists`.
  package func requireFree(_ name: String, for operation: String) throws(GitError) {
    if let obstacle = try referenceInTheWay(of: name) {
      throw GitError(
        .exists, "reference '\(obstacle)' is in the way", operation: operation,
        cause: .referenceInTheWay(obstacle))
    }
  }

  private func referenceInTheWay(of name: String) throws(GitError) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    for count in 1..<max(parts.count, 1) {
      let parent = parts[..<count].joined(separator: "/")
      // Shorter names, such as `refs/heads`, are folders, which can't be references.
      if count > 2, try reference(parent) != nil { return parent }
    }
    return try references(under: name + "/").first?.name
  }

  /// Returns the remote-tracking reference that git updates after fetching or pushing `reference`.
  /// It is the target of the first matching refspec in the remote's configuration.
  ///
  /// - Parameter reference: The full name on the remote.
  /// - Returns: nil if no refspec matches, or if a negative refspec matches.
  package func trackingReference(
    of reference: String, on remote: String
  ) throws(GitError) -> String? {
    let refspecs = try configStrings("remote.\(remote).fetch").map(FetchRefspec.init)
    if refspecs.contains(where: { $0.isNegative && $0.matches(reference) }) { return nil }
    return refspecs.lazy.compactMap { $0.target(of: reference) }.first
  }
}

/// A configured fetch refspec, such as `+refs/heads/*:refs/remotes/origin/*`.
private struct FetchRefspec {
  let isNegative: Bool
  private let source: Substring
  private let target: Substring?

  init(_ text: String) {
    isNegative = text.hasPrefix("^")
    let names = text.hasPrefix("^") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let parts = names.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    source = parts[0]
    target = parts.dropFirst().first
  }

  func matches(_ reference: String) -> Bool { matched(in: reference) != nil }

  /// Returns the local reference for a remote reference; nil if the refspec does not match or has
  /// no target.
  func target(of reference: String) -> String? {
    guard !isNegative, let target, !target.isEmpty, let middle = matched(in: reference) else {
      return nil
    }
    let parts = target.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: String(middle))
  }

  /// Returns the part of a reference that the `*` of the source matches. It is empty if the source
  /// is a full name, and nil if the source does not match.
  private func matched(in reference: String) -> Substring? {
    let parts = source.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return source == reference ? "" : nil }
    guard reference.hasPrefix(parts[0]), reference.dropFirst(parts[0].count).hasSuffix(parts[1])
    else { return nil }
    return reference.dropFirst(parts[0].count).dropLast(parts[1].count)
  }
}
