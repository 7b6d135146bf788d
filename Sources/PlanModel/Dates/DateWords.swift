/// The words of a date as it was typed, in lower case: `Dec 1, 2027` is `dec`, `1`, `2027`.
///
/// A query value ends at a space, so words may also be joined by hyphens or underscores:
/// `next-week`. Dates and times in digits stay one word: `2026-12-01`, `22:38`.
struct DateWords {
  private var words: ArraySlice<String>

  /// The longest text, in bytes, that is read; no date is as long.
  private static let longestText = 64

  /// Splits a text into words; nil if it has no words, is longer than `longestText`, or is not
  /// printable ASCII.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count <= Self.longestText, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    let pieces = text.lowercased().split { $0 == " " || $0 == "," || $0 == "_" }
    words = pieces.flatMap(Self.parts)[...]
    guard !words.isEmpty else { return nil }
  }

  var isAtEnd: Bool { words.isEmpty }
  var count: Int { words.count }
  var first: String? { words.first }
  /// The words with a space between them.
  var joined: String { words.joined(separator: " ") }

  /// Removes and returns the next word; nil at the end.
  mutating func next() -> String? { words.popFirst() }

  /// Removes and returns the last word; nil if no word is left.
  mutating func popLast() -> String? { words.popLast() }

  /// Removes the next word if it is one of these; returns whether it was.
  @discardableResult
  mutating func skip(_ possible: String...) -> Bool {
    guard let word = words.first, possible.contains(word) else { return false }
    words.removeFirst()
    return true
  }

  /// Removes the last word if it is this one; returns whether it was.
  @discardableResult
  mutating func skipLast(_ word: String) -> Bool {
    guard words.last == word else { return false }
    words.removeLast()
    return true
  }

  private static func parts(of piece: Substring) -> [String] {
    let number = piece.prefix { $0.isNumber || $0 == "-" || $0 == "/" }
    if number.count == piece.count { return [String(piece)] }
    // A time after its day: `2026-11-20T14:00`.
    if number.contains(where: { $0 == "-" || $0 == "/" }), piece[number.endIndex] == "t",
      piece.contains(":")
    {
      return [String(number), String(piece[number.endIndex...].dropFirst())]
    }
    if piece.contains(":") { return [String(piece)] }
    // A hyphen at the front is a sign.
    let sign = piece.prefix { $0 == "-" }
    var parts = piece.dropFirst(sign.count).split(separator: "-").map(String.init)
    if !sign.isEmpty { parts = [sign + (parts.first ?? "")] + parts.dropFirst() }
    return parts
  }
}

/// The names of days and months, and small numbers in words.
enum CalendarNames {
  /// The fewest letters by which a name can be abbreviated.
  private static let shortest = 3

  /// Returns 1 for Monday to 7 for Sunday, by the name or at least its first three letters; nil for
  /// another word.
  static func weekday(_ word: String) -> Int? {
    word == "weds" ? 3 : number(of: word, in: weekdays)
  }

  /// Returns 1 for January to 12 for December, by the name or at least its first three letters; nil
  /// for another word.
  static func month(_ word: String) -> Int? { number(of: word, in: months) }

  /// Returns a number written in digits, or as a word up to ten; nil for another word. A number
  /// that is too large becomes `Int.max`.
  static func count(_ word: String) -> Int? {
    if word == "a" || word == "an" { return 1 }
    if let index = counts.firstIndex(of: word) { return index + 1 }
    return digits(word[...])
  }

  /// Returns a word without its ending `st`, `nd`, `rd` or `th`, such as `24` for `24th`; nil for a
  /// word without such an ending.
  static func ordinal(_ word: String) -> Substring? {
    ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) } ? word.dropLast(2) : nil
  }

  /// Returns the last month of a quarter, `q1` to `q4`; nil for another word.
  static func lastMonth(ofQuarter word: String) -> Int? {
    guard word.count == 2, word.first == "q", let quarter = digits(word.dropFirst()),
      (1...4).contains(quarter)
    else { return nil }
    return quarter * 3
  }

  /// Returns the number written in decimal digits; nil for other texts. A number that is too large
  /// becomes `Int.max`.
  static func digits(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }

  private static func number(of word: String, in names: [String]) -> Int? {
    guard word.count >= shortest else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let counts = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// Returns the first three letters of a weekday's English name; 1 is Monday.
  static func shortName(ofWeekday weekday: Int) -> String {
    String(name(ofWeekday: weekday).prefix(3))
  }

  /// Returns the English name of a weekday; 1 is Monday.
  static func name(ofWeekday weekday: Int) -> String {
    weekdays[weekday - 1].prefix(1).uppercased() + weekdays[weekday - 1].dropFirst()
  }

  /// Returns the English name of a month, 1 to 12; for another number, a text such as `month 13`.
  static func name(ofMonth month: Int) -> String {
    guard months.indices.contains(month - 1) else { return "month \(month)" }
    return months[month - 1].prefix(1).uppercased() + months[month - 1].dropFirst()
  }
}

extension CalendarDay {
  /// The weekday's short name: `Tue`.
  package var shortWeekday: String { CalendarNames.shortName(ofWeekday: weekday) }

  /// The month's short name: `Nov`.
  package var shortMonth: String { String(CalendarNames.name(ofMonth: month).prefix(3)) }

  /// The date with its weekday: `Sun 2027-11-21`.
  package var withWeekday: String { "\(shortWeekday) \(description)" }
}
