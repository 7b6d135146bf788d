import PlanModel
import PlanStore
import Synchronization

/// Shares a board at intervals, beside a watch.
final class WatchSyncs {
  private let period: Duration
  private let workspace: Workspace
  private let wake: @Sendable () -> Void
  private let clock = ContinuousClock()
  private let result = SyncOutcome()
  private var task: Task<Void, Never>?
  private var next: ContinuousClock.Instant
  /// The problem of the last sync that was reported. The same one is not reported again.
  private var told: Problem?

  /// - Parameter wake: Called on another thread after each sync.
  /// - Returns: nil if no period was requested.
  /// - Throws: `StoreError.noRemote` if there is no remote to share with.
  init?(
    _ period: Duration?, of workspace: Workspace, wake: @escaping @Sendable () -> Void
  ) throws {
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
    let (source, result, wake) = (WorkspaceSource(of: workspace), result, wake)
    task = Task {
      do {
        _ = try await source.open().sync()
        result.end(with: nil)
      } catch {
        result.end(with: Problem(error))
      }
      wake()
    }
  }

  /// Returns the problem of the last sync if it differs from that of the sync before.
  func newProblem() -> Problem? {
    guard case .some(let problem) = result.take(), problem != told else { return nil }
    told = problem
    return problem
  }

  /// Ends a running sync. Nothing is left half done: the branches move in single steps.
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

  /// - Returns: False if a sync is running.
  func begin() -> Bool {
    state.withLock { state in
      if case .running = state { return false }
      state = .running
      return true
    }
  }

  func end(with problem: Problem?) { state.withLock { $0 = .ended(problem) } }

  /// Returns the problem of a sync that has ended, nil inside if it succeeded; nil if none has
  /// ended since the last call.
  func take() -> Problem?? {
    state.withLock { state in
      guard case .ended(let problem) = state else { return nil }
      state = .idle
      return .some(problem)
    }
  }
}
