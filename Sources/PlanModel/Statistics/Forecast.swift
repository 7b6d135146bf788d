/// What may be finished, and when, if work goes on as in the past.
///
/// It is a Monte Carlo simulation: for each coming day it draws one of the past days, and takes as
/// many plans for finished as were finished then. It does so for many futures, and says what holds in
/// so many percent of them. Days without a finished plan count like any other.
package struct Forecast: Sendable {
  /// How many futures are drawn.
  package static let futures = 10_000
  /// The percentages for which it answers.
  package static let certainties = [50, 85, 95]
  /// How far it looks ahead.
  package static let mostDays = 3650
  /// The seed where none is given, so that the same question has the same answer.
  package static let usualSeed: UInt64 = 1

  /// Days before this many say nothing of weekends and of bad weeks.
  package static let fewestDays = 14
  /// Fewer finished plans say nothing at all.
  package static let fewestFinished = 5
  /// With less than this the answer still changes with every finished plan.
  package static let enoughDays = 28
  package static let enoughFinished = 20

  /// The number of plans that were finished on each past day; at least one.
  package let past: [Int]
  package let seed: UInt64

  /// Returns nil where the past is too short to say anything.
  package init?(past: [Int], seed: UInt64 = usualSeed) {
    guard past.count >= Self.fewestDays, past.reduce(0, +) >= Self.fewestFinished else {
      return nil
    }
    (self.past, self.seed) = (past, seed)
  }

  package var finished: Int { past.reduce(0, +) }

  /// Whether the answers are only a rough guess.
  package var isRough: Bool {
    past.count < Self.enoughDays || finished < Self.enoughFinished
  }

  /// Returns how many plans at least are finished in so many days, for each of `certainties`.
  ///
  /// - Parameter days: At most `mostDays`.
  package func counts(inDays days: Int) -> [Int] {
    var generator = SplitMix64(seed: seed)
    let counts = (0..<Self.futures).map { _ in
      (0..<days).reduce(0) { sum, _ in sum + past[generator.number(below: past.count)] }
    }
    // What 85 % of the futures reach is what 15 % of them stay below: counted from above.
    let percentiles = Percentiles(counts.map { -$0 })
    return Self.certainties.map { -(percentiles[$0] ?? 0) }
  }

  /// Returns in how many days so many plans are finished, for each of `certainties`; nil for more than
  /// `mostDays`.
  package func days(toFinish count: Int) -> [Int?] {
    var generator = SplitMix64(seed: seed)
    let percentiles = Percentiles(
      (0..<Self.futures).map { _ in
        var (days, left) = (0, count)
        while left > 0, days <= Self.mostDays {
          left -= past[generator.number(below: past.count)]
          days += 1
        }
        return days
      })
    return Self.certainties.map { percent in
      percentiles[percent].flatMap { $0 <= Self.mostDays ? $0 : nil }
    }
  }
}
