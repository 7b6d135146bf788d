import PlanActions
import PlanModel
import PlanView
import PmgitTestSupport
import Synchronization

/// A watch that runs in another task, as another process would.
final class Watching: Sendable {
  private struct State {
    var hasBegun = false
    var isWanted = true
    var changes: [WatchedChange] = []
    var problems: [Problem] = []
    var end: Result<WatchEnd, any Error>?
  }

  private let state = Mutex(State())

  /// Starts the watch, and returns when it has begun.
  ///
  /// - Parameter clock: Returns the present time.
  static func start(
    _ request: WatchBoard, in repository: ScratchRepository,
    clock: @escaping @Sendable () -> Timestamp = { Timestamp(seconds: BoardFixture.start) }
  ) async throws -> Watching {
    let watching = Watching()
    let (path, environment) = (repository.path, repository.program.environment)
    var request = request
    // A test may take any time between two steps.
    request.gracePeriod = .seconds(600)
    let asked = request
    Task {
      do {
        let participant = Participant(
          environment: environment, now: clock(), clock: clock, clocks: .utc,
          random: SeededGenerator(seed: 5))
        let workspace = try Workspace(at: path, board: nil, as: participant)
        let end = try await workspace.watch(asked, while: { watching.state.withLock(\.isWanted) }) {
          watching.note($0)
        }
        watching.state.withLock { $0.end = .success(end) }
      } catch {
        watching.state.withLock { $0.end = .failure(error) }
      }
    }
    _ = try await holdsInTheEnd { watching.state.withLock { $0.hasBegun || $0.end != nil } }
    return watching
  }

  private func note(_ report: WatchReport) {
    state.withLock { state in
      switch report {
      case .begun: state.hasBegun = true
      case .change(let change, _): state.changes.append(change)
      case .syncFailed(let problem): state.problems.append(problem)
      }
    }
  }

  var changes: [WatchedChange] { state.withLock(\.changes) }
  var problems: [Problem] { state.withLock(\.problems) }

  /// Waits until at least this many changes were reported.
  func has(_ count: Int) async throws -> Bool {
    try await holdsInTheEnd { state.withLock { $0.changes.count >= count || $0.end != nil } }
      && changes.count >= count
  }

  /// Waits until it has ended by itself.
  func end() async throws -> WatchEnd? {
    _ = try await holdsInTheEnd { state.withLock { $0.end != nil } }
    return try state.withLock(\.end)?.get()
  }

  /// Ends it.
  func stop() async throws {
    state.withLock { $0.isWanted = false }
    _ = try await end()
  }

  deinit { state.withLock { $0.isWanted = false } }
}
