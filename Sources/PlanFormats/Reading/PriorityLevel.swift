import PlanModel

extension Priority {
  /// Creates the priority for a number, where 0 is the highest. Numbers above 3 mean no priority
  /// and give nil.
  init?(number: Int?) {
    switch number {
    case 0: self = .urgent
    case 1: self = .high
    case 2: self = .medium
    case 3: self = .low
    default: return nil
    }
  }

  /// Returns the priority for `P0` to `P3`; nil for another text.
  init?(level: String?) {
    guard let level, level.uppercased().hasPrefix("P") else { return nil }
    self.init(number: Int(level.dropFirst()))
  }
}
