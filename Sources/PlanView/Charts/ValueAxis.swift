/// The round numbers at the side of a chart, from 0 up.
package struct ValueAxis: Hashable, Sendable {
  /// The distance of two ticks: 1, 2 or 5 times a power of ten.
  package let step: Double
  /// The number of steps up to the top, at least 1.
  package let steps: Int

  /// - Parameters:
  ///   - greatest: The number that must have room; never negative.
  ///   - limit: The most ticks above 0, at least 1.
  ///   - isWhole: Whether only whole numbers make sense.
  package init(upTo greatest: Double, atMost limit: Int, isWhole: Bool) {
    let step = Self.step(greatest / Double(limit), isWhole ? 1 : 0.001)
    self.step = step
    steps = max(1, Int((greatest / step).rounded(.up)))
  }

  /// Returns the least round step that is not less than another one and than a power of ten.
  private static func step(_ least: Double, _ smallest: Double) -> Double {
    var unit = smallest
    while true {
      for factor in [1.0, 2, 5] where unit * factor >= least { return unit * factor }
      unit *= 10
    }
  }

  package var top: Double { step * Double(steps) }

  /// From 0 to the top.
  package var ticks: [Double] { (0...steps).map { Double($0) * step } }

  /// Returns the text of a tick, as short as it can be.
  package func label(_ tick: Double) -> String { DecimalText.text(tick, decimals: 3) }
}
