import Foundation

/// The seeds of random merges: few in an ordinary run, fresh ones for as long as `make soak` asks.
///
/// `PMGIT_SEED=N` replays the one that failed.
enum LongRun {
  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }
  }

  static func seeds(_ usual: Range<UInt64>) -> [UInt64] {
    number("PMGIT_SEED").map { [$0] } ?? Array(usual)
  }

  static let duration = number("PMGIT_SOAK_SECONDS").map { Duration.seconds(Int64($0)) }

  /// Calls `body` with fresh seeds until the time is over.
  static func soak(_ body: (UInt64) async throws -> Void) async throws {
    guard let duration else { return }
    let end = ContinuousClock.now + duration
    var count = 0
    while ContinuousClock.now < end {
      try await body(UInt64.random(in: 1_000...1_000_000_000))
      count += 1
    }
    print("\(count) seeds")
  }
}
