/// A length of time as people type it: `30s`, `10m`, `2h`, `1d`.
package enum TimeSpan {
  /// The forms, for messages.
  package static let forms = "30s, 10m, 2h, 1d"

  private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  /// The longest span, a year, so that no sum of times overflows.
  private static let most: Int64 = 366 * 86_400

  /// Returns a typed length of time.
  ///
  /// - Returns: nil for a text of another form, for zero, and for more than a year.
  package static func parse(_ typed: String) -> Duration? {
    guard let last = typed.last, let unit = units[last], typed.utf8.count <= 10 else { return nil }
    let digits = typed.dropLast()
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int64(digits), count > 0, count * unit <= most
    else { return nil }
    return .seconds(count * unit)
  }
}
