/// Moments in the past as people type them: `2026-11-01`, `yesterday`, `fri`, `3d`, or a full time.
package enum PastMoment {
  /// The forms that `parse` reads, for help and for hints.
  package static let forms = "2026-11-01, yesterday, fri, 3d, 2w, 1m or 2026-11-01T10:00:00Z"

  private static let longestPeriod = 5

  /// Reads a moment; a day means its end, by clocks that are `minutesAheadOfUTC`.
  ///
  /// A day of the week is the last one, `today` included; `3d` and `-3d` are three days ago, `+3d`
  /// is in the future.
  ///
  /// - Returns: nil for a text that is not in the form of a moment.
  /// - Throws: `DueDateError` for a day that does not exist.
  package static func parse(
    _ text: String, today: CalendarDay, minutesAheadOfUTC: Int
  ) throws(DueDateError) -> Timestamp? {
    if let time = Timestamp(text) { return time }
    guard let day = try day(text, today: today) else { return nil }
    let end = Int64((day + 1).dayNumber) * 1440 - Int64(minutesAheadOfUTC)
    return Timestamp(milliseconds: end * 60_000 - 1)
  }

  private static func day(_ text: String, today: CalendarDay) throws(DueDateError) -> CalendarDay? {
    let word = text.lowercased()
    if let period = Period(word) {
      // A longer word is more likely the beginning of a commit's id.
      guard word.utf8.count <= longestPeriod else { return nil }
      let count = word.hasPrefix("+") ? period.count : -abs(period.count)
      guard let day = today.advanced(by: Period(count, period.unit)) else {
        throw .outsideCalendar(text)
      }
      return day
    }
    let day: CalendarDay?
    do {
      day = try DueDate.parse(word, today: today)
    } catch .notADate {
      return nil
    }
    guard let day else { return nil }  // 'none'
    // Due dates mean the next day of that name, a week after the last one.
    return DueDate.isWeekday(word) ? day + -7 : day
  }
}
