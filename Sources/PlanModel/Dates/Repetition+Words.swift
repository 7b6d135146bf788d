/// Rules as people type them: `every 2w`, `every mon,thu`, `every month on last`, `daily`.
extension Repetition: CustomStringConvertible {
  /// The forms, for help and for hints.
  package static let forms =
    "every day, every 2 weeks, every mon,thu, every month on 1, every 3 months on last, every year"

  /// Parses a rule, ignoring case; nil for another text.
  ///
  /// - `every` may be left out, and `every other` means 2.
  /// - `on` introduces the days: weekdays for weeks, a number or `last` for months, a month and a
  ///   day for years.
  /// - `from done` or `from due` at the end is the origin.
  package init?(_ text: String) {
    guard var words = DateWords(text), let origin = Self.origin(&words) else { return nil }
    words.skip("every", "each")
    guard let rule = Self.named(words) ?? Self.weekdays(words) ?? Self.counted(words) else {
      return nil
    }
    // A hyphen joins words, and would make two days of the range 'mon-fri'.
    if case .weekdays = rule.days, text.contains("-") { return nil }
    self = rule
    self.origin = origin
  }

  /// Parses a typed rule, for an option or a field of a form.
  package static func typed(_ text: String) throws(InvalidValue) -> Repetition {
    guard let rule = Repetition(text) else {
      throw InvalidValue(
        field: "repeat", value: text, reason: "is not a rule to repeat by",
        hint: "write it as \(forms), or none")
    }
    return rule
  }

  /// Removes `from done` or `from due` at the end, and returns the origin. Returns `due` if the
  /// words end otherwise, and nil if `done` or `due` is at the end without `from`.
  private static func origin(_ words: inout DateWords) -> Origin? {
    for origin in Origin.allCases where words.skipLast(origin.rawValue) {
      return words.skipLast("from") ? origin : nil
    }
    return .due
  }

  /// Parses `daily`, `weekly`, `weekday`, `quarter` and the like, which take no count.
  private static func named(_ words: DateWords) -> Repetition? {
    guard words.count == 1, let word = words.first else { return nil }
    switch word {
    case "weekday", "weekdays", "workday", "workdays":
      return Repetition(every: 1, .week, on: .weekdays([1, 2, 3, 4, 5]))
    case "quarter", "quarterly": return Repetition(every: 3, .month)
    case "fortnight", "fortnightly", "biweekly": return Repetition(every: 2, .week)
    default: return adverbs[word].flatMap { Repetition(every: 1, $0) }
    }
  }

  /// Parses a list of weekdays: `mon,thu`, `mon and thu`, `monday`.
  private static func weekdays(_ words: DateWords) -> Repetition? {
    weekdaySet(words).flatMap { Repetition(every: 1, .week, on: .weekdays($0)) }
  }

  private static func weekdaySet(_ words: DateWords) -> Set<Int>? {
    var (words, days) = (words, Set<Int>())
    while let word = words.next() {
      guard let day = CalendarNames.weekday(word) ?? plural(word) else { return nil }
      days.insert(day)
      words.skip("and")
    }
    return days.isEmpty ? nil : days
  }

  private static func plural(_ word: String) -> Int? {
    word.hasSuffix("s") ? CalendarNames.weekday(String(word.dropLast())) : nil
  }

  /// Parses `2 weeks on mon,thu`, `2w`, `other month`, `month on 1`.
  private static func counted(_ words: DateWords) -> Repetition? {
    var words = words
    guard var word = words.next() else { return nil }
    var count = 1
    let digits = word.prefix { $0.isNumber }
    if let number = CalendarNames.digits(digits), digits.count < word.count {
      count = number
      word.removeFirst(digits.count)
    } else if let number = word == "other" ? 2 : CalendarNames.count(word) {
      guard let next = words.next() else { return nil }
      (count, word) = (number, next)
    }
    guard case .ofPeriod(let unit)? = DateOffset.Unit(spelling: word) else { return nil }
    guard !words.isAtEnd else { return Repetition(every: count, unit) }
    guard words.skip("on"), let days = days(words, of: unit) else { return nil }
    return Repetition(every: count, unit, on: days)
  }

  private static func days(_ typed: DateWords, of unit: Period.Unit) -> Days? {
    var words = typed
    words.skip("the")
    switch unit {
    case .day: return nil
    case .week: return weekdaySet(words).map(Days.weekdays)
    case .month: return dayOfMonth(words)
    case .year: return dayOfYear(words)
    }
  }

  /// Parses `dec 24`; nil for a day that no year has.
  private static func dayOfYear(_ words: DateWords) -> Days? {
    do throws(DueDateError) {
      guard case .dayOfYear(let month, let day)? = try DayPhrase(words, typed: words.joined) else {
        return nil
      }
      return .dayOfYear(month: month, day: day)
    } catch {
      return nil
    }
  }

  /// Parses a day of the month: `1`, `1st`, `last`, `last day`.
  private static func dayOfMonth(_ typed: DateWords) -> Days? {
    var words = typed
    guard let word = words.next() else { return nil }
    if word == "last" {
      words.skip("day")
      return words.isAtEnd ? .lastOfMonth : nil
    }
    let digits = CalendarNames.ordinal(word) ?? word[...]
    guard words.isAtEnd, let day = CalendarNames.digits(digits) else { return nil }
    return .dayOfMonth(day)
  }

  /// The rule in its canonical form, as files store it.
  package var description: String {
    let from = origin == .done ? " from done" : ""
    return "every \(period)\(dayWords)\(from)"
  }

  private var period: String {
    if case .weekdays(let weekdays) = days, count == 1 {
      return weekdays == [1, 2, 3, 4, 5] ? "weekday" : Self.names(of: weekdays)
    }
    return count == 1 ? unit.rawValue : "\(count) \(unit.rawValue)s"
  }

  private var dayWords: String {
    switch days {
    case .same: ""
    case .weekdays(let weekdays): count == 1 ? "" : " on \(Self.names(of: weekdays))"
    case .dayOfMonth(let day): " on \(day)"
    case .lastOfMonth: " on last"
    case .dayOfYear(let month, let day):
      " on \(CalendarNames.name(ofMonth: month).prefix(3).lowercased()) \(day)"
    }
  }

  /// The units by their adverbs.
  static let adverbs: [String: Period.Unit] = [
    "daily": .day, "weekly": .week, "monthly": .month, "yearly": .year, "annually": .year,
  ]
  /// The completions for rules, each one word.
  package static let listedAdverbs = ["daily", "weekly", "monthly", "yearly"]

  private static func names(of weekdays: Set<Int>) -> String {
    weekdays.sorted().map { CalendarNames.shortName(ofWeekday: $0).lowercased() }
      .joined(separator: ",")
  }
}
