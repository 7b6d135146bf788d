/// Finds places for labels beside a picture that stand as near as can be to what they name.
enum LabelPlacement {
  /// Returns where the middles of the labels go, each at least `gap` from the next.
  ///
  /// - Parameters:
  ///   - wanted: The best places, from top to bottom.
  ///   - range: Where labels may be; if it has not room enough for all, they stand closer.
  static func places(
    _ wanted: [Double], gap: Double, in range: ClosedRange<Double>
  ) -> [Double] {
    guard wanted.count > 1 else { return wanted.map { range.nearest(to: $0) } }
    let room = range.upperBound - range.lowerBound
    let gap = min(gap, room / Double(wanted.count - 1))
    var places = wanted.map { range.nearest(to: $0) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + gap)
    }
    // What was pushed out at the bottom pushes the others up.
    var limit = range.upperBound
    for index in places.indices.reversed() {
      places[index] = min(places[index], limit)
      limit = places[index] - gap
    }
    return places
  }
}

extension ClosedRange<Double> {
  fileprivate func nearest(to value: Double) -> Double {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
