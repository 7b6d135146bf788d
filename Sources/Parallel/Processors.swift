import Dispatch
import Libc
import Synchronization

/// Processes many items in parts, on all processors.
///
/// The parts run in parallel, and their results are returned in order. So combined results are the
/// same for any number of processors.
package enum Processors {
  /// The number of processors, at most 16.
  package static let count = max(1, min(16, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

  /// The number of parts; nil for one part per processor. Set by tests.
  @TaskLocal package static var testedParts: Int?

  /// Calls a body for each part of some items, and returns the results in order.
  ///
  /// - Parameters:
  ///   - count: The number of items.
  ///   - fewest: The smallest number of items for which threads are worth their cost. Fewer items
  ///     are processed as one part.
  ///   - body: Returns the result for the items in a range. It is called for several ranges in
  ///     parallel.
  /// - Throws: The error of the first part that fails.
  package static func map<Output: Sendable, Failure: Error>(
    _ count: Int, fewest: Int, _ body: @Sendable (Range<Int>) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    let parts = parts(count, fewest: fewest)
    guard parts.count > 1 else {
      var outputs: [Output] = []
      for part in parts { outputs.append(try body(part)) }
      return outputs
    }
    let results = Mutex([Result<Output, Failure>?](repeating: nil, count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { number in
      let result = Result { () throws(Failure) in try body(parts[number]) }
      results.withLock { $0[number] = result }
    }
    var outputs: [Output] = []
    for case let result? in results.withLock({ $0 }) { outputs.append(try result.get()) }
    return outputs
  }

  /// Calls a body like `map`, and joins the results into one array.
  package static func flatMap<Output: Sendable, Failure: Error>(
    _ count: Int, fewest: Int, _ body: @Sendable (Range<Int>) throws(Failure) -> [Output]
  ) throws(Failure) -> [Output] {
    let parts = try map(count, fewest: fewest, body)
    // Parts are added as a whole. `joined()` would visit every element.
    return parts.dropFirst().reduce(into: parts.first ?? []) { $0 += $1 }
  }

  /// Splits items into parts of the same size. The last part may be smaller.
  private static func parts(_ count: Int, fewest: Int) -> [Range<Int>] {
    guard count > 0 else { return [] }
    let wanted = testedParts ?? (count < fewest ? 1 : Self.count)
    let size = (count + wanted - 1) / wanted
    return stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
  }
}
