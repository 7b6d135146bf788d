import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The result of moving a reference.
package enum ReferenceUpdate: Equatable, Sendable {
  case moved

  /// The reference is not at the expected object, because another writer moved, created or deleted
  /// it: read it again and retry.
  case lost
}

/// A reference by its full name, and the object that it leads to.
package struct NamedReference: Sendable {
  package let name: String
  package let target: ObjectID
}

extension Repository {
  /// Returns whether a reference can have this full name.
  ///
  /// The C function is `git_reference_name_is_valid`.
  package static func isReferenceName(_ name: String) -> Bool {
    var isValid: Int32 = 0
    return git_reference_name_is_valid(&isValid, name) == 0 && isValid == 1
  }

  /// Returns the object of a reference, through symbolic ones, or `nil` if there is none.
  ///
  /// - Parameter name: The full name: `refs/heads/main`, or `HEAD`.
  /// - Throws: `GitError` with code `.invalidSpec` if no reference can have that name.
  ///
  /// The C function is `git_reference_name_to_id`.
  package func reference(_ name: String) throws(GitError) -> ObjectID? {
    var id = git_oid()
    let status = git_reference_name_to_id(&id, handle.raw, name)
    if status == GIT_ENOTFOUND.rawValue { return nil }
    try check(status, "read reference '\(name)'")
    return ObjectID(id)
  }

  /// Returns the name that a symbolic reference holds, whether or not a reference of that name
  /// exists; `nil` if it is not symbolic, as a detached `HEAD`, or does not exist.
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

  /// Returns the references whose full names begin with `prefix`, sorted by the bytes of the name;
  /// broken ones are left out.
  ///
  /// - Parameter prefix: The beginning of a name, such as `refs/heads/pmgit/`.
  /// - Complexity: Reads every reference below the folder that `prefix` names.
  package func references(
    under prefix: String
  ) throws(GitError) -> [NamedReference] {
    // No reference name has these characters, and the glob would interpret them.
    if prefix.utf8.contains(where: { "*?[\\".utf8.contains($0) }) { return [] }
    let operation = "list the references under '\(prefix)'"
    let iterator = try Handle<ReferenceIteratorKind>(operation) {
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
    var references: [NamedReference] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if let target = try reference(name) {
        references.append(NamedReference(name: name, target: target))
      }
    }
    return references
  }

  /// Moves a reference if it is still at the expected object, and writes its reflog.
  ///
  /// The reflog is written where git would: by default for branches of a repository that is not
  /// bare. Work trees that have the branch checked out are not updated: see `WorktreeUpdate`.
  ///
  /// - Parameters:
  ///   - name: The full name of a reference that is not symbolic.
  ///   - expected: The object that the reference is at now; `nil` if it must not exist.
  ///   - reflog: The reason for the move, in one line.
  ///   - who: The person whom the reflog names; the time there is the present.
  ///   - patience: How long to wait for another process that holds the lock.
  /// - Throws: `GitError` with code `.locked` if the lock stays, `.exists` if another reference is
  ///   in the way: `a` and `a/b` cannot both be; `.invalid` if the reference is symbolic.
  ///
  /// The C function is `git_reference_create_matching`.
  package func updateReference(
    _ name: String, to target: ObjectID, expecting expected: ObjectID?, reflog: String,
    who: Signature, patience: Duration = .seconds(1)
  ) throws(GitError) -> ReferenceUpdate {
    precondition(batch == nil, "the objects of a batch are stored only when it ends")
    let operation = "move reference '\(name)'"
    if expected == nil { try requireFree(name, for: operation) }
    try check(git_repository_set_ident(handle.raw, who.name, who.email), operation)
    defer { _ = git_repository_set_ident(handle.raw, nil, nil) }

    let deadline = ContinuousClock.now + patience
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
        throw hasMoved(name, to: target) ? error.afterMove(of: name) : error
      default:
        return .moved
      }
    }
  }

  /// Returns whether a failed move has taken place all the same: libgit2 flushes the folder of a
  /// reference last, when other processes already see the reference moved.
  private func hasMoved(_ name: String, to target: ObjectID) -> Bool {
    do throws(GitError) {
      return try reference(name) == target
    } catch {
      // The disk can't be read either; the first failure is the one to report.
      return false
    }
  }

  /// Throws if a reference is symbolic: a symbolic one never equals the commit that was read
  /// through it, so another try would not help.
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

  /// Throws if another reference keeps `name` from being created, as a file does with a folder.
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
      // Shorter names, such as `refs/heads`, are folders that no reference can have as its name.
      if count > 2, try reference(parent) != nil { return parent }
    }
    return try references(under: name + "/").first?.name
  }
}
