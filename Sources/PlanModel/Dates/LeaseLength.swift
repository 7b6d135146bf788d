/// The length of a lease as people type it: `90m`, `2h`, `1d`.
///
/// Here `m` means minutes, because a lease of months is not allowed.
package struct LeaseLength: Hashable, Sendable {
  package let milliseconds: Int64

  package static let shortest = LeaseLength(milliseconds: TimeSpan.minute)
  package static let longest = LeaseLength(milliseconds: 30 * TimeSpan.day)
  /// The length of a lease that is renewed if its former length is unknown.
  package static let usual = LeaseLength(milliseconds: 30 * TimeSpan.minute)

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
    guard let milliseconds = TimeSpan.milliseconds(text) else {
      throw InvalidValue(field: "lease", value: text, reason: "is not a length of time", hint: hint)
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
}

extension LeaseLength: CustomStringConvertible {
  /// The length in its largest unit that divides it: `90s`, `90m`, `2h`, `1d`.
  package var description: String {
    if milliseconds % TimeSpan.day == 0 { return "\(milliseconds / TimeSpan.day)d" }
    if milliseconds % TimeSpan.hour == 0 { return "\(milliseconds / TimeSpan.hour)h" }
    if milliseconds % TimeSpan.minute == 0 { return "\(milliseconds / TimeSpan.minute)m" }
    return "\(milliseconds / 1000)s"
  }
}
