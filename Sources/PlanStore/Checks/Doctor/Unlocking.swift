import Git

extension BoardStore {
  /// The age, in seconds, from which a lock file counts as left behind if no program is seen that
  /// could use it; a younger one may belong to a program that has just begun.
  private static let leastAge: Int64 = 10
  /// The same age where the running programs can't be seen.
  private static let leastAgeUnseen: Int64 = 3600

  /// Removes lock files that a killed program left in the way of the board.
  ///
  /// A file that is too young is checked again when it is old enough. The writers' lock is held
  /// meanwhile, so no pmgit is at work. Either all of them are removed or none.
  ///
  /// - Parameters:
  ///   - now: In seconds since 1970.
  ///   - wait: Sleeps for a time.
  /// - Returns: The paths of the files that were removed.
  /// - Throws: `StoreError.busy` if a pmgit is writing, `.lockInUse` if a program may use one.
  package func unlock(
    now: Int64, wait: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws(StoreError) -> [String] {
    let writers = try await WriterLock(in: lockFolder, patience: .seconds(5))
    defer { _ = writers }
    let locks = try lockFiles()
    // A clock that was set back must not lengthen the wait.
    let missing = locks.map { min(Self.leastAge, Self.leastAge - (now - $0.seconds)) }.max() ?? 0
    if missing > 0 {
      do { try await wait(.seconds(missing)) } catch { return [] }  // Interrupted.
    }
    for lock in locks {
      switch try repository.use(of: lock) {
      case .unused: break
      case .inUse(let program, let process):
        throw .lockInUse(path: lock.path, by: "\(program) (process \(process))")
      case .unknown where now - lock.seconds >= Self.leastAgeUnseen: break
      case .unknown: throw .lockInUse(path: lock.path, by: nil)
      }
    }
    var removed: [String] = []
    for lock in locks {
      if try repository.remove(lock) { removed.append(lock.path) }
    }
    return removed
  }
}
