import PlanActions
import PlanDocuments
import PlanModel

/// Sends pages the state of a board whenever it changes, by another page, a terminal, a hook or a
/// sync.
///
/// Notifications by the system trigger a read of the board's references. The references are also
/// polled, because no notification covers every change: a reference may be on another machine's
/// disk.
struct BoardWatch: Sendable {
  let service: Service
  let syncs: SyncReports
  /// The threads that read the board, which may wait for a disk.
  private let threads = RequestThreads(count: 2)
  /// The interval at which the references are polled.
  var period: Duration = .milliseconds(200)
  /// The interval at which a board's state is sent again even if it is unchanged. Between two reads
  /// a branch may move and move back, as after an undo, and a page may have seen the state in
  /// between. Regular events also let the server and the page notice that the other side has ended.
  var longestSilence: Duration = .seconds(1)

  /// The part of a board's state that pages receive.
  private struct State: Equatable {
    var heads: BoardHeads?
    var problem: Problem?
    var sync: SyncReports.Report?
  }

  /// Returns a stream of server-sent events with the state of a board. The first event has the
  /// current state.
  ///
  /// - Parameter isWanted: Whether a client is still reading the events.
  func events(
    of board: BoardName, while isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<String> {
    // Each event contains the whole state, so a slow reader needs only the last one.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task(executorPreference: threads) {
        await report(on: board, while: isWanted) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func report(
    on board: BoardName, while isWanted: () -> Bool, _ send: (String) -> Void
  ) async {
    let clock = ContinuousClock()
    let watch = watch(of: board)
    var reported: State?
    var last = clock.now
    while isWanted(), !Task.isCancelled {
      let state = state(of: board)
      if state != reported || clock.now - last > longestSilence {
        send(Self.event(state))
        (reported, last) = (state, clock.now)
      }
      if let watch {
        await watch.wait(upTo: period)
      } else {
        // Sleeping throws if the task is cancelled.
        do { try await clock.sleep(for: period) } catch { return }
      }
    }
  }

  /// Returns a watch of the board's references.
  ///
  /// - Returns: nil if the repository can't be opened; the state then contains the reason.
  private func watch(of board: BoardName) -> HeadWatch? {
    do { return HeadWatch(of: try service.options.workspace(board)) } catch { return nil }
  }

  private func state(of board: BoardName) -> State {
    var state = State(sync: syncs.last(of: board))
    do {
      state.heads = try service.options.workspace(board).heads()
    } catch {
      state.problem = Problem(error)
    }
    return state
  }

  private static func event(_ state: State) -> String {
    var document: JSONObject = ["format": .number(1)]
    if let problem = state.problem { document = Documents.pageError(problem) }
    document["commit"] = .optional((state.heads?.local ?? state.heads?.shared)?.hex)
    document["shared"] = .optional(state.heads?.shared?.hex)
    if let sync = state.sync { document["sync"] = .object(sync.document) }
    return "data: \(CanonicalJSON.line(of: .object(document)))\n\n"
  }
}
