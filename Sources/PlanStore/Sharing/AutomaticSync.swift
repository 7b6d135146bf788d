import Git
package import PlanModel

/// How the last sync of a clone ended.
package struct SyncAttempt: Equatable, Sendable {
  /// When it began, in seconds since 1970.
  package var begin: Int64
  /// When the last one that succeeded began, in seconds since 1970; nil if none is known.
  package var success: Int64?
  /// The number of failed syncs in a row.
  package var failures = 0
  /// The message of the last failure; empty after a success.
  package var reason = ""

  /// The shortest time between the beginnings of two syncs, in seconds.
  private static let pause: Int64 = 2
  /// How long after a sync a clone without changes fetches again, in seconds.
  private static let period: Int64 = 60
  /// The longest wait after failures, in seconds.
  private static let longestWait: Int64 = 3600

  /// Whether the next sync is due: at once if there are changes, else after a minute. After
  /// failures the wait doubles, from a minute to an hour.
  ///
  /// - Parameters:
  ///   - now: The time, in seconds since 1970.
  ///   - hasChanges: Whether there are changes to share.
  package func isNextDue(at now: Int64, hasChanges: Bool) -> Bool {
    let wait =
      failures > 0
      ? min(Self.period << Int64(min(failures - 1, 6)), Self.longestWait)
      : hasChanges ? 0 : Self.period
    // A clock that was set back must not stop the syncs.
    return now < begin || now - begin >= wait
  }

  /// Returns how long the next sync waits, so that changes made together are shared together.
  func rest(at now: Int64) -> Duration {
    let rest = begin + Self.pause - now
    return (0...Self.pause).contains(rest) ? .seconds(rest) : .zero
  }

  /// The times and counts that a file may have; any others come from a damaged file.
  private static let (latest, mostFailures) = (0...Int64(1) << 40, 1_000_000)

  /// Creates a sync that succeeded.
  package init(begin: Int64) { (self.begin, success) = (begin, begin) }

  /// Creates a sync that failed.
  package init(begin: Int64, success: Int64?, failures: Int, reason: String) {
    (self.begin, self.success, self.failures, self.reason) = (begin, success, failures, reason)
  }

  /// Parses a line of the file in which a clone keeps its last attempt; nil if it has another form.
  init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let begin = Int64(parts[0]), let failures = Int(parts[2]),
      Self.latest.contains(begin), (0...Self.mostFailures).contains(failures)
    else { return nil }
    let success = Int64(parts[1])
    guard success.map(Self.latest.contains) ?? (parts[1] == "-") else { return nil }
    self.init(begin: begin, success: success, failures: failures, reason: String(parts[3]))
  }

  var line: String {
    "\(begin) \(success.map(String.init) ?? "-") \(min(failures, Self.mostFailures)) "
      + reason.split(whereSeparator: \.isNewline)
      .joined(separator: " ")
  }
}

/// Automatic syncs, which `pmgit.sync=auto` asks for.
///
/// Each command starts one in the background if it is due, and never waits for it. One process of a
/// clone syncs a board at a time.
extension BoardStore {
  private var attemptFile: LineFile { LineFile(path: "\(lockFolder)/auto-\(name)") }
  /// The most bytes of the file that are read.
  private static let longestAttempt = 1000

  /// The last sync of this clone; nil if there was none. Only automatic ones are noted as failed.
  package var lastSyncAttempt: SyncAttempt? {
    attemptFile.read(atMost: Self.longestAttempt).flatMap { SyncAttempt(line: $0) }
  }

  /// Whether an automatic sync is due: it is set, there is a remote, and changes are not shared or
  /// the last sync was a minute ago.
  ///
  /// - Complexity: Reads two references and a short file.
  package func isSyncDue(at now: Timestamp) throws -> Bool {
    guard settings.syncsByItself, settings.remote != nil,
      try localTip() != nil || trackingTip() != nil
    else { return false }
    guard let last = lastSyncAttempt else { return true }
    return last.isNextDue(at: now.seconds, hasChanges: try hasUnsharedChanges)
  }

  /// Whether the board here differs from that of the remote. It may only be behind.
  private var hasUnsharedChanges: Bool {
    get throws {
      guard let local = try localTip() else { return false }
      return try local != trackingTip()
    }
  }

  /// Notes that a sync succeeded, for `status`, and so that the next automatic one is due later.
  ///
  /// - Parameter now: When it began.
  package func noteSync(at now: Timestamp) { note(SyncAttempt(begin: now.seconds)) }

  /// Notes an attempt. Without the file, `status` has no time, and each command starts a sync if
  /// syncs are automatic.
  private func note(_ attempt: SyncAttempt) { _ = attemptFile.replace(with: attempt.line) }

  /// Whether a command should start an automatic sync: it is due, and no other process runs one. A
  /// process that runs one looks for new changes at its end. False where nothing can be written.
  package func shouldStartSync(at now: Timestamp) throws -> Bool {
    try isSyncDue(at: now) && syncTurn() != nil
  }

  private func syncTurn() -> WriterLock? {
    WriterLock.ifFree(in: lockFolder, for: .automaticSync(name))
  }

  /// The most syncs of one process, so that a fault can't make it sync for ever.
  private static let mostSyncs = 20

  /// Runs an automatic sync if it is due and no other process of this clone runs one. Syncs again
  /// while there are new changes. A failure is noted.
  ///
  /// - Parameters:
  ///   - now: Returns the time.
  ///   - sleep: Waits.
  ///   - reason: Describes a failure.
  ///   - sync: Syncs, and calls `noteSync`.
  /// - Returns: The results of the syncs; empty if none was due.
  /// - Throws: The error of the first `sync`. A later one only ends the syncs, and is noted.
  package func syncWhileDue<Synced>(
    now: () -> Timestamp, sleep: (Duration) async -> Void, reason: (any Error) -> String,
    _ sync: () async throws -> Synced
  ) async throws -> [Synced] {
    var results: [Synced] = []
    while results.count < Self.mostSyncs, try isSyncDue(at: now()) {
      // The lock is free before the next look for changes, so each change finds one or the other.
      guard let turn = syncTurn() else { break }
      if let last = lastSyncAttempt { await sleep(last.rest(at: now().seconds)) }
      let begin = now()
      do {
        results.append(try await sync())
      } catch {
        let last = lastSyncAttempt
        note(
          SyncAttempt(
            begin: begin.seconds, success: last?.success, failures: (last?.failures ?? 0) + 1,
            reason: reason(error)))
        // What the syncs before it have to report is not lost.
        if results.isEmpty { throw error }
        return results
      }
      _ = consume turn
    }
    return results
  }
}
