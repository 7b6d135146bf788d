/// Numbers with few decimals for charts and statistics.
package enum DecimalText {
  /// Returns a rounded number without trailing zeros: `3`, `2.5`, `0.07`.
  ///
  /// - Parameters:
  ///   - value: A finite number. Numbers beyond 2⁵³ are replaced by that limit.
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
}
