import Git

/// What git's own check says of the objects of a push.
extension BoardGuard {
  /// Finds an object, in any commit of a push, that others would refuse to fetch.
  ///
  /// Once it is in a board's history, no later commit takes it out again.
  static func unsoundObject(
    _ pushed: PushedCommits, since old: ObjectID?, in store: BoardStore
  ) async throws(StoreError) -> Violation? {
    let repository = store.repository
    do {
      let new = try NewObjects(pushed.ids, since: old, in: repository)
      guard
        let refused = try await repository.refusedObject(
          among: new.ids(), environment: store.environment)
      else { return nil }
      let place = try refused.id.map { id throws(GitError) in try new.place(of: id) } ?? nil
      return Violation(
        .unsound(refused, since: old), path: place?.path,
        commit: try place.map { place throws(GitError) in try repository.commit(place.commit) })
    } catch let error as GitProgramError {
      throw .program(error)
    } catch let error as GitError {
      // libgit2 reads every tree that git's check lets pass.
      guard error.code != .notFound else { throw .git(error) }
      let refused = RefusedObject(id: nil, reason: "could not \(error.operation): \(error.message)")
      return Violation(.unsound(refused, since: old))
    } catch {
      throw .git(GitError(.generic, "\(error)", operation: "check the objects of a push"))
    }
  }
}
