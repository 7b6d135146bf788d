/// The clock and the random numbers of a command that waits for its turn. Tests replace both.
package struct RaceClock {
  /// Returns the time since a fixed moment.
  package var now: () -> Duration
  package var sleep: (Duration) async -> Void
  package var random: any RandomNumberGenerator

  package init(
    now: @escaping () -> Duration, sleep: @escaping (Duration) async -> Void,
    random: any RandomNumberGenerator
  ) {
    (self.now, self.sleep, self.random) = (now, sleep, random)
  }

  /// Returns the machine's clock.
  static func real() -> RaceClock {
    let start = ContinuousClock.now
    return RaceClock(
      now: { ContinuousClock.now - start },
      sleep: { duration in
        // A cancelled wait only ends early: the next run of git is cancelled too.
        try? await Task.sleep(for: duration)
      },
      random: SystemRandomNumberGenerator())
  }
}

extension BoardStore {
  /// Starts the time limit for races with local writers without the lock, such as a script that
  /// uses git.
  func patienceHere() -> Patience { Patience(patience, pace: .local, from: clock.now()) }

  /// Starts the time limit for races with other clones on a remote.
  func patienceWithRemote() -> Patience {
    Patience(settings.timeout, pace: .remote, from: clock.now())
  }

  /// Waits until the next try after a lost race.
  ///
  /// - Parameter remote: The remote on which the race was lost; nil for this repository.
  /// - Throws: `StoreError.contention` at the time limit.
  func waitForTurn(
    _ patience: inout Patience, remote: String? = nil
  ) async throws(StoreError) {
    switch patience.lost(at: clock.now(), using: &clock.random) {
    case .again(let wait): await clock.sleep(wait)
    case .over(let spent): throw .contention(name, remote: remote, after: spent)
    }
  }
}
