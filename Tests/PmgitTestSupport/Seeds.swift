import Foundation
import Testing

/// The seeds of random tests, and the command that runs one of them again.
package enum Seeds {
  private static let variable = "PMGIT_SEED"

  /// The only seed to run, given by `PMGIT_SEED` to repeat a failure; nil to run all seeds.
  package static let replayed: UInt64? = {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    guard let seed = UInt64(text) else { preconditionFailure("\(variable)=\(text) is no number") }
    return seed
  }()

  /// Returns the first seeds, counted from 0, or only the replayed one. Each is the argument of one
  /// test case.
  package static func each(_ count: UInt64) -> [UInt64] { batches(count).flatMap(\.self) }

  /// Returns the first seeds, counted from 0, in batches, or only the replayed one. Each batch is
  /// the argument of one test case.
  package static func batches(_ count: UInt64, of size: UInt64 = 1) -> [[UInt64]] {
    if let replayed { return [[replayed]] }
    return stride(from: 0, to: count, by: Int(size)).map { Array($0..<min(count, $0 + size)) }
  }

  /// Records a failure with its report.
  package static func record(
    _ failure: String, seed: UInt64, suite: String, steps: [some CustomStringConvertible],
    of original: Int
  ) {
    let report = report(seed, suite: suite, steps: steps, of: original, failure: failure)
    Issue.record(Comment(rawValue: report))
  }

  /// Returns a report that begins with the command to repeat the failure.
  ///
  /// - Parameters:
  ///   - suite: The value of `--filter`.
  ///   - steps: The shortened script, which had `original` steps.
  package static func report(
    _ seed: UInt64, suite: String, steps: [some CustomStringConvertible], of original: Int,
    failure: String
  ) -> String {
    """
    seed \(seed) fails. To run it again:
    \(variable)=\(seed) swift test --filter \(suite)

    \(steps.count) of its \(original) steps are enough:
    \(steps.map { "  \($0)" }.joined(separator: "\n"))

    \(failure)
    """
  }
}
