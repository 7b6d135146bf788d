import PlanModel

/// Parses dates of Jira's CSV, whose form depends on the profile of the person and on the server.
///
/// For dates like `3/4/26`, other dates of the file show whether the day or the month comes first.
struct JiraDates {
  private enum Order { case dayFirst, monthFirst, unknown }

  private var order = Order.unknown
  private let clocks: LocalClocks

  /// Detects whether the dates of a file begin with the day or the month.
  ///
  /// - Parameter texts: All dates of the file.
  init(_ texts: some Sequence<String>, _ clocks: LocalClocks) {
    self.clocks = clocks
    var (isDayFirst, isMonthFirst) = (false, false)
    for text in texts {
      guard let (first, second) = Self.leadingNumbers(of: text) else { continue }
      if first > 12 { isDayFirst = true }
      if second > 12 { isMonthFirst = true }
    }
    if isDayFirst != isMonthFirst { order = isDayFirst ? .dayFirst : .monthFirst }
  }

  /// The characters between the parts of a date.
  private static let separators = "/.-"

  /// Returns the first two numbers of a date like `3/4/26`.
  private static func leadingNumbers(of text: String) -> (Int, Int)? {
    let parts = text.prefix(12).split(whereSeparator: separators.contains)
    guard parts.count >= 3, parts[0].count <= 2, let first = Int(parts[0]),
      let second = Int(parts[1])
    else { return nil }
    return (first, second)
  }

  /// Returns a moment; nil if the text is not a date, or if its order is unknown.
  func moment(_ text: String) -> Timestamp? {
    let text = text.trimmingSpaces
    if let moment = TrackerTime.moment(text, clocks) { return moment }
    // `2019-06-25 12:30:00.0`
    if text.utf8.count > 19, text.utf8.dropFirst(19).first == UInt8(ascii: ".") {
      return TrackerTime.moment(String(text.prefix(19)), clocks)
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard let first = words.first, let day = day(first) else { return nil }
    guard let minutes = Self.minutes(words.dropFirst()) else { return nil }
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return TrackerTime.moment("\(day)T\(digits(minutes / 60)):\(digits(minutes % 60)):00", clocks)
  }

  func day(_ text: String) -> CalendarDay? {
    TrackerTime.day(text, clocks) ?? moment(text).map { clocks.day(of: $0) }
  }

  /// Parses a day: `03/Sep/26`, `3-Sep-2026` or `3/9/2026`.
  private func day(_ text: Substring) -> CalendarDay? {
    let parts = text.split(whereSeparator: Self.separators.contains)
    guard parts.count == 3, var year = Int(parts[2]), parts[2].count <= 4 else { return nil }
    if year < 100 { year += 2000 }
    if Int(parts[1]) == nil, let month = TrackerTime.month(parts[1]), let day = Int(parts[0]) {
      return CalendarDay(year: year, month: month, day: day)
    }
    guard let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
    // With dots, the day is first in all countries.
    switch text.contains(".") ? .dayFirst : order {
    case .dayFirst: return CalendarDay(year: year, month: second, day: first)
    case .monthFirst: return CalendarDay(year: year, month: first, day: second)
    case .unknown: return first == second ? CalendarDay(year: year, month: first, day: second) : nil
    }
  }

  /// Parses a time, `9:05 AM` or `16:14`, as minutes since midnight; 0 without a time, nil for
  /// other texts.
  private static func minutes(_ words: some Collection<Substring>) -> Int? {
    guard let time = words.first else { return 0 }
    let parts = time.split(separator: ":")
    guard parts.count >= 2, var hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<60).contains(minute), (0..<24).contains(hour)
    else { return nil }
    switch words.dropFirst().first?.uppercased() {
    case "AM": hour = hour == 12 ? 0 : hour
    case "PM": hour = hour < 12 ? hour + 12 : hour
    case nil: break
    default: return nil
    }
    return hour * 60 + minute
  }
}
