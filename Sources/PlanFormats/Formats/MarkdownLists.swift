import PlanModel

extension TrackerFormat {
  static let markdown = TrackerFormat(
    id: "markdown", name: "a list of tasks in Markdown",
    origin: "NAME",
    recognizes: { source in
      guard let file = source.file else { return false }
      let name = file.name.lowercased()
      let isMarkdown = name.hasSuffix(".md") || name.hasSuffix(".markdown")
      // A text in a cell of a table may have boxes, too.
      let isTable = source.table.map { $0.has("title") || $0.has("Summary") } ?? false
      guard isMarkdown || !file.name.contains(".") && !isTable else { return false }
      let members = FrontMatter.lines(of: file)
      guard members?.contains(where: { $0.hasPrefix("kanban-plugin:") }) ?? true else {
        return false
      }
      let shape = MarkdownShape(Lines.entered(file.text))
      return shape.hasBoxes || isMarkdown && shape.hasColumns
    },
    read: { source, plans throws(FormatError) in
      guard let file = source.file else { throw .invalid("expected a file, not a folder") }
      var reader = MarkdownListReader(Lines.entered(file.text), plans)
      plans = reader.read()
    })
}

/// How the headings and lists of a file are used.
private struct MarkdownShape {
  /// Whether there are boxes in top-level items.
  private(set) var hasBoxes = false
  /// Whether headings are columns, and the items below them are cards.
  private(set) var hasColumns = false
  /// Whether the file is a board of the Kanban plugin for Obsidian.
  let isKanban: Bool
  /// The columns in which the Kanban plugin marks cards as done.
  private(set) var doneColumns: Set<String> = []
  /// The number of ticked cards and of all cards, by column.
  private var ticks: [String: (ticked: Int, all: Int)] = [:]

  /// Whether most cards of a column are ticked. Then its cards are finished, even if its name is
  /// not typical of such a column.
  func isMostlyDone(_ column: String) -> Bool {
    ticks[column].map { $0.ticked > 1 && 2 * $0.ticked > $0.all } ?? false
  }

  init(_ lines: [String]) {
    isKanban = lines.first == "---" && lines.prefix(20).contains { $0.hasPrefix("kanban-plugin:") }
    var isBelowHeading = false
    var hasCards = false
    var column = ""
    for line in lines {
      if let heading = MarkdownLine.heading(line) {
        isBelowHeading = heading.level == 2
        column = heading.text
      } else if isKanban, line.trimmingSpaces == "**Complete**" {
        doneColumns.insert(column)
      } else if let item = MarkdownLine.item(line), item.indent == 0 {
        ticks[column, default: (0, 0)].all += 1
        if let box = MarkdownBox(item.text), box.otherSign == nil {
          hasBoxes = true
          if box.kind == .done { ticks[column]?.ticked += 1 }
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
  private let shape: MarkdownShape
  private var plans: TrackerPlans
  private var names: ContentID
  /// The text of the last heading.
  private var section: String?

  /// An item with the lines below it.
  private struct Item {
    let box: MarkdownBox
    let section: String?
    var lines: [String] = []
  }

  init(_ lines: [String], _ plans: TrackerPlans) {
    (self.lines, self.plans) = (lines, plans)
    shape = MarkdownShape(lines)
    names = ContentID("markdown", plans)
  }

  mutating func read() -> TrackerPlans {
    var item: Item?
    var fence = MarkdownFence()
    var isArchive = false
    for line in body {
      let isInFence = fence.isOpen
      let isCode = fence.take(line)
      if line.first == " " || line.first == "\t" || isInFence || line.isEmpty {
        item?.lines.append(line)
      } else if let heading = MarkdownLine.heading(line) {
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
      } else {
        finish(&item)
        let isMark = shape.isKanban && line.trimmingSpaces == "**Complete**"
        let isOther = !isCode && !isMark && MarkdownLine.item(line) == nil
        if isOther { plans.lose("lines outside of tasks") }
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
    if let box = MarkdownBox(item.text), box.otherSign == nil || shape.hasBoxes {
      return Item(box: box, section: section)
    }
    guard shape.hasColumns, section != nil else {
      plans.lose("items without a box")
      return nil
    }
    return Item(box: MarkdownBox(.todo, item.text), section: section)
  }

  private mutating func finish(_ item: inout Item?) {
    guard let done = item else { return }
    item = nil
    var title = MarkdownTaskText(done.box.text)
    var plan = TrackerPlan(hash: names.next(title.text))
    plan.title(title.text)
    plan.lists("labels", "checklist")
    for label in title.labels { plan.label(label) }
    readBody(done.lines, &title, into: &plan)
    if let due = title.due { plan.due(due) }
    if let start = title.start { plan.start(start) }
    if let priority = title.priority { plan.priority(priority) }
    if let rule = title.repetition { plan.repetition(rule) }
    if title.hasOtherRule { plan.lose(Repetition.otherRules) }
    noteSign(of: done.box)
    plan.created(at: title.created.map { plans.clocks.start(of: $0) }, by: nil)
    readState(done, into: &plan)
    if done.box.kind == .done {
      plan.closed(title.done.map { TrackerTime.end(of: $0, plans.clocks, now: plans.now) })
    }
    if let id = ExportFormat.plan(ofMarkdownItem: done.box.text) { plans.noteListed(id) }
    plans.add(plan)
  }

  private mutating func noteSign(of box: MarkdownBox) {
    if let sign = box.otherSign {
      plans.lose("signs in boxes that pmgit does not have", example: "[\(sign)]")
    }
  }

  /// The name of the board's column for cancelled tasks; nil if the board has none.
  private var cancelled: String? {
    ["Not planned", "Cancelled", "Canceled"].first { name in
      plans.board.columns(named: name).contains { $0.kind == .done }
    }
  }

  private mutating func readState(_ item: Item, into plan: inout TrackerPlan) {
    let done = item.box.isCancelled ? cancelled : nil
    guard shape.hasColumns else {
      plan.state(plans.state(done, item.box.kind), namesKind: done == nil)
      return plan.label(item.section)
    }
    // If the column counts as done, cards without a tick are also done.
    let isDone = item.section.map { name in
      shape.doneColumns.contains(name)
        || shape.isMostlyDone(name) && !plans.isKnown(column: name)
    }
    let kind = isDone == true ? .done : item.section.map { plans.kind(ofColumn: $0) } ?? .todo
    if item.box.kind != .done || kind == .done {
      plan.state(plans.state(item.section, kind))
    } else {
      plan.state(plans.state(done, .done), namesKind: done == nil)
      plan.label(item.section)
    }
  }

  /// Reads the lines below an item. Items with boxes become the checklist, and the rest is the
  /// body.
  private mutating func readBody(
    _ lines: [String], _ title: inout MarkdownTaskText, into plan: inout TrackerPlan
  ) {
    let indent = MarkdownLine.indent(of: lines)
    var body: [String] = []
    var fence = MarkdownFence()
    for line in lines {
      let text = String(line.dropFirst(indent))
      let isCode = fence.take(text)
      if !isCode, let box = MarkdownLine.item(line).flatMap({ MarkdownBox($0.text) }) {
        plan.check(box.text, done: box.kind == .done)
        noteSign(of: box)
      } else if !isCode, text.hasPrefix("@ "),
        let day = TrackerTime.day(String(text.dropFirst(2)), plans.clocks)
      {
        // taskell writes due days in this form.
        title.due = day
      } else if !isCode, shape.hasColumns, text.hasPrefix("> ") {
        body.append(String(text.dropFirst(2)))
      } else {
        body.append(text)
      }
    }
    plan.body(Lines.joined(body).trimmingBlankLines)
  }
}
