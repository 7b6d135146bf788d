/// Percentiles by nearest rank: the smallest value that at least so many percent of all values do not
/// exceed.
///
/// Unlike an interpolated one it always is a value that occurred, and its rank needs no fractions.
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
