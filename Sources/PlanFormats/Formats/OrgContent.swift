import PlanModel

/// The lines below a heading, sorted into properties, dates, checklist, clocks and text.
struct OrgContent {

  private(set) var body: [String] = []
  private(set) var checklist: [(text: String, isDone: Bool)] = []
  private(set) var deadline: OrgDate?
  private(set) var scheduled: OrgDate?
  private(set) var closed: OrgDate?
  private(set) var clocks: [(line: String, day: CalendarDay, minutes: Int)] = []
  /// The properties, by their names in upper case.
  var properties: [String: String] = [:]
  private(set) var hasNotes = false
  /// The number of unreadable dates, clocks and lines of property drawers.
  private(set) var unread = 0

  private enum Place { case text, properties, logbook, block }

  init(_ lines: [String]) {
    var place = Place.text
    var isAtStart = true
    // A drawer without an end is text, as Emacs reads it.
    let lastEnd = lines.lastIndex { $0.trimmingSpaces.uppercased() == ":END:" } ?? -1
    for (number, line) in lines.enumerated() {
      let text = line.trimmingSpaces
      let upper = text.prefix(20).uppercased()
      switch place {
      case .properties, .logbook:
        if upper == ":END:" {
          place = .text
        } else if place == .properties {
          property(text)
        } else if !clock(text), !text.isEmpty {
          hasNotes = true
        }
      case .block:
        body.append(line)
        if upper.hasPrefix("#+END_") { place = .text }
      case .text:
        if upper == ":PROPERTIES:", number < lastEnd {
          place = .properties
        } else if upper == ":LOGBOOK:", number < lastEnd {
          place = .logbook
        } else if isAtStart, planning(text) || clock(text) {
          continue
        } else if let item = Self.item(line) {
          checklist.append(item)
        } else {
          body.append(line)
          isAtStart = isAtStart && text.isEmpty
          if upper.hasPrefix("#+BEGIN_") { place = .block }
        }
      }
    }
  }

  private mutating func property(_ line: String) {
    guard line.first == ":", let end = line.dropFirst().firstIndex(of: ":") else {
      if !line.isEmpty { unread += 1 }
      return
    }
    let name = line[line.index(after: line.startIndex)..<end].uppercased()
    let value = String(line[line.index(after: end)...]).trimmingSpaces
    if !name.isEmpty, !value.isEmpty, properties.count < 200 { properties[name] = value }
  }

  /// Reads `DEADLINE: <…> SCHEDULED: <…> CLOSED: […]`, and returns whether the line is one.
  private mutating func planning(_ line: String) -> Bool {
    let keys = ["DEADLINE:", "SCHEDULED:", "CLOSED:"]
    guard keys.contains(where: line.hasPrefix) else { return false }
    for key in keys {
      guard let range = line.firstRange(of: key) else { continue }
      let date = OrgDate(line[range.upperBound...])
      if date == nil { unread += 1 }
      switch key {
      case "DEADLINE:": deadline = date
      case "SCHEDULED:": scheduled = date
      default: closed = date
      }
    }
    return true
  }

  /// Reads `CLOCK: […]--[…] =>  1:30`, and returns whether the line is one.
  private mutating func clock(_ line: String) -> Bool {
    guard line.hasPrefix("CLOCK:") else { return false }
    guard let arrow = line.firstRange(of: "=>"), let date = OrgDate(line[...]),
      let minutes = Self.minutes(String(line[arrow.upperBound...]).trimmingSpaces)
    else {
      // A clock that still runs has no length.
      unread += 1
      return true
    }
    clocks.append((line, date.day, minutes))
    return true
  }

  /// Returns a list item with a box; nil for other lines. `[-]` means partly done.
  private static func item(_ line: String) -> (text: String, isDone: Bool)? {
    if let task = MarkdownLine.task(line) { return (task.text, task.isDone) }
    guard let item = MarkdownLine.item(line), item.text.hasPrefix("[-] ") else { return nil }
    return (String(item.text.dropFirst(4)).trimmingSpaces, false)
  }

  /// Parses a length of time, `1:30`, in minutes.
  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      (0...100_000).contains(hours), (0..<60).contains(minutes)
    else { return nil }
    return hours * 60 + minutes
  }

  /// Returns a length of time in hours: `1.5` for `1:30`.
  static func hours(_ text: String) -> String? {
    guard let minutes = minutes(text) else { return nil }
    let hundredths = (minutes * 100 + 30) / 60
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
