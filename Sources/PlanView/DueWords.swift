package import PlanModel

/// Due dates in words, such as `today`, `tomorrow`, `in 3 days`, `3 days overdue`, `5 months
/// overdue`, or the date itself.
package enum DueWords {
  /// The most days ahead that are shown as a number of days; later dates are clearer as dates.
  private static let daysCounted = 13

  /// The most days past that are shown as a number of days; then months and years are exact enough.
  private static let daysPastCounted = 99

  /// Returns the words for a due date: at most 17 characters for the next thousand years.
  ///
  /// - Parameter isDone: Whether the plan is done. Then the date itself is shown.
  package static func words(for due: CalendarDay, today: CalendarDay, isDone: Bool) -> String {
    guard !isDone else { return due.description }
    switch due - today {
    case 0: return "today"
    case 1: return "tomorrow"
    case 2...daysCounted: return "in \(due - today) days"
    case ..<0: return "\(words(pastDays: today - due)) overdue"
    default: return due.description
    }
  }

  private static func words(pastDays days: Int) -> String {
    switch days {
    case ...daysPastCounted: CountWords.words(days, "day")
    case ..<730: CountWords.words(days * 12 / 365, "month")
    default: CountWords.words(days / 365, "year")
    }
  }
}
