/// The time and the random numbers of a command that waits for its turn; tests replace both.
package struct RaceClock {
  /// The time since some moment.
  package var now: () -> Duration
  package var sleep: (Duration) async -> Void
  package var random: any RandomNumberGenerator

  package init(
    now: @escaping () -> Duration, sleep: @escaping (Duration) async -> Void,
    random: any RandomNumberGenerator
  ) {
    (self.now, self.sleep, self.random) = (now, sleep, random)
  }

  /// The clock of the machine.
  static func real() -> RaceClock {
    let start = ContinuousClock.now
    return RaceClock(
      now: { ContinuousClock.now - start },
      sleep: { duration in
        // A cancelled wait only ends sooner: the git that runs next is cancelled too.
        try? await Task.sleep(for: duration)
      },
      random: SystemRandomNumberGenerator())
  }
}

extension BoardStore {
  /// Starts the patience for writers that change the branch here without the lock, such as a script
  /// that commits with git.
  func patienceHere() -> Patience { Patience(patience, pace: .local, from: clock.now()) }

  /// Starts the patience for clones that share the board at the same moment.
  func patienceWithRemote() -> Patience {
    Patience(settings.timeout, pace: .remote, from: clock.now())
  }

  /// Waits until it is time to try again.
  ///
  /// - Parameter remote: The remote on which the race was lost; nil for this repository.
  /// - Throws: `StoreError.contention` if patience is over.
  func waitForTurn(
    _ patience: inout Patience, remote: String? = nil
  ) async throws(StoreError) {
    switch patience.lost(at: clock.now(), using: &clock.random) {
    case .again(let wait): await clock.sleep(wait)
    case .over(let spent): throw .contention(name, remote: remote, after: spent)
    }
  }
}
