import PlanModel

extension TrackerFormat {
  static let backlogMD = TrackerFormat(
    id: "backlog-md", name: "tasks of Backlog.md",
    origin: "PROJECT",
    recognizes: { source in
      source.isFolder && source.files.contains(where: BacklogMDReader.isTask)
    },
    read: { source, plans throws(FormatError) in
      guard source.isFolder else { throw .invalid("Backlog.md has a folder, not a file") }
      var reader = BacklogMDReader(source, plans)
      plans = reader.read()
    })
}

private struct BacklogMDReader {
  private let source: TrackerSource
  private var plans: TrackerPlans
  /// The statuses of `config.yml`; the last one is done.
  private var statuses: [String]
  /// The names of tasks as in their own files, by `keys`. Other files may spell them differently.
  private var names: [String: String] = [:]
  /// The titles of milestones, by id.
  private var milestones: [String: String] = [:]

  /// The folder in which a task is stored, which shows its state.
  private enum Place { case tasks, completed, drafts, archive }

  /// A task file that was read.
  private struct Task {
    var file: FrontMatter
    let id: String
    let place: Place
    let ordinal: Double
  }

  init(_ source: TrackerSource, _ plans: TrackerPlans) {
    (self.source, self.plans) = (source, plans)
    statuses = ["To Do", "In Progress", "Done"]
    guard let config = Self.config(in: source) else { return }
    let names = self.plans.configuration(in: config)?["statuses"]?.array?.compactMap(\.string) ?? []
    if !names.isEmpty { statuses = names }
  }

  /// Returns the configuration: `config.yml` next to the folder of the tasks, because other folders
  /// may also have such a file. Without one, returns a `backlog.config.yml` in any folder.
  private static func config(in source: TrackerSource) -> TrackerFile? {
    let folder = { (path: String) in path.split(separator: "/").dropLast() }
    let roots = Set(source.files.filter(isTask).map { Array(folder($0.path).dropLast()) })
    return source.files.first { $0.name == "config.yml" && roots.contains(Array(folder($0.path))) }
      ?? source.files.first { $0.name == "backlog.config.yml" }
  }

  /// Whether a file is a task that is not in the archive: `tasks/back-12 - Title.md`.
  static func isTask(_ file: TrackerFile) -> Bool {
    guard let place = place(of: file), place != .archive else { return false }
    return looksLikeTask(file)
  }

  /// Whether a file has the name and the front matter of a task, wherever it is.
  private static func looksLikeTask(_ file: TrackerFile) -> Bool {
    file.name.hasSuffix(".md") && file.name.contains(" - ")
      && FrontMatter.lines(of: file)?.contains { $0.hasPrefix("status:") } ?? false
  }

  private static func place(of file: TrackerFile) -> Place? {
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

  private static func isReadMe(_ file: TrackerFile) -> Bool {
    file.name.lowercased() == "readme.md"
  }

  mutating func read() -> TrackerPlans {
    // The board gets the columns in the order of the configuration.
    for status in statuses { _ = plans.state(status, kind(of: status)) }
    readMilestones()
    var tasks: [Task] = []
    for file in source.files where !Self.isReadMe(file) {
      guard let place = Self.place(of: file) else {
        if Self.looksLikeTask(file) { plans.lose("tasks in other folders", example: file.path) }
        continue
      }
      if place == .archive {
        plans.lose("archived tasks", example: file.path)
      } else if let task = task(file, place) {
        for key in Self.keys(task.id, place) where names[key] == nil { names[key] = task.id }
        tasks.append(task)
      }
    }
    let order = tasks.enumerated().sorted {
      ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset)
    }
    for (_, task) in order { read(task) }
    return plans
  }

  /// Returns the names by which other tasks may refer to a task: its name in lower case, and its
  /// number. The prefix may have changed since they were written: `task-4.2` is `BACK-4.02`.
  private static func keys(_ id: String, _ place: Place) -> [String] {
    place == .drafts ? [id.lowercased()] : [id.lowercased(), number(id)].compactMap(\.self)
  }

  /// Returns the number of a task without leading zeros: `4.2` for `BACK-4.02`; nil without a
  /// number.
  private static func number(_ id: String) -> String? {
    let parts = (id.split(separator: "-").last ?? "").split(separator: ".")
    let numbers = parts.compactMap { part in Int(part).map { String($0) } }
    return numbers.isEmpty || numbers.count < parts.count ? nil : numbers.joined(separator: ".")
  }

  private mutating func readMilestones() {
    for file in source.files where file.name.hasSuffix(".md") && !Self.isReadMe(file) {
      guard file.path.split(separator: "/").dropLast().last == "milestones",
        let matter = plans.frontMatter(of: file), let id = matter.members.object["id"]?.scalarText
      else { continue }
      milestones[id.lowercased()] = matter.members.object["title"]?.scalarText
    }
  }

  private mutating func task(_ file: TrackerFile, _ place: Place) -> Task? {
    guard var matter = plans.frontMatter(of: file) else { return nil }
    guard let id = matter.members.text("id").flatMap(TrackerText.line) else {
      plans.lose("files without an id", example: file.path)
      return nil
    }
    let ordinal = matter.members.text("ordinal").flatMap { Double($0) }
    return Task(file: matter, id: id, place: place, ordinal: ordinal ?? .infinity)
  }

  private func kind(of status: String) -> Column.Kind {
    if status == statuses.first { return .todo }
    return status == statuses.last ? .done : .doing
  }

  // MARK: - A task

  private mutating func read(_ task: Task) {
    var members = task.file.members
    var plan = TrackerPlan(alias: plans.alias("backlog", task.id))
    plan.lists("labels", "assignees", "links", "checklist", "comments")
    plan.title(members.text("title"))
    BacklogText(task.file.body).write(to: &plan)
    for (name, title) in [
      ("references", "References"), ("documentation", "Documentation"),
      ("modified_files", "Modified files"),
    ] {
      let values = members.texts(ExactString(name)).compactMap(TrackerText.line)
      if !values.isEmpty {
        plan.addToBody("## \(title)\n\n" + values.map { "- \($0)" }.joined(separator: "\n"))
      }
    }
    for name in members.texts("assignee") { plan.assignee(BacklogText.person(name)) }
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
    members.ignore("subtasks")
    plan.loseUnread(of: members)
    plans.add(plan)
  }

  private func link(_ kind: String, _ other: String, into plan: inout TrackerPlan) {
    let name = names[other.lowercased()] ?? Self.number(other).flatMap { names[$0] } ?? other
    plan.link(kind, plans.alias("backlog", name))
  }

  private mutating func readTimes(
    _ members: inout TrackerMembers, _ task: Task, into plan: inout TrackerPlan
  ) {
    func time(_ name: ExactString) -> Timestamp? {
      guard let text = members.text(name) else { return nil }
      let time = BacklogText.moment(text)
      if time == nil { plan.lose(TrackerTime.unknownForm) }
      return time
    }
    let reporter = members.text("reporter").map(BacklogText.person)
    plan.created(at: time("created_date"), by: reporter ?? TrackerPlan.unknownPerson)
    plan.updated(time("updated_date"))
    if let due = time("due_date") ?? time("dueDate") { plan.due(due.day) }
    let status = members.text("status")
    let known = status.flatMap { status in
      statuses.first { $0.lowercased() == status.lowercased() } ?? status
    }
    let isDone = task.place == .completed || known.map { kind(of: $0) } == .done
    guard task.place != .drafts else { return plan.state(plans.state(statuses.first, .todo)) }
    if isDone {
      plan.state(plans.state(statuses.last, .done))
      let texts = [members.text("completed_date"), members.text("updated_date")]
      let ends = texts.compactMap(\.self).compactMap { text in
        BacklogText.end(text, plans.clocks, now: plans.now)
      }
      plan.closed(ends.first)
    } else {
      plan.state(plans.state(known, known.map { kind(of: $0) } ?? .todo))
    }
  }
}
