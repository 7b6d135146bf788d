package import PlanStore

/// A clock on which only waits take time, and that has a log of them.
package final class MadeUpClock {
  package private(set) var waits: [Duration] = []
  package private(set) var now: Duration = .zero

  package init() {}

  /// The clock as a store takes it.
  package func clock(seed: UInt64 = 1) -> RaceClock {
    RaceClock(
      now: { self.now },
      sleep: { wait in
        self.waits.append(wait)
        self.now += wait
      },
      random: SeededGenerator(seed: seed))
  }
}
