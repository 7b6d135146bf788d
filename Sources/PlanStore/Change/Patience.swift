/// The time for which a command tries again after lost races, and the wait before each new try.
///
/// Patience is a time and not a number of tries: of many writers that start at the same moment one
/// wins each turn, so the last one loses as often as there are others. Waits are random, as two
/// writers that collided would collide again, and come from a range that doubles with each loss: a
/// crowd thins out until most tries succeed, and two writers alone hardly wait.
struct Patience {
  /// The range of the first wait, and the upper limit of its growth.
  struct Pace {
    let shortest: Duration
    let longest: Duration

    /// Between tries that use a remote, which take a tenth of a second at least.
    static let remote = Pace(shortest: .milliseconds(25), longest: .seconds(3))
    /// Between tries at a branch of this repository.
    static let local = Pace(shortest: .milliseconds(1), longest: .milliseconds(50))
  }

  enum Verdict: Equatable {
    case again(after: Duration)
    /// The time is over; `spent` is how long it was.
    case over(spent: Duration)
  }

  private let limit: Duration
  private let pace: Pace
  private let start: Duration
  /// The longest that the next wait may be.
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
    // The last try is at the end of the time, not beyond it.
    return .again(after: min(wait, limit - spent))
  }
}
