import Git
import PlanModel

/// The turn of one program to exchange a board with the remote.
///
/// Programs of one clone take turns, because otherwise they would only win races against each
/// other.
///
/// Between clones, the clone that pushed last would always win again. It needs no merge, so its
/// next push is done before the others have merged its last one. So while other clones push too, a
/// clone waits after each of its pushes.
struct ExchangeTurn: ~Copyable {
  private let lock: WriterLock?
  private let file: LineFile
  private let clock: RaceClock
  private var times: ExchangeTimes
  private let begin: Duration

  /// Waits until no other program of this clone exchanges the board. After `timeout` the turn
  /// begins without the lock.
  ///
  /// - Parameter pushes: Whether there is something to push. Only then does the clone wait for
  ///   other clones.
  init(
    in folder: String, board: BoardName, pushes: Bool, timeout: Duration,
    clock: inout RaceClock
  ) async throws {
    do {
      lock = try await WriterLock(in: folder, for: .exchange(board), timeout: timeout)
    } catch StoreError.busy {
      lock = nil
    }
    file = LineFile(path: "\(folder)/turn-\(board)")
    times = ExchangeTimes(in: file) ?? ExchangeTimes()
    if pushes {
      let pause = times.pause(at: clock.now(), using: &clock.random)
      if pause > .zero { await clock.sleep(pause) }
    }
    self.clock = clock
    begin = clock.now()
  }

  /// Notes that others have moved the remote's branch.
  mutating func noteOthers() {
    times.others = clock.now()
    times.write(to: file)
  }

  /// Notes a push of this clone.
  mutating func notePush() {
    let now = clock.now()
    (times.push, times.length) = (now, now - begin)
    times.write(to: file)
  }

  /// The times of the clone's earlier exchanges, counted from the start of the machine.
  struct ExchangeTimes: Equatable {
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

/// The file with the times of a clone's exchanges. It only improves waits, so an error of writing
/// or reading it is ignored.
extension ExchangeTurn.ExchangeTimes {
  func write(to file: LineFile) {
    let times = [push, length, others].map { $0?.milliseconds ?? -1 }
    file.write(times.map(String.init).joined(separator: " "))
  }

  /// Reads the times; nil without a readable file.
  init?(in file: LineFile) {
    guard let line = file.read() else { return nil }
    let times = line.split(separator: " ").map { Int64($0).flatMap(Duration.init(checking:)) }
    guard times.count == 3, let length = times[1] else { return nil }
    self.init(push: times[0], length: length, others: times[2])
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// Creates a duration of milliseconds; nil if it is negative or longer than a century.
  fileprivate init?(checking milliseconds: Int64) {
    guard (0...3_155_760_000_000).contains(milliseconds) else { return nil }
    self = .milliseconds(milliseconds)
  }
}
