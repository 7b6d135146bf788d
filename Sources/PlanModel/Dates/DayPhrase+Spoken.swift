extension DayPhrase {
  /// Parses `day after tomorrow`, `friday next week`, `start of next month`, `the 24th`.
  static func spoken(_ words: DateWords) -> DayPhrase? {
    var words = words
    words.skip("the")
    if let phrase = besideDay(words) ?? weekdayOfWeek(words) ?? start(words) { return phrase }
    guard words.count == 1, let word = words.first, let digits = CalendarNames.ordinal(word),
      let day = CalendarNames.digits(digits), (1...31).contains(day)
    else { return nil }
    return .dayOfMonth(day)
  }

  private static func besideDay(_ words: DateWords) -> DayPhrase? {
    var words = words
    guard words.count == 3, words.skip("day") else { return nil }
    if words.skip("after") { return words.skip("tomorrow") ? .daysFromToday(2) : nil }
    return words.skip("before") && words.skip("yesterday") ? .daysFromToday(-2) : nil
  }

  /// Parses `friday next week` and `next week friday`.
  private static func weekdayOfWeek(_ words: DateWords) -> DayPhrase? {
    var words = words
    guard words.count == 3 else { return nil }
    var weekday = words.first.flatMap(CalendarNames.weekday)
    if weekday != nil { _ = words.next() }
    guard words.skip("next"), words.skip("week") else { return nil }
    weekday = weekday ?? words.next().flatMap(CalendarNames.weekday)
    return weekday.map { .weekday($0, .next) }
  }

  /// Parses `start of next month`. The start of the current month is in the past, so it is not
  /// accepted.
  private static func start(_ words: DateWords) -> DayPhrase? {
    var words = words
    guard words.skip("start", "beginning"), words.skip("of") else { return nil }
    words.skip("the")
    guard words.skip("next"), let unit = words.next().flatMap(Unit.init), words.isAtEnd else {
      return nil
    }
    return .whole(unit, .next)
  }
}
