import Git

/// Checks a push's objects by git's own rules.
extension BoardGuard {
  /// Finds an object, in any commit of a push, that other clones would refuse to fetch.
  ///
  /// No later commit can remove such an object from the board's history.
  static func unsoundObject(
    _ pushed: PushedCommits, since old: ObjectID?, in store: BoardStore
  ) async throws -> Violation? {
    let repository = store.repository
    do {
      let new = try NewObjects(pushed.ids, since: old, in: repository)
      guard
        let refused = try await repository.refusedObject(
          among: new.ids(), environment: store.environment)
      else { return nil }
      guard let place = try refused.id.flatMap({ try new.place(of: $0) }) else {
        return Violation(.unsound(refused, since: old))
      }
      return Violation(
        .unsound(refused, since: old), path: place.path, commit: try repository.commit(place.commit)
      )
    } catch let error as GitError where error.code != .notFound && !error.isAboutSystem {
      // libgit2 reads every tree that git's check accepts, so a failure means a bad tree. System
      // errors such as a full disk are excluded.
      let refused = RefusedObject(id: nil, reason: "could not \(error.operation): \(error.message)")
      return Violation(.unsound(refused, since: old))
    }
  }
}

extension BoardStore {
  /// Finds an object of the board's history that git would refuse to fetch with
  /// `transfer.fsckObjects`. Returns nil if there is none, or if the history is shallow and can't
  /// be checked. If the check fails, the failure is the finding.
  ///
  /// - Parameter examination: An examination that could read every object.
  /// - Complexity: git reads the objects in `unusual`. If it refuses one of them, it reads the
  ///   whole history.
  package func examineSoundness(of examination: Examination) async -> Finding? {
    guard let tip = examination.commit, !examination.unusual.isEmpty else { return nil }
    do {
      let cut = try repository.shallowCommits
      guard cut.isEmpty, try await isRefused(examination.unusual) else { return nil }
      let all = try PushedCommits(from: nil, to: tip, in: repository)
      return try await BoardGuard.unsoundObject(all, since: nil, in: self).map { .unsound($0) }
    } catch {
      return .failure(error)
    }
  }

  /// Whether git refuses at least one of the objects.
  private func isRefused(_ objects: [ObjectID]) async throws -> Bool {
    try await repository.refusedObject(among: objects, environment: environment) != nil
  }
}
