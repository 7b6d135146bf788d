import PlanModel

extension OutsideFormat {
  static let backlogMD = OutsideFormat(
    id: "backlog-md", name: "tasks of Backlog.md", writtenBy: "Backlog.md: the folder `backlog`",
    carried: [
      CarriedMember("id", "the alias `backlog:BACK-12`"),
      CarriedMember("title", "title"),
      CarriedMember(
        "status", "the column of that name; `--add-columns` adds those of `config.yml`"),
      CarriedMember("sections of the text", "body"),
      CarriedMember("acceptance criteria, definition of done", "checklist"),
      CarriedMember("comments", "comments"),
      CarriedMember("assignee", "assignees"),
      CarriedMember("labels", "labels"),
      CarriedMember("type", "a label"),
      CarriedMember("priority", "priority"),
      CarriedMember("milestone", "`milestone`, by its title; `--settings` adds it"),
      CarriedMember("dependencies", "`blocked-by` links"),
      CarriedMember("parent_task_id", "`parent` link"),
      CarriedMember("references, documentation, modified_files", "lists at the end of the body"),
      CarriedMember("due_date", "`due`"),
      CarriedMember("ordinal", "the order in the column"),
      CarriedMember("created_date, reporter", "when it was created, and by whom"),
      CarriedMember(
        "updated_date", "when it was last changed; of a finished task, when it was done"),
      CarriedMember("the folder `completed`", "plans that are done"),
      CarriedMember("the folder `drafts`", "plans with the label `draft`"),
      CarriedMember("the folder `archive`", "left out"),
    ],
    recognizes: { source in
      source.isFolder && source.files.contains(where: BacklogMDReader.isTask)
    },
    read: { source, options throws(FormatError) in
      guard source.isFolder else { throw .invalid("Backlog.md has a folder, not a file") }
      var reader = BacklogMDReader(source, options)
      return reader.read()
    })
}

private struct BacklogMDReader {
  private let source: OutsideSource
  private let options: FormatOptions
  private var plans: OutsidePlans
  /// The statuses of `config.yml`; the last one is done.
  private var statuses: [String]
  /// The names of tasks as they are written in their files, by `key`: other files may write them
  /// otherwise.
  private var names: [String: String] = [:]
  /// The titles of milestones, by id.
  private var milestones: [String: String] = [:]

  /// Where a task is stored.
  private enum Place { case tasks, completed, drafts, archive }

  /// A task whose file was read.
  private struct Task {
    var file: FrontMatter
    let id: String
    let place: Place
    let ordinal: Double
  }

  init(_ source: OutsideSource, _ options: FormatOptions) {
    (self.source, self.options) = (source, options)
    plans = OutsidePlans(options)
    statuses = ["To Do", "In Progress", "Done"]
    let config = source.files.first { $0.name == "config.yml" || $0.name == "backlog.config.yml" }
    if let config, let value = try? YAMLReader.value(in: Array(config.text.utf8)),
      let names = value.object?["statuses"]?.array?.compactMap(\.string), !names.isEmpty
    {
      statuses = names
    }
  }

  /// Whether a file is a task that is not in the archive: `tasks/back-12 - Title.md`.
  static func isTask(_ file: OutsideFile) -> Bool {
    guard let place = place(of: file), place != .archive, file.name.contains(" - ") else {
      return false
    }
    return file.text.contains("\nstatus:") && file.text.hasPrefix("---")
  }

  private static func place(of file: OutsideFile) -> Place? {
    let folders = file.path.split(separator: "/").dropLast()
    guard file.name.hasSuffix(".md"), let folder = folders.last else { return nil }
    if folders.contains("archive") {
      return ["tasks", "drafts"].contains(folder) ? .archive : nil
    }
    switch folder {
    case "tasks": return .tasks
    case "completed": return .completed
    case "drafts": return .drafts
    default: return nil
    }
  }

  mutating func read() -> OutsidePlans {
    // The board gets the columns in the order of the configuration.
    for status in statuses { _ = plans.state(status, kind(of: status)) }
    readMilestones()
    var tasks: [Task] = []
    for file in source.files {
      guard let place = Self.place(of: file), file.name.lowercased() != "readme.md" else {
        continue
      }
      if place == .archive {
        plans.lose("archived tasks")
      } else if let task = task(file, place) {
        for key in Self.keys(task.id, place) where names[key] == nil { names[key] = task.id }
        tasks.append(task)
      }
    }
    let order = tasks.enumerated().sorted {
      ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset)
    }
    for (_, task) in order { read(task) }
    plans.breakCycles()
    return plans
  }

  /// Returns the texts by which a task is found: its name in lower case, and its number. A project
  /// may have changed the prefix of its tasks since other tasks named them: `task-4.2` is
  /// `BACK-4.02`.
  private static func keys(_ id: String, _ place: Place) -> [String] {
    place == .drafts ? [id.lowercased()] : [id.lowercased(), number(id)].compactMap(\.self)
  }

  /// Returns the number of `BACK-4.02` without leading zeros: `4.2`; nil without a number.
  private static func number(_ id: String) -> String? {
    let parts = (id.split(separator: "-").last ?? "").split(separator: ".")
    let numbers = parts.compactMap { part in Int(part).map { String($0) } }
    return numbers.isEmpty || numbers.count < parts.count ? nil : numbers.joined(separator: ".")
  }

  private mutating func readMilestones() {
    for file in source.files where file.name.hasSuffix(".md") {
      guard file.path.split(separator: "/").dropLast().last == "milestones",
        let matter = try? FrontMatter.read(file), let id = matter.members.object["id"]?.scalarText
      else { continue }
      milestones[id.lowercased()] = matter.members.object["title"]?.scalarText
    }
  }

  private mutating func task(_ file: OutsideFile, _ place: Place) -> Task? {
    do {
      guard var matter = try FrontMatter.read(file) else {
        plans.lose("files without front matter")
        return nil
      }
      guard let id = matter.members.text("id").flatMap(OutsideText.line) else {
        plans.lose("files without an id")
        return nil
      }
      let ordinal = matter.members.text("ordinal").flatMap { Double($0) }
      return Task(file: matter, id: id, place: place, ordinal: ordinal ?? .infinity)
    } catch {
      plans.lose("files whose front matter can't be read, such as '\(file.path.excerpt)'")
      return nil
    }
  }

  private func kind(of status: String) -> Column.Kind {
    if status == statuses.first { return .todo }
    return status == statuses.last ? .done : .doing
  }

  // MARK: - A task

  private mutating func read(_ task: Task) {
    var members = task.file.members
    var plan = OutsidePlan(alias: "backlog:\(task.id)")
    plan.title(members.text("title"))
    readText(task.file.body, into: &plan)
    for (name, title) in [
      ("references", "References"), ("documentation", "Documentation"),
      ("modified_files", "Modified files"),
    ] {
      let values = members.texts(ExactString(name)).compactMap(OutsideText.line)
      if !values.isEmpty {
        plan.addToBody("## \(title)\n\n" + values.map { "- \($0)" }.joined(separator: "\n"))
      }
    }
    for name in members.texts("assignee") { plan.assignee(name) }
    for label in members.texts("labels") { plan.label(label) }
    plan.label(members.text("type"))
    if task.place == .drafts { plan.label("draft") }
    if let name = members.text("priority") {
      plan.priority(Priority(named: name))
      if Priority(named: name) == nil { plan.lose("priorities other than high, medium and low") }
    }
    if let name = members.text("milestone") {
      plan.milestone(plans.milestone(milestones[name.lowercased()] ?? name))
    }
    for other in members.texts("dependencies") { link(Link.blockedByKind, other, into: &plan) }
    if let parent = members.text("parent_task_id", "parent") {
      link(Link.parentKind, parent, into: &plan)
    }
    readTimes(&members, task, into: &plan)
    members.ignore("subtasks", "dueDate")
    plan.loseUnread(of: members)
    plans.add(plan)
  }

  private func link(_ kind: String, _ other: String, into plan: inout OutsidePlan) {
    let name = names[other.lowercased()] ?? Self.number(other).flatMap { names[$0] } ?? other
    plan.link(kind, "backlog:\(name)")
  }

  private mutating func readTimes(
    _ members: inout OutsideMembers, _ task: Task, into plan: inout OutsidePlan
  ) {
    // Backlog.md writes moments in UTC, without a zone.
    func time(_ name: ExactString) -> Timestamp? {
      members.text(name).flatMap { OutsideTime.moment($0, .utc) }
    }
    plan.created(at: time("created_date"), by: members.text("reporter"))
    let updated = time("updated_date")
    plan.updated(updated)
    if let due = members.text("due_date") { plan.due(OutsideTime.day(due, .utc)) }
    let status = members.text("status")
    let known = status.flatMap { status in
      statuses.first { $0.lowercased() == status.lowercased() } ?? status
    }
    let isDone = task.place == .completed || known.map { kind(of: $0) } == .done
    guard task.place != .drafts else { return plan.state(plans.state(statuses.first, .todo)) }
    if isDone {
      plan.state(plans.state(statuses.last, .done))
      plan.closed(time("completed_date") ?? updated)
    } else {
      plan.state(plans.state(known, known.map { kind(of: $0) } ?? .todo))
    }
  }

  // MARK: - The text

  /// Reads the text: lists of criteria become the checklist, comments become comments, and the
  /// rest is the body.
  private func readText(_ text: String, into plan: inout OutsidePlan) {
    var body: [String] = []
    var section: BacklogSection?
    var comments = BacklogComments()
    var fence: Substring?
    for line in Lines.split(text) {
      if let mark = MarkdownLine.fence(line), fence == nil || mark.hasPrefix(fence ?? "") {
        fence = fence == nil ? mark : nil
      } else if fence == nil, let heading = MarkdownLine.heading(line), heading.level <= 2 {
        section = BacklogSection(heading.text)
        if section != nil { continue }
      } else if fence == nil, Self.isMarker(line) {
        continue
      }
      switch section {
      case .checklist where fence == nil:
        if let item = MarkdownLine.task(line) {
          plan.check(Self.withoutNumber(item.text), done: item.isDone)
        } else if !line.allSatisfy(\.isWhitespace) {
          body.append(line)
        }
      case .comments: comments.take(line)
      default: body.append(line)
      }
    }
    plan.body(Lines.joined(body).trimmingBlankLines)
    for comment in comments.all {
      let at = comment.created.flatMap { OutsideTime.moment($0, .utc) }
      plan.comment(
        id: ContentID.hash(comment.created ?? "", comment.author ?? "", comment.text),
        by: comment.author, at: at, comment.text)
    }
  }

  /// Whether a line only marks the beginning or the end of a section: `<!-- AC:BEGIN -->`.
  private static func isMarker(_ line: String) -> Bool {
    let line = line.trimmingSpaces
    return line.hasPrefix("<!--") && (line.hasSuffix(":BEGIN -->") || line.hasSuffix(":END -->"))
  }

  /// Returns the text of a criterion without its number: `#1 Works` is `Works`.
  private static func withoutNumber(_ text: String) -> String {
    guard text.hasPrefix("#") else { return text }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(1 + digits.count)
    return !digits.isEmpty && rest.hasPrefix(" ") ? String(rest.dropFirst()) : text
  }
}

/// A section of a task's text that is not a part of the body.
private enum BacklogSection {
  case checklist, comments

  init?(_ heading: String) {
    switch heading.lowercased() {
    case "acceptance criteria", "definition of done": self = .checklist
    case "comments": self = .comments
    default: return nil
    }
  }
}

/// The comments of a task: lines of values, `---`, the text, `---`.
private struct BacklogComments {
  struct Comment {
    var author: String?
    var created: String?
    var lines: [String] = []
    var text: String { Lines.joined(lines).trimmingBlankLines }
  }

  private(set) var all: [Comment] = []
  private var current = Comment()
  private var isInText = false

  mutating func take(_ line: String) {
    let isMark = line.trimmingSpaces == "---"
    if isInText, isMark {
      all.append(current)
      (current, isInText) = (Comment(), false)
    } else if isInText {
      current.lines.append(line)
    } else if isMark {
      isInText = true
    } else if let colon = line.firstIndex(of: ":") {
      let value = String(line[line.index(after: colon)...]).trimmingSpaces
      switch line[..<colon].lowercased() {
      case "author": current.author = value
      case "created": current.created = value
      default: break
      }
    }
  }
}
