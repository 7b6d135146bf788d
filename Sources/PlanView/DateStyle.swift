package import PlanModel

/// The style in which histories show dates and times.
package struct DateStyle: Sendable {
  package enum Form: String, CaseIterable, Sendable {
    /// `3 days ago`.
    case relative
    /// `2026-11-24 14:05:09 +0900`, like git's `iso`.
    case iso
    /// `Tue Nov 24 14:05:09 2026`, like git's `local`.
    case local
  }

  package let form: Form
  /// The time zone in which moments are shown.
  package let clocks: LocalClocks

  package init(_ form: Form, on clocks: LocalClocks) { (self.form, self.clocks) = (form, clocks) }

  /// Shows moments as the time since then.
  package static let relative = DateStyle(.relative, on: .utc)

  /// The largest width of a moment, in terminal cells.
  package static let mostCells = 25

  /// Returns the form that is most similar to a value of git's `log.date`; nil if there is none.
  ///
  /// - Parameter isTerminal: Whether the output is a terminal, where `auto:FORM` means `FORM`.
  package static func form(ofGit name: String, isTerminal: Bool) -> Form? {
    if let form = name.firstRange(of: "auto:"), form.lowerBound == name.startIndex {
      return isTerminal ? self.form(ofGit: String(name[form.upperBound...]), isTerminal: true) : nil
    }
    switch name {
    case "relative", "human": return .relative
    case "iso", "iso8601", "iso-strict", "iso8601-strict", "iso-local", "iso8601-local",
      "iso-strict-local":
      return .iso
    case "local", "default", "default-local": return .local
    default: return nil
    }
  }

  package func words(for moment: Timestamp, now: Timestamp) -> String {
    switch form {
    case .relative: RelativeTime.words(for: moment, now: now)
    case .iso: iso(moment)
    case .local: local(moment)
    }
  }

  private func iso(_ moment: Timestamp) -> String {
    let (day, seconds) = ShownTime.split(moment, on: clocks)
    let minutes = clocks.minutesAheadOfUTC(at: moment)
    let zone = ShownTime.two(abs(minutes) / 60) + ShownTime.two(abs(minutes) % 60)
    return "\(day) \(clock(seconds)) \(minutes < 0 ? "-" : "+")\(zone)"
  }

  private func local(_ moment: Timestamp) -> String {
    let (day, seconds) = ShownTime.split(moment, on: clocks)
    return "\(day.shortWeekday) \(day.shortMonth) \(day.day) \(clock(seconds)) \(day.year)"
  }

  private func clock(_ seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map(ShownTime.two).joined(separator: ":")
  }
}
