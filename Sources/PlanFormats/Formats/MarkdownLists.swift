import PlanModel

extension OutsideFormat {
  static let markdown = OutsideFormat(
    id: "markdown", name: "a list of tasks in Markdown",
    writtenBy: "an editor, Obsidian (Tasks, Kanban), or taskell",
    carried: [
      CarriedMember("`- [ ] text`", "title"),
      CarriedMember("`[x]`", "the first column of kind done"),
      CarriedMember("a heading", "a label; of a board of Obsidian or taskell, the column"),
      CarriedMember("items with a box below the task", "checklist"),
      CarriedMember("text below the task", "body"),
      CarriedMember("`#tag`", "a label"),
      CarriedMember("`📅 2026-12-01`, `@{2026-12-01}`", "`due`"),
      CarriedMember("`🛫 2026-12-01`, `⏳ 2026-12-01`", "`start`"),
      CarriedMember("`➕ 2026-12-01`, `✅ 2026-12-01`", "when it was created, and when it was done"),
      CarriedMember("`🔺`, `⏫`, `🔼`, `🔽`", "priority: urgent, high, medium, low"),
      CarriedMember("the text", "an alias made of it, as `markdown:5d41402abc4b2a76`"),
    ],
    recognizes: { source in
      guard let file = source.file else { return false }
      let name = file.name.lowercased()
      let isMarkdown = name.hasSuffix(".md") || name.hasSuffix(".markdown")
      guard isMarkdown || !file.name.contains(".") else { return false }
      let text = file.text
      guard !text.hasPrefix("---\n") || text.contains("\nkanban-plugin:") else { return false }
      let shape = MarkdownShape(Lines.entered(text))
      return shape.hasBoxes || isMarkdown && shape.hasColumns
    },
    read: { source, options throws(FormatError) in
      guard let file = source.file else { throw .invalid("expected a file, not a folder") }
      var reader = MarkdownListReader(Lines.entered(file.text), options)
      return reader.read()
    })
}

/// The kind of list that a file has.
private struct MarkdownShape {
  /// Whether items that are not below others have boxes.
  private(set) var hasBoxes = false
  /// Whether the headings are columns, and the items below them cards.
  private(set) var hasColumns = false
  /// Whether the file is a board of Obsidian's plugin.
  let isKanban: Bool

  init(_ lines: [String]) {
    isKanban = lines.first == "---" && lines.prefix(20).contains { $0.hasPrefix("kanban-plugin:") }
    var isBelowHeading = false
    var hasCards = false
    for line in lines {
      if let heading = MarkdownLine.heading(line) {
        isBelowHeading = heading.level == 2
      } else if let item = MarkdownLine.item(line), item.indent == 0 {
        if MarkdownLine.box(item.text) != nil {
          hasBoxes = true
        } else if isBelowHeading {
          hasCards = true
        }
      }
    }
    hasColumns = isKanban || hasCards && !hasBoxes
  }
}

private struct MarkdownListReader {
  private let lines: [String]
  private let options: FormatOptions
  private let shape: MarkdownShape
  private var plans: OutsidePlans
  private var names: ContentID
  /// The text of the last heading.
  private var section: String?

  /// An item with the lines below it.
  private struct Item {
    let text: String
    let isDone: Bool
    let section: String?
    var lines: [String] = []
  }

  init(_ lines: [String], _ options: FormatOptions) {
    (self.lines, self.options) = (lines, options)
    shape = MarkdownShape(lines)
    plans = OutsidePlans(options)
    names = ContentID("markdown", options.origin)
  }

  mutating func read() -> OutsidePlans {
    var item: Item?
    var fence: Substring?
    var isArchive = false
    for line in body {
      let isInFence = fence != nil
      if let mark = MarkdownLine.fence(line), fence == nil || mark.hasPrefix(fence ?? "") {
        fence = fence == nil ? mark : nil
      }
      if line.first == " " || line.first == "\t" || isInFence || line.isEmpty {
        item?.lines.append(line)
        continue
      }
      if let heading = MarkdownLine.heading(line) {
        finish(&item)
        section = heading.level == 1 && !shape.isKanban ? nil : heading.text
      } else if shape.isKanban, line.trimmingSpaces == "***" {
        finish(&item)
        isArchive = true
      } else if shape.isKanban, line.hasPrefix("%%") {
        break
      } else if let next = self.item(line) {
        finish(&item)
        if isArchive { plans.lose("archived cards") } else { item = next }
      } else if fence == nil {
        finish(&item)
      }
    }
    finish(&item)
    return plans
  }

  /// The lines after the front matter.
  private var body: ArraySlice<String> {
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
      return lines[...]
    }
    return lines[(end + 1)...]
  }

  private mutating func item(_ line: String) -> Item? {
    guard let item = MarkdownLine.item(line) else { return nil }
    if let box = MarkdownLine.box(item.text) {
      return Item(text: box.text, isDone: box.isDone, section: section)
    }
    guard shape.hasColumns, section != nil else {
      plans.lose("items without a box")
      return nil
    }
    return Item(text: item.text, isDone: false, section: section)
  }

  private mutating func finish(_ item: inout Item?) {
    guard let done = item else { return }
    item = nil
    var title = MarkdownTaskText(done.text)
    var plan = OutsidePlan(alias: names.next(title.text))
    plan.title(title.text)
    for label in title.labels { plan.label(label) }
    readBody(done.lines, &title, into: &plan)
    if let due = title.due { plan.due(due) }
    if let start = title.start { plan.start(start) }
    if let priority = title.priority { plan.priority(priority) }
    plan.created(at: title.created.map { options.clocks.start(of: $0) }, by: nil)
    let kind = done.section.map { Column.Kind(guessedFrom: $0) } ?? .todo
    if shape.hasColumns, !done.isDone || kind == .done {
      plan.state(plans.state(done.section, kind))
    } else {
      plan.state(plans.state(nil, done.isDone ? .done : .todo))
      plan.label(done.section)
    }
    if done.isDone {
      plan.closed(title.done.map { min(options.clocks.end(of: $0), options.now) })
    }
    plans.add(plan)
  }

  /// Reads the lines below an item: items with boxes are the checklist, and the rest is the body.
  private func readBody(
    _ lines: [String], _ title: inout MarkdownTaskText, into plan: inout OutsidePlan
  ) {
    let indent =
      lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
        line.prefix { $0 == " " || $0 == "\t" }.count
      }.min() ?? 0
    var body: [String] = []
    var fence: Substring?
    for line in lines {
      let text = String(line.dropFirst(indent))
      if let mark = MarkdownLine.fence(text), fence == nil || mark.hasPrefix(fence ?? "") {
        fence = fence == nil ? mark : nil
      }
      if fence == nil, let task = MarkdownLine.task(line) {
        plan.check(task.text, done: task.isDone)
      } else if fence == nil, text.hasPrefix("@ "),
        let day = OutsideTime.day(String(text.dropFirst(2)), options.clocks)
      {
        // taskell writes the due day so.
        title.due = day
      } else if fence == nil, shape.hasColumns, text.hasPrefix("> ") {
        body.append(String(text.dropFirst(2)))
      } else {
        body.append(text)
      }
    }
    plan.body(Lines.joined(body).trimmingBlankLines)
  }
}

/// The text of a task, and the values in it.
private struct MarkdownTaskText {
  /// The text without values, and without tags at its end.
  private(set) var text = ""
  private(set) var labels: [String] = []
  var due: CalendarDay?
  private(set) var start: CalendarDay?
  private(set) var created: CalendarDay?
  private(set) var done: CalendarDay?
  private(set) var priority: Priority?

  init(_ line: String) {
    var words: [Substring] = []
    // A sign and its day are two words, or one.
    var sign: Character?
    for word in line.split(separator: " ") {
      if let known = sign {
        sign = nil
        if take(known, word) { continue }
        words.append(Substring(String(known)))
      }
      if let value = Self.braced(word), let day = CalendarDay(String(value)) {
        due = day
        continue
      }
      guard let first = word.first, Self.signs.contains(first) else {
        words.append(word)
        continue
      }
      let rest = word.dropFirst().drop { $0 == "\u{FE0F}" }
      if let known = Self.priorities[first], rest.isEmpty {
        priority = known
      } else if rest.isEmpty {
        sign = first
      } else if !take(first, rest) {
        words.append(word)
      }
    }
    if let sign { words.append(Substring(String(sign))) }
    labels = words.compactMap(Self.tag)
    while words.count > 1, let last = words.last, Self.tag(last) != nil { words.removeLast() }
    text = words.joined(separator: " ")
  }

  private static let priorities: [Character: Priority] = [
    "🔺": .urgent, "⏫": .high, "🔼": .medium, "🔽": .low, "⏬": .low,
  ]
  private static let signs = Set<Character>(priorities.keys)
    .union(["📅", "🗓", "🛫", "⏳", "➕", "✅"])

  private mutating func take(_ sign: Character, _ text: Substring) -> Bool {
    guard let day = CalendarDay(String(text)) else { return false }
    switch sign {
    case "📅", "🗓": due = day
    case "🛫", "⏳": start = day
    case "➕": created = day
    case "✅": done = day
    default: return false
    }
    return true
  }

  /// Returns the text in `@{…}`.
  private static func braced(_ word: Substring) -> Substring? {
    word.hasPrefix("@{") && word.hasSuffix("}") ? word.dropFirst(2).dropLast() : nil
  }

  /// Returns the name of `#tag`; nil for other words, and for numbers such as `#12`.
  private static func tag(_ word: Substring) -> String? {
    guard word.first == "#", word.count > 1 else { return nil }
    let name = word.dropFirst()
    let isName = name.allSatisfy { $0.isLetter || $0.isNumber || "-_/".contains($0) }
    return isName && !name.allSatisfy(\.isNumber) ? String(name) : nil
  }
}
