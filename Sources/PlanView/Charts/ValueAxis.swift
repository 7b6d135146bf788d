/// The ticks of a chart's vertical axis: round numbers from 0 up.
package struct ValueAxis: Hashable, Sendable {
  /// The distance between two ticks: 1, 2 or 5 times a power of ten.
  package let step: Double
  /// The number of steps from 0 to the top, at least 1.
  package let steps: Int

  /// - Parameters:
  ///   - greatest: The greatest number that the axis must include; never negative.
  ///   - limit: The largest number of ticks above 0, at least 1.
  ///   - isWhole: Whether the numbers are whole numbers, as counts are.
  package init(upTo greatest: Double, atMost limit: Int, isWhole: Bool) {
    let step = Self.step(greatest / Double(limit), isWhole ? 1 : 0.001)
    self.step = step
    steps = max(1, Int((greatest / step).rounded(.up)))
  }

  /// Returns the smallest round step that is at least `least` and at least `smallest`.
  private static func step(_ least: Double, _ smallest: Double) -> Double {
    var unit = smallest
    while true {
      for factor in [1.0, 2, 5] where unit * factor >= least { return unit * factor }
      unit *= 10
    }
  }

  package var top: Double { step * Double(steps) }

  /// The ticks from 0 to the top.
  package var ticks: [Double] { (0...steps).map { Double($0) * step } }

  /// Returns the text of a tick without trailing zeros.
  package func label(_ tick: Double) -> String { DecimalText.text(tick, decimals: 3) }
}
