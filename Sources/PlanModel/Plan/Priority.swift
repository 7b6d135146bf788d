/// The importance of a plan.
package enum Priority: String, CaseIterable, Comparable, Sendable {
  case low, medium, high, urgent

  /// Parses the name of a priority in any case, including names of other trackers.
  package init?(named name: String) {
    switch name.lowercased() {
    case "l", "lowest", "minor", "trivial": self = .low
    case "m", "med", "normal", "middle": self = .medium
    case "h", "major": self = .high
    case "u", "highest", "critical", "blocker": self = .urgent
    case let name:
      guard let priority = Self(rawValue: name) else { return nil }
      self = priority
    }
  }

  /// Compares importance; `low` is the smallest.
  package static func < (left: Priority, right: Priority) -> Bool {
    left.order < right.order
  }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
