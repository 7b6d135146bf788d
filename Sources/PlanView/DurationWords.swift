/// Formats a duration in its largest unit: `12m`, `3.5h`, `2.3d`, `41d`.
package enum DurationWords {
  private static let minute = 60.0
  private static let hour = 60 * minute
  private static let day = 24 * hour

  /// - Parameter seconds: The duration; never negative.
  package static func words(seconds: Int64) -> String {
    let length = Double(seconds)
    if length < hour { return "\(DecimalText.text(length / minute, decimals: 0))m" }
    if length < day { return "\(short(length / hour))h" }
    return "\(short(length / day))d"
  }

  /// Returns a number with one decimal if it is below ten, else without decimals.
  private static func short(_ number: Double) -> String {
    DecimalText.text(number, decimals: number < 9.95 ? 1 : 0)
  }
}
