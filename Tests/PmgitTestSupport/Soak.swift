import Foundation
import Synchronization
package import Testing

/// Long runs of random tests, for as long as `make soak` asks.
///
/// Such a suite has a name that ends in `Soak` and the trait `.soak`. Most of these suites call
/// `Soak.run`. `Scripts/soak.sh` finds the suites by their names. It runs their tests one after the
/// other, each in a separate process and for an equal share of the time.
package enum Soak {
  private static let variable = "PMGIT_SOAK_SECONDS"

  /// How long to run; nil if no soak was asked for.
  package static let duration: Duration? = number(variable).map { .seconds(Int64($0)) }

  package static let reason: Comment = "PMGIT_SOAK_SECONDS is not set; see 'make soak'"

  /// The seed that the tests' seeds are generated from: `PMGIT_SOAK_SEED`, or a random one.
  private static let first = number("PMGIT_SOAK_SEED") ?? UInt64.random(in: 1..<1 << 32)

  private static func number(_ name: String) -> UInt64? {
    guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
    guard let number = UInt64(text) else { preconditionFailure("\(name)=\(text) is no number") }
    return number
  }

  /// Calls `body` with one seed after the other, on every processor, until the time is over or a
  /// call returns false. Calls it only with the replayed seed if there is one.
  ///
  /// - Parameter name: The name of the test, for the printed lines.
  package static func run(
    _ name: String, body: @escaping @Sendable (UInt64) async throws -> Bool
  ) async throws {
    if let seed = Seeds.replayed {
      _ = try await body(seed)
      return
    }
    let end = ContinuousClock.now.advanced(by: duration ?? .zero)
    // Each test has seeds of its own, which differ from those of ordinary tests.
    let seeds = SeedSource(first: first ^ FNV.hash(name))
    print("soak: \(name) begins, PMGIT_SOAK_SEED=\(first)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          while ContinuousClock.now < end, let seed = seeds.next() {
            if try await !body(seed) { seeds.stop() }
          }
        }
      }
      try await group.waitForAll()
    }
    print("soak: \(name) ran \(seeds.count) seeds")
    #expect(seeds.count > 0)
  }

  /// A hash that is the same in every run, unlike Swift's own.
  private enum FNV {
    static func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}

/// A source of seeds for several workers.
private final class SeedSource: Sendable {
  private struct State {
    var random: SeededGenerator
    var count = 0
    var isOpen = true
  }

  private let state: Mutex<State>

  init(first: UInt64) { state = Mutex(State(random: SeededGenerator(seed: first))) }

  /// The number of seeds given out.
  var count: Int { state.withLock(\.count) }

  /// Returns the next seed; nil after the source was stopped.
  func next() -> UInt64? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      state.count += 1
      return state.random.next()
    }
  }

  func stop() { state.withLock { $0.isOpen = false } }
}

extension Trait where Self == ConditionTrait {
  /// Runs a suite only in `make soak`, and to repeat a failure of it.
  package static var soak: Self {
    .enabled(if: Soak.duration != nil || Seeds.replayed != nil, Soak.reason)
  }
}
