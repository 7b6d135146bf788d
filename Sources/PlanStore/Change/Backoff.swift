import Git

/// How long a command retries after lost races, and how long it waits before each retry. A race is
/// lost if another writer moves the branch first.
///
/// The limit is a time and not a number of tries. If many writers start together, one wins each
/// round, so the last one loses once to each of the others. Waits are random, because two writers
/// that collided would otherwise collide again. Their range doubles with each loss, but is not
/// longer than the last try took. So many writers spread out, and two writers hardly wait. With
/// longer waits, a writer that lost would always be overtaken by new ones, whose first waits are
/// short.
struct Backoff {
  /// The waits for tries that use a remote: from the shortest to the longest to which they may
  /// grow.
  static let remotePace: ClosedRange<Duration> = .milliseconds(25) ... .seconds(3)
  /// The waits for tries to move a branch of this repository.
  static let localPace: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(50)

  enum Verdict: Equatable {
    case again(after: Duration)
    /// The time limit is reached after `spent`.
    case over(spent: Duration)
  }

  private let limit: Duration
  private let pace: ClosedRange<Duration>
  private let start: Duration
  /// The upper limit of the next wait.
  private var ceiling: Duration
  /// When the present try began.
  private var begin: Duration

  /// Begins to count the time of a change and its retries.
  ///
  /// - Parameters:
  ///   - limit: The time after which to give up.
  ///   - start: The clock's time now.
  init(_ limit: Duration, pace: ClosedRange<Duration>, from start: Duration) {
    (self.limit, self.pace, self.start, begin) = (limit, pace, start, start)
    ceiling = min(pace.lowerBound * 2, pace.upperBound)
  }

  /// Returns whether to try again after a lost race, and after which wait.
  mutating func lost(at now: Duration, using random: inout some RandomNumberGenerator) -> Verdict {
    let spent = now - start
    guard spent < limit else { return .over(spent: spent) }
    ceiling = max(pace.lowerBound * 2, min(ceiling, now - begin))
    let wait =
      pace.lowerBound + (ceiling - pace.lowerBound) * Double.random(in: 0...1, using: &random)
    ceiling = min(ceiling * 2, pace.upperBound)
    begin = now + wait
    // The last try is at the time limit, not after it.
    return .again(after: min(wait, limit - spent))
  }
}

/// The clock and the random numbers of a command that waits before its next try. Tests replace
/// both.
package struct RaceClock {
  /// Returns the time since a fixed moment, which all programs of the machine share.
  package var now: () -> Duration
  package var sleep: (Duration) async -> Void
  package var random: any RandomNumberGenerator

  /// Returns a clock with the machine's time and the system's random numbers.
  static func real() -> RaceClock {
    let clock = ContinuousClock()
    return RaceClock(
      now: { clock.now - clock.systemEpoch },
      sleep: { duration in
        // A cancelled wait only ends early, as the next run of git is cancelled anyway.
        try? await Task.sleep(for: duration)
      },
      random: SystemRandomNumberGenerator())
  }
}

extension BoardStore {
  /// Starts the time limit for races with local programs that don't take the writers' lock, such as
  /// a script that uses git.
  func localBackoff() -> Backoff {
    Backoff(localTimeout, pace: Backoff.localPace, from: clock.now())
  }

  /// Starts the time limit for races with other clones on a remote.
  func remoteBackoff() -> Backoff {
    Backoff(settings.timeout, pace: Backoff.remotePace, from: clock.now())
  }

  /// Waits until the next try after a lost race.
  ///
  /// - Parameter remote: The remote on which the race was lost; nil for this repository.
  /// - Throws: `StoreError.contention` at the time limit.
  func waitForTurn(_ backoff: inout Backoff, remote: String? = nil) async throws {
    switch backoff.lost(at: clock.now(), using: &clock.random) {
    case .again(let wait): await clock.sleep(wait)
    case .over(let spent): throw StoreError.contention(name, remote: remote, after: spent)
    }
  }
}

/// Detects a branch that no writer can move: a killed git left it locked, or the server has no
/// permission. Retrying until the time limit would be useless then. With many writers, in contrast,
/// one of them wins each race.
struct Standstill {
  /// The least time without a move of the branch.
  static let length: Duration = .seconds(5)
  /// The least number of lost races during `length`. Time alone is not enough, because one try on a
  /// slow machine may take that long.
  static let losses = 3

  /// The branch's commit, the time when this commit was first seen, and the number of races lost
  /// since then.
  private var place: (tip: ObjectID?, since: Duration, losses: Int)?

  /// Notes a lost race.
  ///
  /// - Parameter tip: The commit of the branch before the try.
  /// - Returns: Whether probably no writer can move the branch.
  mutating func lost(at now: Duration, finding tip: ObjectID?) -> Bool {
    guard var place, place.tip == tip else {
      place = (tip, now, 1)
      return false
    }
    place.losses += 1
    self.place = place
    return place.losses >= Self.losses && now - place.since >= Self.length
  }
}
