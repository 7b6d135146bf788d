/// The meaning of a date's words, which may still look ahead or back.
///
/// For a due date `fri` is the next Friday; for a past moment it is the last one.
enum DayPhrase: Hashable {
  /// The previous, current or next unit.
  enum Direction: Int, CaseIterable { case last = -1, this, next }
  enum Unit: String, CaseIterable { case week, month, quarter, year }

  case day(CalendarDay)
  /// A month, 1 to 12, and a day of the month, without a year.
  case dayOfYear(month: Int, day: Int)
  /// A day of a month, 1 to 31, without a month.
  case dayOfMonth(Int)
  /// A day counted from today: `today`, `tomorrow`, `yesterday`, `day after tomorrow` and `day
  /// before yesterday`.
  case daysFromToday(Int)
  /// A weekday, 1 for Monday to 7 for Sunday.
  case weekday(Int, Direction?)
  case offset(DateOffset)
  /// A whole week, month, quarter or year.
  case whole(Unit, Direction)
  case endOf(Unit, Direction)
  /// A whole month, 1 to 12; the year is nil if it was not typed.
  case month(Int, year: Int?)
  case endOfMonth(Int, year: Int?)
  /// A whole week by its number.
  case week(ISOWeek)
  /// A whole year by its number.
  case year(Int)

  /// Parses all of the words. Returns nil unless they name a day, such as `in 2 weeks`, or a week,
  /// month, quarter or year.
  ///
  /// - Parameter text: The text as typed, for errors.
  /// - Throws: `DueDateError` if the day does not exist or the words are ambiguous.
  init?(_ words: DateWords, typed text: String) throws(DueDateError) {
    if let phrase = try Self.week(words, typed: text) {
      self = phrase
    } else if let phrase = try Self.numeric(words, typed: text) ?? Self.named(words) {
      self = phrase
    } else if let offset = DateOffset(words), offset.period(lookingBack: false) != nil {
      self = .offset(offset)
    } else if let phrase = Self.end(words) {
      self = phrase
    } else if let phrase = try Self.inMonth(words, typed: text) {
      self = phrase
    } else if let phrase = Self.spoken(words) {
      self = phrase
    } else {
      return nil
    }
  }

  /// Parses `today`, `eow`, `fri`, `next fri`, `last week`.
  private static func named(_ words: DateWords) -> DayPhrase? {
    var words = words
    guard let first = words.next() else { return nil }
    guard let second = words.next() else {
      switch first {
      case "today", "now", "eod", "cob", "tonight": return .daysFromToday(0)
      case "tomorrow", "tmr", "tmrw": return .daysFromToday(1)
      case "yesterday": return .daysFromToday(-1)
      case "eow": return .endOf(.week, .this)
      case "eom": return .endOf(.month, .this)
      case "eoq": return .endOf(.quarter, .this)
      case "eoy": return .endOf(.year, .this)
      default: return CalendarNames.weekday(first).map { .weekday($0, nil) }
      }
    }
    guard words.isAtEnd, let direction = Direction(word: first) else { return nil }
    if let weekday = CalendarNames.weekday(second) { return .weekday(weekday, direction) }
    return Unit(rawValue: second).map { .whole($0, direction) }
  }

  /// Parses `end of month`, `end of next week`, `end of november`, `end of q1`, `last day of
  /// november`.
  private static func end(_ words: DateWords) -> DayPhrase? {
    var words = words
    words.skip("the")
    guard words.skip("end") || words.skip("last") && words.skip("day"), words.skip("of") else {
      return nil
    }
    words.skip("the")
    guard let first = words.next() else { return nil }
    if ["day", "today"].contains(first), words.isAtEnd { return .daysFromToday(0) }
    if let unit = Unit(rawValue: first), words.isAtEnd { return .endOf(unit, .this) }
    if let direction = Direction(word: first), let unit = words.next().flatMap(Unit.init) {
      return words.isAtEnd ? .endOf(unit, direction) : nil
    }
    guard let month = CalendarNames.month(first) ?? CalendarNames.lastMonth(ofQuarter: first) else {
      return nil
    }
    guard let word = words.next() else { return .endOfMonth(month, year: nil) }
    guard words.isAtEnd, let year = Self.year(word) else { return nil }
    return .endOfMonth(month, year: year)
  }

  /// Parses `Dec 1`, `1st of December 2026`, `Dec 2026`, `Dec`.
  private static func inMonth(
    _ words: DateWords, typed text: String
  ) throws(DueDateError) -> DayPhrase? {
    var words = words
    words.skip("the")
    guard let first = words.next() else { return nil }
    if let month = CalendarNames.month(first) {
      guard let second = words.next() else { return .month(month, year: nil) }
      if let year = year(second) { return words.isAtEnd ? .month(month, year: year) : nil }
      return try day(second, of: month, words, typed: text)
    }
    words.skip("of")
    guard let month = words.next().flatMap(CalendarNames.month) else { return nil }
    return try day(first, of: month, words, typed: text)
  }

  private static func day(
    _ word: String, of month: Int, _ rest: DateWords, typed text: String
  ) throws(DueDateError) -> DayPhrase? {
    var rest = rest
    let digits = word == "first" ? "1" : CalendarNames.ordinal(word) ?? word[...]
    guard digits.count <= 2, let number = CalendarNames.digits(digits) else { return nil }
    guard let word = rest.next() else {
      // The year is not named, so the day is checked in a leap year.
      _ = try CalendarDay(year: 2000, month: month, day: number, typed: text, isAnyYear: true)
      return .dayOfYear(month: month, day: number)
    }
    guard rest.isAtEnd, let year = Self.year(word) else { return nil }
    return .day(try CalendarDay(year: year, month: month, day: number, typed: text))
  }

  private static func year(_ word: String) -> Int? {
    word.count == 4 ? CalendarNames.digits(word[...]) : nil
  }
}

extension DayPhrase.Direction {
  fileprivate init?(word: String) {
    switch word {
    case "last", "previous": self = .last
    case "this": self = .this
    case "next": self = .next
    default: return nil
    }
  }
}

// MARK: - Numbers

extension DayPhrase {
  /// The range in which four digits mean a year. Other four digits are more likely a number or an
  /// id.
  private static let namedYears = 1970...2199

  /// Parses `2026-12-01`, `2026-12-1`, `2026/12/1`, `20261201`, `2026-12`, `2026`; throws for
  /// another order of day, month and year, such as `1/12/2026`.
  private static func numeric(
    _ words: DateWords, typed text: String
  ) throws(DueDateError) -> DayPhrase? {
    guard words.count == 1, let word = words.first else { return nil }
    if let year = year(word), namedYears.contains(year) { return .year(year) }
    if let day = try compact(word, typed: text) { return .day(day) }
    guard let mark = word.first(where: { !$0.isNumber }), mark == "-" || mark == "/" || mark == "."
    else { return nil }
    let parts = word.split(separator: mark, omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      guard part.count <= 4, let number = CalendarNames.digits(part) else { return nil }
      numbers.append(number)
    }
    if parts[0].count == 4, mark != "." {
      guard parts.dropFirst().allSatisfy({ $0.count <= 2 }) else { return nil }
      if numbers.count == 3 {
        return .day(
          try CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2], typed: text))
      }
      guard numbers.count == 2 else { return nil }
      _ = try CalendarDay(year: numbers[0], month: numbers[1], day: 1, typed: text)
      return .month(numbers[1], year: numbers[0])
    }
    // `1.2` and `1.2.3` are more likely the names of tags.
    guard mark == "/" || (numbers.count == 3 && parts[2].count == 4) else { return nil }
    let meanings = meanings(of: numbers)
    guard !meanings.isEmpty else { return nil }
    throw .whichOrder(text, meanings: meanings)
  }

  /// Parses `2026-W47`, the form of ISO 8601; throws if the year has no such week.
  private static func week(
    _ words: DateWords, typed text: String
  ) throws(DueDateError) -> DayPhrase? {
    var words = words
    guard words.count == 2, let year = words.next().flatMap(year), namedYears.contains(year),
      let word = words.next(), word.count == 3, word.first == "w",
      let number = CalendarNames.digits(word.dropFirst())
    else { return nil }
    guard let week = ISOWeek(year: year, number: number) else {
      throw .noSuchDay(text, reason: "weeks of \(year) go from W01 to W\(ISOWeek.last(of: year))")
    }
    return .week(week)
  }

  /// Parses a date of eight digits: `20261201`.
  private static func compact(
    _ word: String, typed text: String
  ) throws(DueDateError) -> CalendarDay? {
    guard word.count == 8, let number = CalendarNames.digits(word[...]),
      namedYears.contains(number / 10_000)
    else { return nil }
    return try CalendarDay(
      year: number / 10_000, month: number / 100 % 100, day: number % 100, typed: text)
  }

  /// Returns the days that two or three numbers can mean in the orders of different countries, each
  /// in an unambiguous form such as `Dec 1 2026`.
  private static func meanings(of numbers: [Int]) -> [String] {
    guard (2...3).contains(numbers.count) else { return [] }
    let year = numbers.count == 3 ? numbers[2] : nil
    let orders = numbers[0] == numbers[1] ? [(0, 1)] : [(0, 1), (1, 0)]
    return orders.compactMap { month, day -> String? in
      guard CalendarDay(year: year ?? 2000, month: numbers[month], day: numbers[day]) != nil,
        year ?? 2000 >= 1000
      else { return nil }
      let name = CalendarNames.name(ofMonth: numbers[month]).prefix(3)
      return "\(name) \(numbers[day])" + (year.map { " \($0)" } ?? "")
    }
  }
}

extension CalendarDay {
  /// Creates a day; throws if it does not exist.
  ///
  /// - Parameter isAnyYear: Whether the error leaves out the year, because it was not typed.
  /// - Throws: `DueDateError.noSuchDay` with the reason.
  init(
    year: Int, month: Int, day: Int, typed text: String, isAnyYear: Bool = false
  ) throws(DueDateError) {
    if let found = CalendarDay(year: year, month: month, day: day) {
      self = found
      return
    }
    if year == 0 { throw .noSuchDay(text, reason: "years go from 0001 to 9999") }
    guard (1...12).contains(month) else {
      throw .noSuchDay(text, reason: "months go from 01 to 12")
    }
    if day == 0 { throw .noSuchDay(text, reason: "days go from 01") }
    let last = CalendarDay.days(inMonth: month, of: year)
    let name = CalendarNames.name(ofMonth: month) + (isAnyYear ? "" : " \(year)")
    throw .noSuchDay(
      text, reason: "\(name) has \(isAnyYear && month == 2 ? "at most " : "")\(last) days")
  }
}

// MARK: - Spoken forms

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

  /// Parses `start of next month`. Other starts, such as that of the current month, are mostly in
  /// the past and are not accepted.
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
