import Foundation
package import Testing

/// The long form of random tests, for as long as `make soak` asks.
///
/// A suite that is to be part of it has a name that ends in `Soak` and the trait `.soak`, and calls
/// `Soak.run`. `Scripts/soak.sh` finds such suites by their names and runs their tests one after the
/// other, each in a process of its own and for an equal share of the time.
package enum Soak {
  private static let variable = "PMGIT_SOAK_SECONDS"

  /// How long to go on; nil if nobody asked.
  package static let duration: Duration? = number(variable).map { .seconds(Int64($0)) }

  package static let reason: Comment = "PMGIT_SOAK_SECONDS is not set; see 'make soak'"

  /// Seeds the seeds: fresh in each run, or `PMGIT_SOAK_SEED`.
  private static let first = number("PMGIT_SOAK_SEED") ?? UInt64.random(in: 1..<1 << 32)

  private static func number(_ name: String) -> UInt64? {
    guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
    guard let number = UInt64(text) else { preconditionFailure("\(name)=\(text) is no number") }
    return number
  }

  /// Calls `body` with one seed after the other until the time is over, or it returns false.
  ///
  /// - Parameter name: What is soaked, for the lines that are printed.
  package static func run(_ name: String, body: (UInt64) async throws -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: duration ?? .zero)
    // No suite meets the seeds of another one, nor those of ordinary tests.
    var random = SeededGenerator(seed: first ^ FNV.hash(name))
    print("soak: \(name) begins, PMGIT_SOAK_SEED=\(first)")
    var count = 0
    repeat {
      count += 1
      let goOn = try await body(random.next())
      if !goOn { break }
    } while ContinuousClock.now < end
    print("soak: \(name) ran \(count) seeds")
  }

  /// A hash that is the same in every run, which Swift's own is not.
  private enum FNV {
    static func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a suite in `make soak` only.
  package static var soak: Self { .enabled(if: Soak.duration != nil, Soak.reason) }
}
