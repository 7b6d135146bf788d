/// How long a command retries after lost races, and how long it waits before each retry.
///
/// The limit is a time and not a number of tries. If many writers start together, one wins each
/// turn, so the last one loses once to each of the others. Waits are random, as two writers that
/// collided would otherwise collide again. Their range doubles with each loss: many writers spread
/// out until most tries succeed, and two writers hardly wait.
struct Patience {
  /// The shortest wait, and the longest one to which waits may grow.
  struct Pace {
    let shortest: Duration
    let longest: Duration

    /// For tries that use a remote; each takes at least a tenth of a second.
    static let remote = Pace(shortest: .milliseconds(25), longest: .seconds(3))
    /// For tries to move a branch of this repository.
    static let local = Pace(shortest: .milliseconds(1), longest: .milliseconds(50))
  }

  enum Verdict: Equatable {
    case again(after: Duration)
    /// The time limit is reached after `spent`.
    case over(spent: Duration)
  }

  private let limit: Duration
  private let pace: Pace
  private let start: Duration
  /// The upper limit of the next wait.
  private var ceiling: Duration

  /// - Parameters:
  ///   - limit: The time within which to try again.
  ///   - start: The clock's time now.
  init(_ limit: Duration, pace: Pace, from start: Duration) {
    (self.limit, self.pace, self.start) = (limit, pace, start)
    ceiling = min(pace.shortest * 2, pace.longest)
  }

  /// Decides what to do after a lost race.
  mutating func lost(
    at now: Duration, using random: inout some RandomNumberGenerator
  ) -> Verdict {
    let spent = now - start
    guard spent < limit else { return .over(spent: spent) }
    let wait =
      pace.shortest + (ceiling - pace.shortest) * Double.random(in: 0...1, using: &random)
    ceiling = min(ceiling * 2, pace.longest)
    // The last try is at the time limit, not after it.
    return .again(after: min(wait, limit - spent))
  }
}
