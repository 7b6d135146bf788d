import PlanModel

extension OutsideFormat {
  static let org = OutsideFormat(
    id: "org", name: "Org headings", writtenBy: "Emacs: a file, or a folder of files `*.org`",
    carried: [
      CarriedMember("a heading with a keyword", "title; other headings are left out"),
      CarriedMember("the text below it", "body"),
      CarriedMember("lists with boxes", "checklist"),
      CarriedMember(
        "the keyword", "the first column of kind todo, doing or done; unusual keywords are labels"),
      CarriedMember("`[#A]`", "priority: high, medium, low"),
      CarriedMember("tags", "labels, also those of the headings above and of `#+FILETAGS`"),
      CarriedMember("`DEADLINE`", "`due`, and `repeat` with its repeater"),
      CarriedMember("`SCHEDULED`", "`start`, and `repeat` with its repeater"),
      CarriedMember("`CLOSED`", "when it was done"),
      CarriedMember("`CLOCK`", "time"),
      CarriedMember("`:ID:`, `:CUSTOM_ID:`", "the alias `org:ID`; else one made of the headings"),
      CarriedMember("`:CREATED:`", "when it was created"),
      CarriedMember("`:Effort:`", "estimate, in hours"),
      CarriedMember("other properties", "a custom field of the board with that name"),
      CarriedMember("headings below a heading", "plans with a `parent` link"),
      CarriedMember("headings with the tag `ARCHIVE`", "left out"),
    ],
    recognizes: { source in
      source.isFolder
        ? source.files.contains { $0.name.hasSuffix(".org") } : source.name.hasSuffix(".org")
    },
    read: { source, options throws(FormatError) in
      var reader = OrgReader(options)
      for file in source.files where !source.isFolder || file.name.hasSuffix(".org") {
        reader.read(file)
      }
      return reader.finished()
    })
}

/// The keywords of a file: those that mean an open plan, and those that mean a finished one.
private struct OrgKeywords {
  private var open: Set<String> = [
    "TODO", "NEXT", "DOING", "STARTED", "IN-PROGRESS", "INPROGRESS", "WAITING", "WAIT", "HOLD",
    "SOMEDAY",
  ]
  private var done: Set<String> = ["DONE", "CANCELLED", "CANCELED"]

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
    open.subtract(done)
  }

  func kind(of word: String) -> Column.Kind? {
    if done.contains(word) { return .done }
    guard open.contains(word) else { return nil }
    return ["DOING", "STARTED", "IN-PROGRESS", "INPROGRESS"].contains(word) ? .doing : .todo
  }
}

/// A heading: its level, keyword, priority, title and tags.
private struct OrgHeading {
  let level: Int
  private(set) var keyword: (word: String, kind: Column.Kind)?
  private(set) var priority: String?
  let title: String
  let tags: [String]

  /// - Returns: nil for a line that is no heading.
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
    let last = rest.split(separator: " ").last ?? ""
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
private struct OrgDate {
  let day: CalendarDay
  /// The time of day: `10:00`.
  private(set) var time: String?
  private(set) var rule: Repetition?
  /// Whether the date repeats in a way that is not read.
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

  /// Returns the rule of `+1w` and `++1w`, from the day, and `.+1w`, from when it is done.
  private static func rule(_ text: Substring) -> Repetition? {
    let isFromDone = text.hasPrefix(".+")
    var digits = text.drop { $0 == "+" || $0 == "." }
    digits = digits.prefix { $0 != "/" }
    guard let unit = digits.popLast(), let count = Int(digits) else { return nil }
    let units: [Character: String] = ["d": "day", "w": "week", "m": "month", "y": "year"]
    guard let unit = units[unit] else { return nil }
    return Repetition("every \(count) \(unit)s\(isFromDone ? " from done" : "")")
  }

  func moment(_ clocks: LocalClocks) -> Timestamp? {
    OutsideTime.moment(time.map { "\(day) \($0)" } ?? day.description, clocks)
  }
}

private struct OrgReader {
  private let options: FormatOptions
  private var plans: OutsidePlans
  private var names: ContentID

  /// A heading with the lines up to the next one.
  private struct Section {
    let heading: OrgHeading
    var lines: [String] = []
  }

  /// A heading above another one.
  private struct Ancestor {
    let level: Int
    let title: String
    let tags: [String]
    /// The name of its plan; nil if the heading is no plan.
    let alias: String?
  }

  init(_ options: FormatOptions) {
    self.options = options
    plans = OutsidePlans(options)
    names = ContentID("org", options.origin)
  }

  mutating func finished() -> OutsidePlans {
    plans.breakCycles()
    return plans
  }

  mutating func read(_ file: OutsideFile) {
    let lines = Lines.entered(file.text)
    let keywords = OrgKeywords(lines)
    var sections: [Section] = []
    for line in lines {
      if let heading = OrgHeading(line, keywords) {
        sections.append(Section(heading: heading))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
    var above: [Ancestor] = []
    var archived: Int?
    let fileTags = lines.first { $0.uppercased().hasPrefix("#+FILETAGS:") }.map { line in
      line.dropFirst(11).split { $0 == ":" || $0 == " " }.map { String($0) }
    }
    for section in sections {
      let heading = section.heading
      if let level = archived, heading.level > level { continue }
      archived = nil
      while let last = above.last, last.level >= heading.level { above.removeLast() }
      if heading.tags.contains("ARCHIVE") {
        archived = heading.level
        plans.lose("headings with the tag ARCHIVE")
        continue
      }
      let alias = read(section, above, fileTags ?? [])
      // Deeper headings than this are read as if they stood beside each other.
      guard above.count < 100 else { continue }
      above.append(
        Ancestor(
          level: heading.level, title: String(heading.title.prefix(200)),
          tags: Array(heading.tags.prefix(100)), alias: alias))
    }
  }

  /// Returns the name of the plan; nil if the heading is none.
  private mutating func read(
    _ section: Section, _ above: [Ancestor], _ tags: [String]
  ) -> String? {
    let heading = section.heading
    guard let keyword = heading.keyword else {
      plans.lose("headings without a keyword")
      return nil
    }
    var content = OrgContent(section.lines)
    let id = content.properties["ID"] ?? content.properties["CUSTOM_ID"]
    let path = (above.map(\.title) + [heading.title]).joined(separator: "\n")
    let alias = id.flatMap(OutsideText.line).map { "org:\($0)" } ?? names.next(path)
    var plan = OutsidePlan(alias: alias)
    plan.title(heading.title)
    plan.body(MarkdownLine.withoutIndent(content.body))
    for item in content.checklist { plan.check(item.text, done: item.isDone) }
    for tag in tags + above.flatMap(\.tags) + heading.tags { plan.label(tag) }
    if !["TODO", "DONE", "DOING", "STARTED", "IN-PROGRESS", "INPROGRESS"].contains(keyword.word) {
      plan.label(keyword.word.lowercased())
    }
    plan.priority(Self.priority(heading.priority, &plan))
    plan.state(plans.state(nil, keyword.kind))
    readTimes(content, keyword.kind, alias, into: &plan)
    plan.link(Link.parentKind, above.last { $0.alias != nil }?.alias)
    readProperties(&content.properties, into: &plan)
    plans.add(plan)
    return alias
  }

  private static func priority(_ cookie: String?, _ plan: inout OutsidePlan) -> Priority? {
    switch cookie {
    case nil: return nil
    case "A", "1": return .high
    case "B", "2": return .medium
    case "C", "3": return .low
    default:
      plan.lose("priorities other than A to C and 1 to 3")
      return nil
    }
  }

  private func readTimes(
    _ content: OrgContent, _ kind: Column.Kind, _ alias: String, into plan: inout OutsidePlan
  ) {
    plan.due(content.deadline?.day)
    plan.start(content.scheduled?.day)
    let dates = [content.deadline, content.scheduled].compactMap(\.self)
    plan.repetition(dates.compactMap(\.rule).first)
    if dates.contains(where: \.hasOtherRule) { plan.lose("repeaters in hours") }
    if dates.contains(where: { $0.time != nil }) { plan.lose("times of day of deadlines") }
    if kind == .done { plan.closed(content.closed?.moment(options.clocks)) }
    // Org adds new lines above the others, so the number of a line is that among equal ones.
    var equal: [String: Int] = [:]
    for clock in content.clocks {
      let number = equal[clock.line, default: 0]
      equal[clock.line] = number + 1
      plan.time(
        id: ContentID.hash(alias, "\(number)", clock.line), minutes: clock.minutes, on: clock.day)
    }
    if content.hasNotes { plan.lose("notes of the logbook") }
  }

  private func readProperties(
    _ properties: inout [String: String], into plan: inout OutsidePlan
  ) {
    if let text = properties["CREATED"], let date = OrgDate(text[...]) {
      plan.created(at: date.moment(options.clocks), by: nil)
    }
    if let effort = properties["EFFORT"] {
      plan.estimate(OrgContent.hours(effort) ?? effort)
    }
    let known: Set = ["ID", "CUSTOM_ID", "CREATED", "EFFORT"]
    for (name, value) in properties.sorted(by: { $0.key < $1.key }).prefix(100)
    where !known.contains(name) {
      plan.custom(name, .string(value), on: options.board)
    }
  }
}

/// What stands below a heading.
private struct OrgContent {
  struct Clock {
    let line: String
    let day: CalendarDay
    let minutes: Int
  }

  private(set) var body: [String] = []
  private(set) var checklist: [(text: String, isDone: Bool)] = []
  private(set) var deadline: OrgDate?
  private(set) var scheduled: OrgDate?
  private(set) var closed: OrgDate?
  private(set) var clocks: [Clock] = []
  /// The properties, by their names in upper case.
  var properties: [String: String] = [:]
  private(set) var hasNotes = false

  private enum Place { case text, properties, logbook, block }

  init(_ lines: [String]) {
    var place = Place.text
    var isAtStart = true
    for line in lines {
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
        if upper == ":PROPERTIES:" {
          place = .properties
        } else if upper == ":LOGBOOK:" {
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
    guard line.first == ":", let end = line.dropFirst().firstIndex(of: ":") else { return }
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
    else { return true }
    clocks.append(Clock(line: line, day: date.day, minutes: minutes))
    return true
  }

  /// Returns an item of a list with a box. One with a part of its own boxes ticked is not done.
  private static func item(_ line: String) -> (text: String, isDone: Bool)? {
    if let task = MarkdownLine.task(line) { return (task.text, task.isDone) }
    guard let item = MarkdownLine.item(line), item.text.hasPrefix("[-] ") else { return nil }
    return (String(item.text.dropFirst(4)).trimmingSpaces, false)
  }

  /// Returns the minutes of `1:30`.
  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      (0...100_000).contains(hours), (0..<60).contains(minutes)
    else { return nil }
    return hours * 60 + minutes
  }

  /// Returns the hours of `1:30` as a number: `1.5`.
  static func hours(_ text: String) -> String? {
    guard let minutes = minutes(text) else { return nil }
    let hundredths = (minutes * 100 + 30) / 60
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
