@testable package import PlanStore

/// A clock that only advances during waits, and by a step whenever it is read. It records the
/// waits.
package final class MadeUpClock {
  package private(set) var waits: [Duration] = []
  package private(set) var now: Duration = .zero
  private let step: Duration

  package init(step: Duration = .zero) { self.step = step }

  /// Returns this clock in the form that a store uses.
  package func clock(seed: UInt64 = 1) -> RaceClock {
    RaceClock(
      now: {
        self.now += self.step
        return self.now
      },
      sleep: { wait in
        self.waits.append(wait)
        self.now += wait
      },
      random: SeededGenerator(seed: seed))
  }
}
