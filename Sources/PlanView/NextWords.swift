package import PlanModel

/// The reasons why a plan is the next to do, in words.
package enum NextWords {
  /// Returns words such as `overdue since Nov 19, urgent, 3 plans wait for it`.
  package static func words(for reasons: [NextPlan.Reason], today: CalendarDay) -> String {
    reasons.map { reason in
      switch reason {
      case .overdue(let day): DueWords.words(for: day, today: today, isDone: false)
      case .due(let day): "due \(DueWords.words(for: day, today: today, isDone: false))"
      case .priority(let priority): priority.rawValue
      case .mine: "yours"
      case .unblocks(let count):
        "\(CountWords.words(count, "plan")) \(count == 1 ? "waits" : "wait") for it"
      case .place: "next on the board"
      }
    }.joined(separator: ", ")
  }
}
