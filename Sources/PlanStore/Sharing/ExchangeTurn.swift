import Git
import PlanModel

/// The turn of one program to exchange a board with the remote.
///
/// Programs of one clone take turns, as otherwise they would only win races against each other.
///
/// Between clones, the clone that pushed last would always win again. It needs no merge, so its
/// next push is done before the others have merged its last one. So while other clones push too, a
/// clone waits after each of its pushes.
struct ExchangeTurn: ~Copyable {
  private let lock: WriterLock?
  private let file: TurnFile
  private let clock: RaceClock
  private var traces: Traces
  private let begin: Duration

  /// Waits until no other program of this clone exchanges the board. After `patience` the turn
  /// begins without the lock.
  ///
  /// - Parameter pushes: Whether there is something to push. Only then does the clone wait for
  ///   other clones.
  init(
    in folder: String, board: BoardName, pushes: Bool, patience: Duration,
    clock: inout RaceClock
  ) async throws {
    do {
      lock = try await WriterLock(in: folder, for: .exchange(board), patience: patience)
    } catch StoreError.busy {
      lock = nil
    }
    file = TurnFile(path: "\(folder)/turn-\(board)")
    traces = file.read() ?? Traces()
    if pushes {
      let pause = traces.pause(at: clock.now(), using: &clock.random)
      if pause > .zero { await clock.sleep(pause) }
    }
    self.clock = clock
    begin = clock.now()
  }

  /// Notes that others have moved the remote's branch.
  mutating func noteOthers() {
    traces.others = clock.now()
    file.write(traces)
  }

  /// Notes a push of this clone.
  mutating func notePush() {
    let now = clock.now()
    (traces.push, traces.length) = (now, now - begin)
    file.write(traces)
  }

  /// The times of the clone's earlier exchanges, counted from the start of the machine.
  struct Traces: Equatable {
    /// The time of the clone's last push; `length` is the duration of that exchange.
    var push: Duration?
    var length = Duration.zero
    /// When the clone last saw a push of others.
    var others: Duration?

    /// How long after a push of others a clone still waits for them.
    static let memory = Duration.seconds(60)
    /// The longest pause.
    static let longest = Duration.seconds(3)

    /// Returns how long to wait before the next exchange; zero if no other clone has pushed lately.
    ///
    /// The wait ends at a random time after this clone's last push: after one to four times the
    /// duration of that exchange. It is never longer than `longest`.
    func pause(at now: Duration, using random: inout some RandomNumberGenerator) -> Duration {
      // After a restart of the machine all times are in the future.
      guard let push, push <= now, let others, others <= now, now - others < Self.memory
      else { return .zero }
      let end = push + length * Double.random(in: 1...4, using: &random)
      return min(max(end - now, .zero), Self.longest)
    }
  }
}
