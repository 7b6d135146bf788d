/// How long a command goes on while others are faster, and how long it waits before each new try.
///
/// Patience is a time and not a number of tries: of many who come at the same moment one wins at each
/// turn, so the last one loses as often as there are others. Waits are drawn by chance, as two who met
/// would meet again, from a range that doubles with each loss: so a crowd thins out until most tries
/// succeed, and two alone hardly wait.
struct Patience {
  /// The range of the first wait, and where it ends to grow.
  struct Pace {
    let shortest: Duration
    let longest: Duration

    /// Between tries that talk to a remote, which take a tenth of a second at least.
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
  ///   - limit: For how long to try again.
  ///   - start: What the clock says now.
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
