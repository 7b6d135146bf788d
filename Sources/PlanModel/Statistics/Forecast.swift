/// Predicts what will be finished when, if work continues as in the past.
///
/// It is a Monte Carlo simulation. For each future day it draws a random past day, and assumes that
/// as many plans are finished. It simulates many futures, and reports what holds in a given
/// percentage of them. Past days without finished plans are drawn like all others.
package struct Forecast: Sendable {
  /// The number of simulated futures.
  package static let futures = 10_000
  /// The percentages of futures for which results are reported.
  package static let certainties = [50, 85, 95]
  /// The longest forecast in days.
  package static let mostDays = 3650
  /// The default seed; it is fixed, so that the same question has the same answer.
  package static let usualSeed: UInt64 = 1

  /// The fewest past days that allow a forecast: fewer days hardly include weekends and bad weeks.
  package static let fewestDays = 14
  /// The fewest finished plans that allow a forecast.
  package static let fewestFinished = 5
  /// The fewest past days for a forecast that is not rough. With fewer days or finished plans,
  /// every finished plan changes the result noticeably.
  package static let enoughDays = 28
  /// The fewest finished plans for a forecast that is not rough.
  package static let enoughFinished = 20

  /// The number of plans finished on each past day; not empty.
  package let past: [Int]
  package let seed: UInt64

  /// Creates a forecast; nil if the past has too few days or finished plans.
  package init?(past: [Int], seed: UInt64 = usualSeed) {
    guard past.count >= Self.fewestDays, past.reduce(0, +) >= Self.fewestFinished else {
      return nil
    }
    (self.past, self.seed) = (past, seed)
  }

  package var finished: Int { past.reduce(0, +) }

  /// Whether the results are only a rough guess.
  package var isRough: Bool {
    past.count < Self.enoughDays || finished < Self.enoughFinished
  }

  /// Returns the numbers of plans that are finished within `days` days, one for each percentage of
  /// futures in `certainties`. In at least that percentage of futures, as many plans are finished.
  ///
  /// - Parameter days: At most `mostDays`.
  package func counts(inDays days: Int) -> [Int] {
    var generator = SplitMix64(seed: seed)
    let counts = (0..<Self.futures).map { _ in
      (0..<days).reduce(0) { sum, _ in sum + past[generator.number(below: past.count)] }
    }
    // The count that 85 % of the futures reach is the 85th percentile, counted from the greatest
    // value.
    let percentiles = Percentiles(counts.map { -$0 })
    return Self.certainties.map { -(percentiles[$0] ?? 0) }
  }

  /// Returns the numbers of days in which `count` plans are finished, one for each percentage of
  /// futures in `certainties`; nil for more than `mostDays`.
  package func days(toFinish count: Int) -> [Int?] { days(toFinishEach: [count])[0] }

  /// Returns the days for each of several counts, in the same simulated futures.
  ///
  /// - Complexity: Like one call for the greatest count.
  package func days(toFinishEach counts: [Int]) -> [[Int?]] {
    var generator = SplitMix64(seed: seed)
    let ascending = counts.indices.sorted { counts[$0] < counts[$1] }
    var days = counts.map { _ in [Int]() }
    for _ in 0..<Self.futures {
      var (day, finished) = (0, 0)
      for index in ascending {
        while finished < counts[index], day <= Self.mostDays {
          finished += past[generator.number(below: past.count)]
          day += 1
        }
        days[index].append(day)
      }
    }
    return days.map { days in
      let percentiles = Percentiles(days)
      return Self.certainties.map { percent in
        percentiles[percent].flatMap { $0 <= Self.mostDays ? $0 : nil }
      }
    }
  }
}

// MARK: - Random numbers

/// A random number generator that gives the same numbers for the same seed, on all machines and in
/// all versions.
///
/// The algorithm is from Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
/// (2014). It is not suitable for secrets.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below `bound`, which is at least 1.
  ///
  /// All numbers are equally likely, up to an error of `bound` / 2⁶⁴.
  mutating func number(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
