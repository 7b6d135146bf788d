import PlanModel

/// The keywords of a file for open and for finished plans.
///
/// If a file defines keywords, only these are used. Otherwise common keywords are used, because
/// people define theirs in Emacs for all their files.
struct OrgKeywords {
  private var open: Set<String> = []
  private var done: Set<String> = []

  init(_ lines: [String]) {
    for line in lines where line.hasPrefix("#+") {
      let upper = line.prefix(12).uppercased()
      guard ["#+TODO:", "#+SEQ_TODO:", "#+TYP_TODO:"].contains(where: upper.hasPrefix),
        let colon = line.firstIndex(of: ":")
      else { continue }
      let words = line[line.index(after: colon)...].split(separator: " ").map { word in
        String(word.prefix { $0 != "(" })
      }
      let bar = words.firstIndex(of: "|") ?? max(0, words.count - 1)
      open.formUnion(words[..<bar])
      done.formUnion(words[bar...].filter { $0 != "|" })
    }
    if open.isEmpty, done.isEmpty {
      open = [
        "TODO", "NEXT", "DOING", "STARTED", "IN-PROGRESS", "INPROGRESS", "WAITING", "WAIT", "HOLD",
        "SOMEDAY",
      ]
      done = ["DONE", "CANCELLED", "CANCELED"]
    }
    open.subtract(done)
  }

  func kind(of word: String) -> Column.Kind? {
    if done.contains(word) { return .done }
    guard open.contains(word) else { return nil }
    return ["DOING", "STARTED", "IN-PROGRESS", "INPROGRESS"].contains(word) ? .doing : .todo
  }
}

/// A heading: its level, keyword, priority, title and tags.
struct OrgHeading {
  let level: Int
  private(set) var keyword: (word: String, kind: Column.Kind)?
  private(set) var priority: String?
  let title: String
  let tags: [String]

  /// Parses a line of an Org file as a heading.
  ///
  /// - Returns: nil for a line that is not a heading.
  init?(_ line: String, _ keywords: OrgKeywords) {
    level = line.prefix { $0 == "*" }.count
    guard level > 0, line.dropFirst(level).first == " " else { return nil }
    var rest = String(line.dropFirst(level)).trimmingSpaces
    let first = String(rest.prefix { $0 != " " })
    if let kind = keywords.kind(of: first) {
      keyword = (first, kind)
      rest = String(rest.dropFirst(first.count)).trimmingSpaces
    }
    if rest.hasPrefix("[#"), let end = rest.firstIndex(of: "]") {
      let cookie = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
      if cookie.utf8.count <= 2 {
        priority = String(cookie)
        rest = String(rest[rest.index(after: end)...]).trimmingSpaces
      }
    }
    let last = rest.split { $0 == " " || $0 == "\t" }.last ?? ""
    if last.utf8.count > 2, last.first == ":", last.last == ":" {
      tags = last.split(separator: ":").map { String($0) }
      rest = String(rest.dropLast(last.count)).trimmingSpaces
    } else {
      tags = []
    }
    title = rest
  }
}

/// A date in a file: `<2026-11-20 Fri 10:00 +1w>`, or in brackets.
struct OrgDate {
  let day: CalendarDay
  /// The time of day: `10:00`.
  private(set) var time: String?
  private(set) var rule: Repetition?
  /// Whether the date has an unsupported repeater.
  private(set) var hasOtherRule = false

  /// Reads the first date of a text.
  init?(_ text: Substring) {
    guard let start = text.firstIndex(where: { $0 == "<" || $0 == "[" }),
      let end = text[start...].firstIndex(where: { $0 == ">" || $0 == "]" })
    else { return nil }
    let words = text[text.index(after: start)..<end].split(separator: " ")
    guard let first = words.first, let day = CalendarDay(String(first)) else { return nil }
    self.day = day
    for word in words.dropFirst() {
      let clock = word.prefix { $0 != "-" }
      if clock.contains(":"), clock.utf8.count <= 5 {
        time = clock.utf8.count == 4 ? "0\(clock)" : String(clock)
      } else if let first = word.first, "+.".contains(first) {
        rule = Self.rule(word)
        hasOtherRule = rule == nil
      }
    }
  }

  /// Returns the rule of a repeater. `+1w` and `++1w` count from the day, and `.+1w` from when the
  /// plan is done.
  private static func rule(_ text: Substring) -> Repetition? {
    let letters = text.drop { $0 == "+" || $0 == "." }.prefix { $0 != "/" }
    return Repetition(letters: letters, isFromDone: text.hasPrefix(".+"))
  }

  func moment(_ clocks: LocalClocks) -> Timestamp? { TrackerTime.moment(text, clocks) }

  /// Returns the date as the end of finished work; see `TrackerTime.end`.
  func end(_ clocks: LocalClocks, now: Timestamp) -> Timestamp? {
    TrackerTime.end(text, clocks, now: now)
  }

  private var text: String { time.map { "\(day) \($0)" } ?? day.description }
}
