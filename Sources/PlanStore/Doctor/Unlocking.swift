package import Git

extension BoardStore {
  /// How long a lock file must have been there before it counts as left behind, in seconds: git holds
  /// one for milliseconds, or for as long as a hook takes.
  private static let leastAge: Int64 = 10

  /// Removes lock files that a killed program left in the way of the board.
  ///
  /// One that is too young is looked at again when it is old enough. The writers' lock is held
  /// meanwhile, so no pmgit is at work.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970.
  ///   - wait: Lets time pass.
  /// - Returns: The files that were removed.
  /// - Throws: `StoreError.busy` if a pmgit is writing, `.lockInUse` if a program has one open.
  package func unlock(
    now: Int64, wait: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws(StoreError) -> [LockFile] {
    let writers = try await WriterLock(in: lockFolder, patience: .seconds(5))
    defer { _ = writers }
    var removed: [LockFile] = []
    for lock in try lockFiles() {
      let age = now - lock.seconds
      // A clock that was set back is no reason to wait for longer.
      let missing = max(0, min(Self.leastAge, Self.leastAge - age))
      if missing > 0 {
        do { try await wait(.seconds(missing)) } catch { return removed }  // Interrupted.
      }
      if try git({ () throws(GitError) in try lock.isOpen }) { throw .lockInUse(path: lock.path) }
      if try git({ () throws(GitError) in try repository.remove(lock) }) { removed.append(lock) }
    }
    return removed
  }
}
