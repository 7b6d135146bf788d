import PlanActions
import PlanDocuments
import PlanModel

/// Tells pages where a board stands, whoever moved it: another page, a terminal, a hook, a sync.
///
/// The board's references are read again and again, as nothing else tells of every change: they may be
/// files, lines of a packed file, or on a disk of another machine.
struct BoardWatch: Sendable {
  let service: Service
  let syncs: SyncReports
  /// Where the board is looked at, which may wait for a disk.
  private let threads = RequestThreads(count: 2)
  /// The time between two looks.
  var period: Duration = .milliseconds(200)
  /// The time after which a board's state is told again. A branch may go and come back between two looks, after an
  /// undo, while a page has seen where it was; and both sides see the other's end.
  var longestSilence: Duration = .seconds(1)

  /// Where a board stands, as far as a page is told.
  private struct State: Equatable {
    var heads: BoardHeads?
    var problem: Problem?
    var sync: SyncReports.Report?
  }

  /// The events of a board in the form of server-sent events, the first at once.
  ///
  /// - Parameter isWanted: Whether somebody still reads them.
  func events(
    of board: BoardName, while isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<String> {
    // Each event says all of how the board stands: who reads slowly needs the last one alone.
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task(executorPreference: threads) {
        await tell(of: board, while: isWanted) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func tell(
    of board: BoardName, while isWanted: () -> Bool, _ send: (String) -> Void
  ) async {
    let clock = ContinuousClock()
    var told: State?
    var last = clock.now
    while isWanted(), !Task.isCancelled {
      let state = state(of: board)
      if state != told || clock.now - last > longestSilence {
        send(Self.event(state))
        (told, last) = (state, clock.now)
      }
      // Cancelled while it sleeps, the loop ends by its condition.
      do { try await clock.sleep(for: period) } catch { return }
    }
  }

  private func state(of board: BoardName) -> State {
    var state = State(sync: syncs.last(of: board))
    do {
      state.heads = try service.workspace(board).heads()
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
