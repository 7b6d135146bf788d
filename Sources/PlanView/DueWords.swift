package import PlanModel

/// A due date in words: `today`, `tomorrow`, `in 3 days`, `3 days overdue`, or the date itself.
package enum DueWords {
  /// The most days ahead that are counted; a date further off is clearer as a date.
  private static let daysCounted = 13

  /// Returns the words for a due date.
  ///
  /// - Parameter isDone: Whether the work is done, so that the date is only a record.
  package static func words(for due: CalendarDay, today: CalendarDay, isDone: Bool) -> String {
    guard !isDone else { return due.description }
    switch due - today {
    case 0: return "today"
    case 1: return "tomorrow"
    case 2...daysCounted: return "in \(due - today) days"
    case ..<0: return "\(CountWords.words(today - due, "day")) overdue"
    default: return due.description
    }
  }
}
