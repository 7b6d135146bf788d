/// Percentiles by nearest rank: the smallest value that at least the given percentage of values
/// does not exceed.
///
/// Unlike an interpolated percentile, it is always one of the values.
package struct Percentiles<Value: Comparable & Sendable>: Sendable {
  private let sorted: [Value]

  package init(_ values: some Sequence<Value>) { sorted = values.sorted() }

  package var count: Int { sorted.count }

  /// Returns a percentile; nil without values.
  ///
  /// - Parameter percent: 1 to 100.
  package subscript(percent: Int) -> Value? {
    guard !sorted.isEmpty else { return nil }
    let rank = (percent * sorted.count + 99) / 100
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
