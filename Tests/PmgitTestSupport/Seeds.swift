import Foundation

/// The seeds of random tests, and how one of them is run again.
package enum Seeds {
  private static let variable = "PMGIT_SEED"

  /// The only seed to run, if somebody runs a failure again.
  package static let replayed: UInt64? = {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    guard let seed = UInt64(text) else { preconditionFailure("\(variable)=\(text) is no number") }
    return seed
  }()

  /// The seeds from 0, each the argument of one test case; or the replayed one alone.
  package static func each(_ count: UInt64) -> [UInt64] { batches(count).flatMap(\.self) }

  /// The seeds from 0 in batches, each the argument of one test case; or the replayed one alone.
  package static func batches(_ count: UInt64, of size: UInt64 = 1) -> [[UInt64]] {
    if let replayed { return [[replayed]] }
    return stride(from: 0, to: count, by: Int(size)).map { Array($0..<min(count, $0 + size)) }
  }

  /// A report that begins with the command that runs the failure again.
  ///
  /// - Parameters:
  ///   - suite: What `--filter` takes.
  ///   - steps: The shrunk script, out of `original` steps.
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
