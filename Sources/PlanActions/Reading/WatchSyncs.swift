import Git
import PlanModel
import PlanStore
import Synchronization

/// Syncs a board at intervals while it is watched.
final class WatchSyncs {
  private let period: Duration
  private let workspace: Workspace
  private let wake: @Sendable () -> Void
  private let clock = ContinuousClock()
  private let result = SyncOutcome()
  private var task: Task<Void, Never>?
  private var next: ContinuousClock.Instant
  /// The problem of the last sync; nil if it succeeded. An equal problem is not reported again.
  private var reported: Problem?

  /// Starts to sync the board at intervals.
  ///
  /// - Parameter wake: Called on another thread after each sync.
  /// - Returns: nil if no period was requested.
  /// - Throws: `StoreError.noRemote` if there is no remote to share with.
  init?(_ period: Duration?, of workspace: Workspace, wake: @escaping @Sendable () -> Void) throws {
    guard let period else { return nil }
    if workspace.remote == nil {
      throw StoreError.noRemote(
        configured: nil, candidates: try workspace.store.repository.remoteNames())
    }
    (self.period, self.workspace, self.wake) = (period, workspace, wake)
    next = clock.now
  }

  /// Starts a sync if it is time and none is running.
  func start() {
    guard clock.now >= next, result.begin() else { return }
    next = clock.now + period
    workspace.participant.readClock()
    let (open, result, wake) = (workspace.opener(), result, wake)
    task = Task {
      do {
        _ = try await open().sync()
        result.end(with: nil)
      } catch {
        result.end(with: Problem(error))
      }
      wake()
    }
  }

  /// Returns the problem of the last sync, unless the sync before it had the same one.
  func newProblem() -> Problem? {
    guard case .some(let problem) = result.take(), problem != reported else { return nil }
    reported = problem
    return problem
  }

  /// Cancels a running sync and waits for its end. Branches are updated atomically, so nothing is
  /// left half done.
  func end() async {
    task?.cancel()
    await task?.value
  }
}

/// The state of a sync in another task.
private final class SyncOutcome: Sendable {
  private enum State {
    case idle, running
    case ended(Problem?)
  }

  private let state = Mutex(State.idle)

  /// Records the beginning of a sync, unless a sync is running.
  ///
  /// - Returns: False if a sync is running.
  func begin() -> Bool {
    state.withLock { state in
      if case .running = state { return false }
      state = .running
      return true
    }
  }

  func end(with problem: Problem?) { state.withLock { $0 = .ended(problem) } }

  /// Returns the outcome of a sync that has ended since the last call: its problem, or an inner nil
  /// if it succeeded. Returns nil if none has ended.
  func take() -> Problem?? {
    state.withLock { state in
      guard case .ended(let problem) = state else { return nil }
      state = .idle
      return .some(problem)
    }
  }
}
