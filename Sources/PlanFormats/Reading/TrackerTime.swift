import PlanModel

/// Days and moments as other tools write them.
enum TrackerTime {
  /// The loss that is reported for an unreadable day or moment.
  static let unknownForm = "times in an unknown form"

  /// Returns a moment: `2026-11-20T09:00:00Z`, with an offset as `+0900` or `+09:00`, or without a
  /// zone, or only a day.
  ///
  /// - Parameter clocks: The clocks for a text without a zone; nil if it must have one.
  static func moment(_ text: String, _ clocks: LocalClocks?) -> Timestamp? {
    var text = text.trimmingSpaces
    if text.hasSuffix(" UTC") { text = "\(text.dropLast(4))Z" }
    // `2026-11-20 09:00:00 +0900`
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    if parts.count == 3 { text = "\(parts[0])T\(parts[1])\(parts[2])" }
    if let moment = Timestamp(text) { return moment }
    let bytes = Array(text.utf8)
    if bytes.count > 19, let sign = bytes.dropLast(4).last, sign == 0x2B || sign == 0x2D {
      let end = text.utf8.index(text.utf8.endIndex, offsetBy: -2)
      return Timestamp("\(text[..<end]):\(text[end...])")
    }
    guard let clocks else { return nil }
    if let day = CalendarDay(text) { return clocks.start(of: day) }
    let hasSeconds = bytes.count >= 19
    guard let shown = Timestamp(text + (hasSeconds ? "Z" : ":00Z")) else { return nil }
    // A first guess takes the local time as UTC. The offset at the guessed moment is right, except
    // close to a change of the clocks.
    let near = shown.moved(by: -clocks.minutesAheadOfUTC(at: shown))
    return shown.moved(by: -clocks.minutesAheadOfUTC(at: near))
  }

  /// Parses when something was finished. For a day without a time, this is the end of the day,
  /// because work may have begun on the same day; for today, it is `now`.
  static func end(_ text: String, _ clocks: LocalClocks, now: Timestamp) -> Timestamp? {
    CalendarDay(text.trimmingSpaces).map { end(of: $0, clocks, now: now) } ?? moment(text, clocks)
  }

  static func end(of day: CalendarDay, _ clocks: LocalClocks, now: Timestamp) -> Timestamp {
    min(clocks.end(of: day), max(now, clocks.start(of: day)))
  }

  /// Returns a moment as browsers write it: `Thu Oct 01 2026 09:12:33 GMT+0000 (UTC)`.
  static func browserMoment(_ text: String) -> Timestamp? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count >= 6, let month = month(parts[1]), parts[5].hasPrefix("GMT") else {
      return nil
    }
    let day = parts[2].count == 1 ? "0\(parts[2])" : String(parts[2])
    let zone = parts[5].count == 3 ? "+0000" : parts[5].dropFirst(3)
    return moment("\(parts[3])-\(month < 10 ? "0" : "")\(month)-\(day)T\(parts[4])\(zone)", nil)
  }

  /// Returns the number of a month from its English name, or from the first three letters or
  /// `sept`. Longer abbreviations are refused, because months of other languages may begin alike:
  /// `marras` is November in Finnish.
  static func month(_ name: some StringProtocol) -> Int? {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    let name = name.lowercased()
    let isShort = name.utf8.count == 3 || name == "sept"
    return names.firstIndex { $0 == name || isShort && $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Parses a day, or returns the local day of a moment.
  static func day(_ text: String, _ clocks: LocalClocks) -> CalendarDay? {
    let text = text.trimmingSpaces
    return CalendarDay(text) ?? dayWithNamedMonth(text)
      ?? moment(text, clocks).map { clocks.day(of: $0) }
  }

  /// Parses `Dec 9, 2026` and `9 December 2026`. Without a year, the day would depend on when it is
  /// read.
  private static func dayWithNamedMonth(_ text: String) -> CalendarDay? {
    let parts = text.split { $0 == " " || $0 == "," }
    guard parts.count == 3, parts[2].utf8.count == 4 else { return nil }
    let isMonthFirst = month(parts[0]) != nil
    let (name, number) = isMonthFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
    guard let month = month(name), let day = Int(number), let year = Int(parts[2]) else {
      return nil
    }
    return CalendarDay(year: year, month: month, day: day)
  }
}

extension Timestamp {
  fileprivate func moved(by minutes: Int) -> Timestamp {
    Timestamp(milliseconds: milliseconds + Int64(minutes) * 60_000)
  }
}

extension String {
  /// The text without white space at its beginning and end.
  var trimmingSpaces: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
