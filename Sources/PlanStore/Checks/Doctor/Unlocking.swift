import Git

extension BoardStore {
  /// The age in seconds from which an apparently unused lock file counts as left behind. A younger
  /// one may belong to a program that has just started.
  private static let leastAge: Int64 = 10
  /// The same age if the running programs can't be listed.
  private static let leastAgeUnseen: Int64 = 3600

  /// Removes lock files that a killed program left and that block the board.
  ///
  /// Waits until all lock files are old enough to be judged. The writers' lock is held meanwhile,
  /// so no other pmgit is writing. Removes nothing if one of the files may be in use.
  ///
  /// - Parameters:
  ///   - now: The time in seconds since 1970.
  ///   - wait: Sleeps for a duration.
  /// - Returns: The paths of the files that were removed; empty if the wait was interrupted.
  /// - Throws: `StoreError.busy` if another pmgit is writing; `.lockInUse` if a program may use a
  ///   file.
  package func unlock(
    now: Int64, wait: (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws -> [String] {
    let writers = try await WriterLock(in: lockFolder, timeout: .seconds(5))
    defer { _ = writers }
    let locks = try lockFiles()
    // If the clock was set back, the wait must not become longer.
    let missing = locks.map { min(Self.leastAge, Self.leastAge - (now - $0.seconds)) }.max() ?? 0
    if missing > 0 {
      do { try await wait(.seconds(missing)) } catch { return [] }  // Interrupted.
    }
    for lock in locks {
      switch try repository.use(of: lock) {
      case .unused: break
      case .inUse(let program, let process):
        throw StoreError.lockInUse(path: lock.path, by: "\(program) (process \(process))")
      case .unknown where now - lock.seconds >= Self.leastAgeUnseen: break
      case .unknown: throw StoreError.lockInUse(path: lock.path, by: nil)
      }
    }
    var removed: [String] = []
    for lock in locks {
      if try repository.remove(lock) { removed.append(lock.path) }
    }
    return removed
  }
}
