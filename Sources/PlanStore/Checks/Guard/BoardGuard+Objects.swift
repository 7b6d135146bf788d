package import Git

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
      // libgit2 reads every tree that git's check lets pass. A full disk is no fault of a tree.
      guard error.code != .notFound, !error.isAboutSystem else { throw .git(error) }
      let refused = RefusedObject(id: nil, reason: "could not \(error.operation): \(error.message)")
      return Violation(.unsound(refused, since: old))
    } catch {
      throw .git(GitError(.generic, "\(error)", operation: "check the objects of a push"))
    }
  }
}

extension BoardStore {
  /// Finds an object of the board's history that git refuses to fetch where it checks what comes.
  ///
  /// - Parameter tip: The newest commit, of which everything is here.
  /// - Complexity: One object read for each commit and each folder, by git; the whole history.
  ///
  /// Where that can't be found out it is a finding itself; where the history is cut off, what is
  /// missing can't be sound, and nothing is said.
  package func examineSoundness(of tip: ObjectID) async -> Finding? {
    do throws(StoreError) {
      let cut = try git { () throws(GitError) in try repository.shallowCommits }
      guard cut.isEmpty else { return nil }
      let all = try git { () throws(GitError) in
        try PushedCommits(from: nil, to: tip, in: repository)
      }
      return try await BoardGuard.unsoundObject(all, since: nil, in: self).map { .unsound($0) }
    } catch {
      return .failure(error)
    }
  }
}
