/// A length of time as people type it: `30s`, `10m`, `2h`, `1d`.
package enum TimeSpan {
  /// The forms, for messages.
  package static let forms = "30s, 10m, 2h, 1d"

  static let minute: Int64 = 60_000
  static let hour = 60 * minute
  static let day = 24 * hour

  /// Parses digits and one of the units `s`, `m` or `min`, `h`, `d` and `w`, in either case.
  ///
  /// - Returns: Milliseconds, of at most a billion units; nil for a text of another form.
  package static func milliseconds(_ typed: String) -> Int64? {
    let digits = typed.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let unit = unit(String(typed.dropFirst(digits.count))) else {
      return nil
    }
    // A larger number is valid, and counts as `mostUnits`.
    let count = min(Int64(digits) ?? .max, mostUnits)
    return count * unit
  }

  /// The largest count. Its milliseconds do not overflow, even if a moment is added.
  private static let mostUnits: Int64 = 1_000_000_000

  private static func unit(_ text: String) -> Int64? {
    switch text.lowercased() {
    case "s": 1000
    case "m", "min": minute
    case "h": hour
    case "d": day
    case "w": 7 * day
    default: nil
    }
  }

  /// The longest time that a command waits, a year.
  private static let longestWait = 366 * day

  /// Parses the time that a command waits, in total or between two of its actions.
  ///
  /// - Returns: nil for a text of another form, for zero, and for more than a year.
  package static func wait(_ typed: String) -> Duration? {
    guard let milliseconds = milliseconds(typed), (1...longestWait).contains(milliseconds) else {
      return nil
    }
    return .milliseconds(milliseconds)
  }
}
