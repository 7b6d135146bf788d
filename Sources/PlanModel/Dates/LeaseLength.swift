/// The length of a lease as people type it: `90m`, `2h`, `1d`.
///
/// Here `m` means minutes, because a lease of months is not allowed.
package struct LeaseLength: Hashable, Sendable {
  package let milliseconds: Int64

  package static let shortest = LeaseLength(milliseconds: minute)
  package static let longest = LeaseLength(milliseconds: 30 * day)
  /// The length of a lease that is renewed if its former length is unknown.
  package static let usual = LeaseLength(milliseconds: 30 * minute)

  private static let minute: Int64 = 60_000
  private static let hour = 60 * minute
  private static let day = 24 * hour

  /// Creates a length, limited to the shortest and the longest.
  package init(limiting milliseconds: Int64) {
    self.init(
      milliseconds: min(
        max(milliseconds, Self.shortest.milliseconds), Self.longest.milliseconds))
  }

  private init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Parses a length from `shortest` to `longest`.
  package init(_ text: String) throws(InvalidValue) {
    let hint = "write it as 30m, 2h or 1d"
    guard let milliseconds = Self.milliseconds(text) else {
      throw InvalidValue(
        field: "lease", value: text, reason: "is not a length of time", hint: hint)
    }
    guard milliseconds >= Self.shortest.milliseconds else {
      throw InvalidValue(
        field: "lease", value: text, reason: "is shorter than \(Self.shortest)", hint: hint)
    }
    guard milliseconds <= Self.longest.milliseconds else {
      throw InvalidValue(
        field: "lease", value: text, reason: "is longer than \(Self.longest)",
        hint: "leave out --lease for a claim that does not end")
    }
    self.milliseconds = milliseconds
  }

  /// Returns the end of a lease of this length that begins at a moment.
  package func end(from now: Timestamp) -> Timestamp {
    Timestamp(milliseconds: now.milliseconds + milliseconds)
  }

  /// Parses digits and one of the units `m` or `min`, `h`, `d` and `w`, in either case; nil for
  /// other texts.
  ///
  /// - Returns: At most a length that leads from any moment out of the calendar.
  static func milliseconds(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let unit = unit(String(text.dropFirst(digits.count))) else {
      return nil
    }
    // A number too large for an integer is valid, and leads out of the calendar.
    let count = min(Int64(digits) ?? .max, mostUnits)
    return count * unit
  }

  /// The largest count. Its milliseconds do not overflow, also when a moment is added.
  private static let mostUnits: Int64 = 1_000_000_000

  private static func unit(_ text: String) -> Int64? {
    switch text.lowercased() {
    case "m", "min": minute
    case "h": hour
    case "d": day
    case "w": 7 * day
    default: nil
    }
  }
}

extension LeaseLength: CustomStringConvertible {
  /// The length in its largest unit that divides it: `90m`, `2h`, `1d`.
  package var description: String {
    if milliseconds % Self.day == 0 { return "\(milliseconds / Self.day)d" }
    if milliseconds % Self.hour == 0 { return "\(milliseconds / Self.hour)h" }
    return "\(milliseconds / Self.minute)m"
  }
}
