import PlanModel

extension Repetition {
  /// The loss that is reported for an unsupported rule.
  static let otherRules = "rules of repetition that pmgit does not have"

  /// Parses a count and the letter of a unit, such as `2w` in todo.txt and Org; nil for other
  /// texts.
  init?(letters text: some StringProtocol, isFromDone: Bool) {
    let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), count > 0
    else { return nil }
    self.init("every \(count) \(unit)s\(isFromDone ? " from done" : "")")
  }
}
