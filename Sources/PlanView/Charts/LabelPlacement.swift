/// Positions labels beside a chart as near as possible to the points that they name.
enum LabelPlacement {
  /// Returns the middles of the labels, each at least `gap` from the next.
  ///
  /// - Parameters:
  ///   - wanted: The ideal positions, from top to bottom.
  ///   - range: The allowed positions. If it is too small for all labels, they are closer together.
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
    // Labels beyond the bottom are moved back, which moves the labels above them up.
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
