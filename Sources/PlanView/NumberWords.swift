/// A number with its noun: `1 plan`, `2 plans`.
package enum CountWords {
  package static func words(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}

extension Double {
  /// Returns the number rounded, without trailing zeros: `3`, `2.5`, `0.07`. The number must be
  /// finite. Times 10 to the power of `decimals`, it is limited to ±2⁵³.
  ///
  /// - Parameter decimals: The largest number of decimals, 0 to 6.
  package func text(decimals: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<decimals { unit *= 10 }
    let limit = 9_007_199_254_740_992.0
    let scaled = Int64(min(max((self * Double(unit)).rounded(), -limit), limit))
    let (whole, fraction) = (scaled.magnitude / UInt64(unit), scaled.magnitude % UInt64(unit))
    let sign = scaled < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(whole)" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: decimals - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// The number of seconds as a duration in its largest unit: `12m`, `3.5h`, `2.3d`, `41d`. The
  /// number must not be negative.
  package var durationWords: String {
    let (minute, hour, day) = (60.0, 3600.0, 86_400.0)
    if self < hour { return "\((self / minute).text(decimals: 0))m" }
    return self < day ? "\((self / hour).short)h" : "\((self / day).short)d"
  }

  /// The number with one decimal if it rounds to less than ten, else without decimals.
  private var short: String { text(decimals: self < 9.95 ? 1 : 0) }
}
