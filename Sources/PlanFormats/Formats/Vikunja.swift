import PlanModel

extension TrackerFormat {
  static let vikunja = TrackerFormat(
    id: "vikunja", name: "tasks of Vikunja",
    origin: "SERVER",
    recognizes: { source in
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.allSatisfy(isProject)
    },
    read: { source, plans throws(FormatError) in
      let projects = try source.json.givenRecords()
      guard projects.allSatisfy(isProject) else {
        throw .invalid("expected projects with 'tasks' and 'buckets'")
      }
      // The ids are numbers.
      guard plans.origin != nil else { throw .missingOrigin }
      for project in projects { plans.read(VikunjaProject(project)) }
    })
}

private func isProject(_ object: JSONObject) -> Bool {
  object["title"]?.string != nil && object["tasks"] != nil && object["buckets"] != nil
    && object["is_archived"]?.bool != nil
}

/// A project of an export, with the members that its tasks refer to.
private struct VikunjaProject {
  let title: String
  let isArchived: Bool
  /// The tasks, in the order of the board.
  private(set) var tasks: [JSONObject]
  /// The buckets of the first board, in order.
  private(set) var buckets: [(title: String, isDone: Bool)] = []
  /// The index in `buckets` of each task, by the id of the task.
  private(set) var places: [Int: Int] = [:]

  init(_ project: JSONObject) {
    func objects(_ name: ExactString) -> [JSONObject] {
      project[name]?.array?.compactMap(\.object) ?? []
    }
    title = project["title"]?.string ?? ""
    isArchived = project["is_archived"]?.bool ?? false
    tasks = objects("tasks")
    // Before 0.24, a project had one board. Its buckets were members of the tasks.
    let board = objects("views").filter { $0["view_kind"]?.string == "kanban" }
      .min { Self.number($0, "position") < Self.number($1, "position") }
    let view = board.map { Self.id($0, "id") }
    func isShown(_ object: JSONObject) -> Bool {
      view == nil || Self.id(object, "project_view_id") == view
    }
    var indices: [Int: Int] = [:]
    let shown = objects("buckets").filter(isShown)
    for bucket in shown.sorted(by: { Self.number($0, "position") < Self.number($1, "position") }) {
      guard let id = Self.id(bucket, "id"), indices[id] == nil else { continue }
      indices[id] = buckets.count
      let isDone =
        bucket["is_done_bucket"]?.bool ?? (board.flatMap { Self.id($0, "done_bucket_id") } == id)
      buckets.append((bucket["title"]?.string ?? "", isDone))
    }
    let owners = tasks.map { ($0["id"], $0["bucket_id"]) }
    let kept = objects("task_buckets").filter(isShown).map { ($0["task_id"], $0["bucket_id"]) }
    for (task, bucket) in owners + kept {
      guard let task = Self.id(task), let index = Self.id(bucket).flatMap({ indices[$0] }) else {
        continue
      }
      places[task] = index
    }
    sort(by: objects("positions").filter(isShown))
  }

  private mutating func sort(by positions: [JSONObject]) {
    var order: [Int: Double] = [:]
    for task in tasks {
      if let id = Self.id(task, "id") { order[id] = Self.number(task, "kanban_position") }
    }
    for position in positions {
      if let id = Self.id(position, "task_id") { order[id] = Self.number(position, "position") }
    }
    let places = tasks.map { task in Self.id(task, "id").flatMap { order[$0] } ?? 0 }
    tasks = zip(places, tasks).enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  static func id(_ object: JSONObject, _ name: ExactString) -> Int? { id(object[name]) }

  private static func id(_ value: JSONValue?) -> Int? { value?.numberText.flatMap { Int($0) } }

  private static func number(_ object: JSONObject, _ name: ExactString) -> Double {
    let number = object[name]?.numberText.flatMap { Double($0) } ?? 0
    return number.isFinite ? number : 0
  }
}

extension TrackerPlans {
  fileprivate mutating func read(_ project: VikunjaProject) {
    guard !project.isArchived else {
      return lose("tasks of archived projects", project.tasks.count)
    }
    for bucket in project.buckets {
      _ = state(bucket.title, bucket.isDone ? .done : kind(ofColumn: bucket.title))
    }
    for task in project.tasks { read(TrackerMembers(task), in: project) }
  }

  private mutating func read(_ task: TrackerMembers, in project: VikunjaProject) {
    var task = task
    guard let id = VikunjaProject.id(task.object, "id") else { return lose("tasks without an id") }
    var plan = TrackerPlan(alias: alias("vikunja", "\(id)"))
    let sets: [(ExactString, set: ExactString)] = [
      ("labels", "labels"), ("assignees", "assignees"), ("related_tasks", "links"),
      ("description", "checklist"), ("comments", "comments"),
    ]
    for (member, set) in sets where task.has(member) { plan.lists(set) }
    plan.title(task.text("title"))
    readTexts(&task, into: &plan)
    readState(&task, project.places[id].map { project.buckets[$0] }, into: &plan)
    plan.project(project.title, on: board)
    for label in task.texts("labels", each: "title") { plan.label(label) }
    for person in task.texts("assignees", each: "username") { plan.assignee(person) }
    // 0 is no priority, and 5 is "do now".
    let priority = task.integer("priority") ?? 0
    if task.has("priority") {
      plan.priority(Priority(number: priority > 0 ? max(0, 4 - priority) : nil))
    }
    readRepetition(&task, into: &plan)
    readLinks(&task, of: id, into: &plan)
    task.ignore(
      "id", "project_id", "identifier", "index", "hex_color", "cover_image_attachment_id",
      "bucket_id", "position", "kanban_position", "is_unread", "subscription", "buckets")
    task.ignore("comment_count", "time_entries_count", "reactions")
    plan.loseUnread(of: task)
    add(plan)
  }

  /// Reads the description, whose task lists become the checklist, and the comments. Older versions
  /// write Markdown, newer ones HTML.
  private func readTexts(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    var losses: Set<String> = []
    let text = HTMLReader.markdown(of: task.text("description") ?? "", losses: &losses)
    if task.has("description") { plan.body(text.text) }
    for item in text.tasks { plan.check(item.text, done: item.isDone) }
    for var comment in task.objects("comments") {
      var author = comment.object("author")
      var text = HTMLReader.markdown(of: comment.text("comment") ?? "", losses: &losses)
      text.text += text.tasks.map { "\n- [\($0.isDone ? "x" : " ")] \($0.text)" }.joined()
      plan.comment(
        id: comment.text("id"), by: author?.text("username") ?? TrackerPlan.unknownPerson,
        at: comment.time("created"), text.text)
    }
    for loss in losses.sorted() { plan.lose(loss) }
  }

  private mutating func readState(
    _ task: inout TrackerMembers, _ bucket: (title: String, isDone: Bool)?,
    into plan: inout TrackerPlan
  ) {
    let isDone = task.bool("done") ?? false
    if let bucket, !isDone || bucket.isDone || kind(ofColumn: bucket.title) == .done {
      plan.state(state(bucket.title))
    } else {
      plan.state(state(nil, isDone ? .done : .todo), namesKind: true)
    }
    // The year 1 means that there is no time.
    func time(_ name: ExactString) -> Timestamp? {
      task.time(name).flatMap { $0.day.year <= 1 ? nil : $0 }
    }
    let done = time("done_at")
    if isDone { plan.closed(done) }
    var author = task.object("created_by")
    plan.created(
      at: time("created"), by: author?.text("username") ?? TrackerPlan.unknownPerson)
    plan.updated(time("updated"))
    if task.has("due_date") { plan.day(.due, at: time("due_date"), clocks) }
    if task.has("start_date") { plan.day(.start, at: time("start_date"), clocks) }
    if time("end_date") != nil { plan.lose("'end_date'") }
  }

  private func readRepetition(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    let (seconds, mode) = (task.integer("repeat_after") ?? 0, task.integer("repeat_mode") ?? 0)
    if mode == 1 { return plan.repetition(Repetition("every month")) }
    guard seconds > 0 else { return }
    guard seconds % 86_400 == 0 else { return plan.lose(Repetition.otherRules) }
    plan.repetition(Repetition(letters: "\(seconds / 86_400)d", isFromDone: mode == 2))
  }

  private func readLinks(
    _ task: inout TrackerMembers, of id: Int, into plan: inout TrackerPlan
  ) {
    for relation in task.object("related_tasks")?.object.members ?? [] {
      let kind: String
      switch relation.key.text {
      case "parenttask": kind = Link.parentKind
      case "blocked": kind = Link.blockedByKind
      // The other task has the link.
      case "subtask", "blocking": continue
      default: kind = Link.relatesKind
      }
      for other in relation.value.array ?? [] {
        guard let number = other.object.flatMap({ VikunjaProject.id($0, "id") }), number != id
        else { continue }
        plan.link(kind, alias("vikunja", "\(number)"))
      }
    }
  }
}
