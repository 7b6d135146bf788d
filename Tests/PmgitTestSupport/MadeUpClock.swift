package import PlanStore

/// A clock that only advances during waits. It records the waits.
package final class MadeUpClock {
  package private(set) var waits: [Duration] = []
  package private(set) var now: Duration = .zero

  package init() {}

  /// Returns this clock in the form that a store uses.
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
