import Git
import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Whether commands share the board in the background, as set by `pmgit.sync`.
  package var syncsByItself: Bool { store.settings.syncsByItself }

  /// Whether a command should start an automatic sync, which runs `syncWhileDue`.
  package func shouldStartSync() throws -> Bool { try store.shouldStartSync(at: now) }

  /// The environment of an automatic sync: the command's, without what git sets for hooks, and
  /// without programs that ask for a password.
  package var environmentOfSync: [String: String] {
    let silent = ["GIT_ASKPASS": "", "SSH_ASKPASS_REQUIRE": "never", "GCM_INTERACTIVE": "never"]
    return participant.environment.filter { name, _ in
      !GitProgram.repositoryVariables.contains(name) && !name.hasPrefix("GIT_AUTHOR_")
        && name != "GIT_REFLOG_ACTION"
    }.merging(silent) { $1 }
  }

  /// The folder in which an automatic sync finds the repository.
  package var folderOfSync: String { store.repository.commonDirectory }

  /// The longest time for each step of an automatic sync. `sync` and `take` wait for a running one.
  private static let longestStep = Duration.seconds(30)

  /// Whether commands mean this board without `--board`.
  package var isDefaultBoard: Bool { name == store.settings.board }

  /// Shares the board if that is set and due, unless another process of this clone does.
  ///
  /// - Returns: The outcomes of the syncs; empty if none was due.
  /// - Throws: The error of the first sync. All errors are noted for `automaticSyncNotice`.
  package func syncWhileDue() async throws -> [BoardSynced] {
    // Nobody is there to answer.
    participant.mayBeAsked = false
    store.settings.timeout = min(store.settings.timeout, Self.longestStep)
    return try await store.syncWhileDue(
      now: {
        participant.readClock()
        return now
      },
      // A cancelled wait ends the syncs.
      sleep: { try? await Task.sleep(for: $0) },
      reason: { Problem($0).oneLine }
    ) { try await sync() }
  }

  /// Returns the notice that automatic syncs fail; nil if the last one succeeded or none is set.
  package func automaticSyncNotice() -> Notice? {
    guard syncsByItself, let last = store.lastSyncAttempt, last.failures > 0 else { return nil }
    return .warning(
      "the board could not be shared: \(last.reason)",
      hints: ["it is tried again by itself, or at once with \(pmgit: "sync")"])
  }

  /// Notes that a sync succeeded now. If syncs fail again later, that is reported again.
  func noteSync() {
    let failed = store.lastSyncAttempt.map { $0.failures > 0 } ?? false
    store.noteSync(at: now)
    if failed { forget(.sync) }
  }

  /// The time of this clone's last sync that succeeded; nil if it is unknown.
  var lastSync: Timestamp? {
    store.lastSyncAttempt?.success.map { Timestamp(seconds: $0) }
  }

  /// How old the last sync must be for a notice, in seconds.
  private static let staleAge: Int64 = 600

  /// Returns the notice that a command showed the board as it was some time ago, and that it is
  /// being fetched; nil if automatic syncs are not set, or the last one was not long ago.
  package func staleNotice() -> Notice? {
    guard syncsByItself, let lastSync, now.seconds - lastSync.seconds >= Self.staleAge else {
      return nil
    }
    return Notice("the board is as of \(lastSync.relativeWords(now: now)); it is being fetched now")
  }

  /// The most lines of messages that are kept for the next command.
  private static let mostMessages = 50

  /// Keeps the messages of an automatic sync for the next command.
  ///
  /// - Parameter conflicts: Whether there are new conflicts to decide. They may be decided before
  ///   the next command, so their number is not kept.
  package func keep(messages: [String], conflicts: Bool) {
    if messages.isEmpty, !conflicts { return }
    let kept = keptMessages()
    let lines = (kept.lines + messages).suffix(Self.mostMessages)
    // Where nothing can be written, no sync succeeds.
    _ = store.messageFile.replace(
      with: CanonicalJSON.line(
        of: .object([
          "lines": .strings(Array(lines)), "conflicts": .bool(kept.conflicts || conflicts),
        ])))
  }

  /// Returns the messages of automatic syncs since the last call, and the conflicts that are to be
  /// decided now if there were some.
  package func takeMessages() -> (lines: [String], conflicts: Notice?) {
    let kept = keptMessages()
    guard !kept.lines.isEmpty || kept.conflicts else { return ([], nil) }
    store.messageFile.remove()
    // A command must not fail for what it shows besides its work.
    let conflicts = kept.conflicts ? try? conflictCount() : nil
    return (kept.lines, conflicts.flatMap { Notice(conflicts: $0) })
  }

  /// Returns the number of fields in conflict.
  package func conflictCount() throws -> Int {
    let snapshot = try store.snapshot()
    return snapshot.board.conflictCount(with: try store.attention(in: snapshot).plans)
  }

  private func keptMessages() -> (lines: [String], conflicts: Bool) {
    // A damaged file has no messages.
    guard let line = store.messageFile.read(atMost: 1 << 16),
      let kept = (try? JSONReader.value(in: Array(line.utf8)))?.object
    else { return ([], false) }
    return (kept["lines"]?.lines ?? [], kept["conflicts"] == .bool(true))
  }
}

extension Problem {
  /// The message, with the first line of what git reports besides warnings.
  fileprivate var oneLine: String {
    let reason = detail.first { !$0.lowercased().hasPrefix("warning") }
    return ([message] + [reason].compactMap(\.self)).joined(separator: ": ")
  }
}

extension Board {
  /// Returns the number of fields in conflict, in some plans and in the settings.
  func conflictCount(with plans: [Plan]) -> Int {
    conflicts.count + plans.reduce(0) { $0 + $1.conflicts.count }
  }
}

extension Notice {
  /// Creates the notice of conflicts to decide; nil for none.
  init?(conflicts count: Int) {
    if count == 0 { return nil }
    self.init(
      "\(CountWords.words(count, "conflict")) to decide",
      hints: ["see the values with \(pmgit: "resolve", "--list")"])
  }
}
