/// A number with its noun: `1 plan`, `2 plans`.
package enum CountWords {
  package static func words(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

/// Numbers with few decimals for charts and statistics.
package enum DecimalText {
  /// Returns a rounded number without trailing zeros: `3`, `2.5`, `0.07`.
  ///
  /// - Parameters:
  ///   - value: A finite number. Times 10 to the power of `decimals`, it is limited to ±2⁵³.
  ///   - decimals: The largest number of decimals, 0 to 6.
  package static func text(_ value: Double, decimals: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<decimals { unit *= 10 }
    let limit = 9_007_199_254_740_992.0
    let scaled = Int64(min(max((value * Double(unit)).rounded(), -limit), limit))
    let (whole, fraction) = (scaled.magnitude / UInt64(unit), scaled.magnitude % UInt64(unit))
    let sign = scaled < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(whole)" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: decimals - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// Returns a duration in its largest unit: `12m`, `3.5h`, `2.3d`, `41d`.
  ///
  /// - Parameter seconds: The duration; never negative.
  package static func duration(seconds: Int64) -> String {
    let (minute, hour, day) = (60.0, 3600.0, 86_400.0)
    let length = Double(seconds)
    if length < hour { return "\(text(length / minute, decimals: 0))m" }
    return length < day ? "\(short(length / hour))h" : "\(short(length / day))d"
  }

  /// Returns a number with one decimal if it rounds to less than ten, else without decimals.
  private static func short(_ number: Double) -> String {
    text(number, decimals: number < 9.95 ? 1 : 0)
  }
}
