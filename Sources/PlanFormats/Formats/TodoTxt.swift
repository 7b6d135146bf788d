import PlanModel

extension TrackerFormat {
  static let todoTxt = TrackerFormat(
    id: "todo-txt", name: "todo.txt",
    origin: "NAME",
    recognizes: { source in
      guard let file = source.file else { return false }
      let name = file.name.lowercased()
      if name.hasSuffix("todo.txt") || name.hasSuffix("done.txt") { return true }
      let lines = TodoTxtReader.lines(of: file.text)
      return !lines.isEmpty && lines.allSatisfy { TodoTxtLine($0).exported != nil }
    },
    read: { source, plans throws(FormatError) in
      guard let file = source.file else { throw .invalid("todo.txt is a file, not a folder") }
      var reader = TodoTxtReader(plans)
      for line in TodoTxtReader.lines(of: file.text) { reader.read(TodoTxtLine(line)) }
      plans = reader.plans
    })
}

/// A line of todo.txt in its parts.
///
/// The format has neither ids nor quotes. An exported line has the title, then `pmgit:` with the id
/// of the plan, and then one word for each value. So the title may contain words that look like
/// values. Spaces in values are written as `%20`; see `PercentText`.
struct TodoTxtLine {
  /// The parts of a line that pmgit exported.
  struct Exported {
    let id: PlanID
    let title: String
    /// The words after the id. People may have added more.
    let words: [String]
  }

  private(set) var isDone = false
  /// The letter of the priority, in upper case.
  private(set) var priority: Character?
  /// The days after the priority. An open line may have the day of creation. A finished line may
  /// have the day of completion, and after it the day of creation.
  private(set) var days: [CalendarDay] = []
  /// The rest of the line.
  let text: String
  let exported: Exported?

  init(_ line: String) {
    var rest = line[...]
    if rest.hasPrefix("x ") {
      isDone = true
      rest = rest.dropFirst(2)
    }
    if let letter = Self.priority(rest) {
      priority = letter
      rest = rest.dropFirst(4)
    }
    let most = isDone ? 2 : 1
    while days.count < most, let day = Self.day(rest) {
      days.append(day)
      rest = rest.dropFirst(11)
    }
    text = String(rest)
    exported = Self.exported(rest)
  }

  private static func priority(_ text: Substring) -> Character? {
    let start = Array(text.utf8.prefix(4))
    guard start.count == 4, start[0] == UInt8(ascii: "("), start[2] == UInt8(ascii: ")"),
      start[3] == UInt8(ascii: " "), (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(start[1])
    else { return nil }
    return Character(Unicode.Scalar(start[1]))
  }

  private static func day(_ text: Substring) -> CalendarDay? {
    let start = text.prefix(11)
    guard start.utf8.count == 11, start.last == " " else { return nil }
    return CalendarDay(String(start.dropLast()))
  }

  private static func exported(_ text: Substring) -> Exported? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for (index, word) in words.enumerated() where word.hasPrefix(mark) {
      guard let id = PlanID(String(word.dropFirst(mark.count))) else { continue }
      let rest = words[(index + 1)...].filter { !$0.isEmpty }
      return Exported(
        id: id, title: words[..<index].joined(separator: " "), words: rest.map { String($0) })
    }
    return nil
  }

  static let mark = "pmgit:"

  var created: CalendarDay? { isDone ? (days.count == 2 ? days[1] : nil) : days.first }
  var closed: CalendarDay? { isDone ? days.first : nil }
}

/// Reads the lines of a todo.txt file as plans.
private struct TodoTxtReader {
  private(set) var plans: TrackerPlans
  private var names: ContentID

  init(_ plans: TrackerPlans) {
    self.plans = plans
    names = ContentID("todo-txt", plans)
  }

  /// Returns the lines that are not blank. Tabs become spaces.
  static func lines(of text: String) -> [String] {
    Lines.entered(text).map { line in
      line.unicodeScalars.contains("\t") ? line.replacing("\t", with: " ") : line
    }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  mutating func read(_ line: TodoTxtLine) {
    if let exported = line.exported { read(line, exported) } else { readOther(line) }
  }

  private mutating func read(_ line: TodoTxtLine, _ exported: TodoTxtLine.Exported) {
    var plan = TrackerPlan(id: exported.id)
    var values = TodoTxtValues()
    var title = [PercentText.decoded(exported.title)]
    for word in exported.words where !values.take(word, isExported: true, into: &plan) {
      title.append(word)
    }
    plan.title(title.joined(separator: " "))
    finish(plan, line, values)
  }

  private mutating func readOther(_ line: TodoTxtLine) {
    let words = line.text.split(separator: " ").map { String($0) }
    // The name does not depend on days, rules and priorities, so a postponed plan keeps its name.
    let text = words.filter { TodoTxtValues.pair($0, among: TodoTxtValues.common) == nil }
    var plan = TrackerPlan(hash: names.next(text.joined(separator: " ")))
    var values = TodoTxtValues()
    var title: [String] = []
    for word in words where !values.take(word, isExported: false, into: &plan) {
      title.append(word)
    }
    // Tags within a sentence stay in the title.
    let isTag = { (word: String) in TodoTxtValues.label(word) != nil }
    let rest = title.drop(while: isTag).reversed().drop(while: isTag).reversed()
    for word in title { if let label = TodoTxtValues.label(word) { plan.label(label) } }
    plan.title((rest.isEmpty ? title[...] : Array(rest)[...]).joined(separator: " "))
    finish(plan, line, values)
  }

  private mutating func finish(_ plan: TrackerPlan, _ line: TodoTxtLine, _ values: TodoTxtValues) {
    var plan = plan
    plan.priority((line.priority ?? values.priority).map(TodoTxtValues.priority))
    let name = line.isDone ? values.doneState : values.openState
    plan.state(
      plans.state(name, line.isDone ? .done : name == nil ? .todo : nil), namesKind: name == nil)
    plan.created(at: line.created.map { plans.clocks.start(of: $0) }, by: nil)
    plan.closed(line.closed.map { TrackerTime.end(of: $0, plans.clocks, now: plans.now) })
    plans.add(plan)
  }
}

/// The values in the words of a line.
private struct TodoTxtValues {
  /// The letter of `pri:`, which finished lines have instead of `(A)`.
  var priority: Character?
  /// The column of an open plan.
  var openState: String?
  /// The column of a finished plan.
  var doneState: String?

  /// The keys that many programs support.
  static let common = ["due", "t", "rec", "pri"]

  /// Reads a word as a value, and returns whether it is one.
  ///
  /// - Parameter isExported: Whether pmgit exported the line, so that all keys are recognized.
  mutating func take(_ word: String, isExported: Bool, into plan: inout TrackerPlan) -> Bool {
    if isExported, let label = Self.label(word) {
      plan.label(PercentText.decoded(label))
      return true
    }
    guard let (key, value) = Self.pair(word, among: isExported ? nil : Self.common) else {
      return false
    }
    switch key {
    case "due", "t":
      guard let day = CalendarDay(value) else { return false }
      if key == "t" { plan.start(day) } else { plan.due(day) }
    case "rec":
      guard let rule = Self.repetition(value) else { return false }
      plan.repetition(rule)
    case "pri":
      guard value.utf8.count == 1, let letter = value.uppercased().first, letter.isLetter else {
        return false
      }
      priority = letter
    default: return takeExported(key, PercentText.decoded(value), into: &plan)
    }
    return true
  }

  private mutating func takeExported(
    _ key: String, _ value: String, into plan: inout TrackerPlan
  ) -> Bool {
    switch key {
    case PlanExport.commitName: plan.exported(from: value)
    case "state": openState = value
    case "done": doneState = value
    case "repeat":
      guard let rule = Repetition(value) else { return false }
      plan.repetition(rule)
    case "estimate": plan.estimate(value)
    case "owner": plan.owner(value)
    case "milestone": plan.milestone(value)
    case "iteration": plan.iteration(value)
    case "assignee": plan.assignee(value)
    case "alias": plan.alias(value)
    case _ where Link.knownKinds.contains(key): plan.link(key, value)
    default: return false
    }
    return true
  }

  /// Returns the parts of `key:value`; nil for other words.
  ///
  /// - Parameter keys: The keys that are recognized; nil for all.
  static func pair(_ word: String, among keys: [String]?) -> (key: String, value: String)? {
    guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let (key, value) = (word[..<colon], word[word.utf8.index(after: colon)...])
    guard !key.isEmpty, !value.isEmpty, keys?.contains(String(key)) ?? true else { return nil }
    return (String(key), String(value))
  }

  /// Returns the label of `+project` or `@context`; nil for other words.
  static func label(_ word: String) -> String? {
    guard word.utf8.count > 1, let first = word.unicodeScalars.first else { return nil }
    switch first {
    case "+": return String(word.unicodeScalars.dropFirst())
    case "@": return word
    default: return nil
    }
  }

  static func priority(_ letter: Character) -> Priority {
    switch letter {
    case "A": .urgent
    case "B": .high
    case "C": .medium
    default: .low
    }
  }

  /// Parses a rule: `+2w` counts from the due day, and `2w` from the day on which the plan is done.
  static func repetition(_ text: String) -> Repetition? {
    let isFromDue = text.hasPrefix("+")
    return Repetition(letters: text.dropFirst(isFromDue ? 1 : 0), isFromDone: !isFromDue)
  }
}
