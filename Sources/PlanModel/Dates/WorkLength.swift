/// Lengths of work in minutes, as people type them: `90m`, `1h30m`, `1.5h`.
package enum WorkLength {
  /// The valid lengths of one entry: from a minute to a thousand hours.
  package static let range = 1...60_000

  /// The forms, for help and for hints.
  package static let forms = "90m, 1h30m or 1.5h"

  /// Parses a length; throws for another text, and for one outside of `range`.
  ///
  /// Days are refused, because a day of work is not 24 hours long, and not equally long for all.
  package static func parse(_ text: String) throws(InvalidValue) -> Int {
    let hint = "write it as \(forms)"
    guard let minutes = minutes(text) else {
      let isInDays = text.last == "d" || text.last == "w"
      throw InvalidValue(
        field: "time", value: text, reason: "is not a length of work",
        hint: isInDays ? "write it in hours, as 8h; a day is not equally long for all" : hint)
    }
    guard range.contains(minutes) else {
      throw InvalidValue(
        field: "time", value: text,
        reason: minutes < range.lowerBound ? "is shorter than a minute" : "is longer than 1000h",
        hint: minutes < range.lowerBound ? hint : "write several entries")
    }
    return minutes
  }

  /// Parses hours, minutes or both, rounded to minutes; nil for another text. The result may be out
  /// of `range`.
  static func minutes(_ text: String) -> Int? {
    var rest = text.lowercased().filter { $0 != " " }[...]
    guard rest.utf8.count <= 20 else { return nil }
    var (minutes, units) = (0.0, 0)
    while !rest.isEmpty {
      guard let number = number(&rest), let unit = unit(&rest) else { return nil }
      // Hours come before minutes, and each once.
      guard unit > units else { return nil }
      units = unit
      minutes += unit == 1 ? number * 60 : number
    }
    return units == 0 ? nil : Int(minutes.rounded())
  }

  /// Removes a number from the front of the text. It has at most eight digits before the point and
  /// two after it.
  private static func number(_ rest: inout Substring) -> Double? {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    let whole = rest.prefix(while: isDigit)
    guard (1...8).contains(whole.count) else { return nil }
    rest = rest.dropFirst(whole.count)
    guard rest.first == "." else { return Double(whole) }
    let fraction = rest.dropFirst().prefix(while: isDigit)
    guard (1...2).contains(fraction.count) else { return nil }
    rest = rest.dropFirst(1 + fraction.count)
    return Double("\(whole).\(fraction)")
  }

  /// Removes a unit; returns 1 for hours and 2 for minutes.
  private static func unit(_ rest: inout Substring) -> Int? {
    let letters = rest.prefix(while: \.isLetter)
    rest = rest.dropFirst(letters.count)
    switch letters {
    case "h", "hr", "hrs", "hour", "hours": return 1
    case "m", "min", "mins", "minute", "minutes": return 2
    default: return nil
    }
  }

  /// Returns the minutes of a value in a file; nil if it is not a whole number in `range`.
  package static func minutes(_ value: JSONValue) -> Int? {
    value.number?.integer.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns a length in words: `45m`, `1h`, `26h 15m`.
  package static func words(_ minutes: Int) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h \(rest)m"
  }
}
