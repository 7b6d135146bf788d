extension CalendarDay {
  /// Parses a date in an unambiguous form: `2026-12-1`, `2026/12/01`, `December 1, 2026`,
  /// `2026-12-01T10:00:00Z`, `1 Dec 2026`. Returns nil for an ambiguous one such as `01/12/2026`.
  static func guessed(from text: String) -> CalendarDay? {
    let text = Timestamp(text).map { _ in text.prefix(10) } ?? text[...]
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    guard words.count == 3, text.utf8.count <= 40 else { return nil }
    let years = words.filter { $0.utf8.count == 4 && Int($0) != nil }
    guard years.count == 1, let year = Int(years[0]) else { return nil }
    let others = words.filter { $0 != years[0] }
    guard others.count == 2 else { return nil }
    if words[0] == years[0], let month = Int(others[0]), let day = Int(others[1]) {
      return CalendarDay(year: year, month: month, day: day)
    }
    let named = others.compactMap(Self.month(named:))
    let days = others.compactMap { Int($0) }
    guard named.count == 1, days.count == 1 else { return nil }
    return CalendarDay(year: year, month: named[0], day: days[0])
  }

  /// Returns the number of a month from at least three first letters of its English name.
  private static func month(named word: String) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return monthNames.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
