import PlanModel

extension TrackerFormat {
  static let kanboard = TrackerFormat(
    id: "kanboard", name: "tasks of Kanboard",
    origin: "SERVER",
    recognizes: { source in
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.prefix(20).allSatisfy(isTask)
    },
    read: { source, plans throws(FormatError) in
      let records = try source.json.givenRecords()
      guard records.allSatisfy(isTask) else {
        throw .invalid("expected tasks with 'id', 'title', 'is_active' and 'column_title'")
      }
      // The ids are numbers.
      guard plans.origin != nil else { throw .missingOrigin }
      for record in records { plans.read(TrackerMembers(record)) }
    })
}

private func isTask(_ object: JSONObject) -> Bool {
  object["id"] != nil && object["title"]?.string != nil && object["is_active"] != nil
    && object["column_title"] != nil && object["project_name"] != nil
}

extension TrackerPlans {
  fileprivate mutating func read(_ task: TrackerMembers) {
    var task = task
    guard let id = task.integer("id") else { return lose("tasks without an id") }
    var plan = TrackerPlan(alias: alias("kanboard", "\(id)"))
    plan.title(task.text("title"))
    if task.has("description") { plan.body(task.text("description")) }
    readState(&task, into: &plan)
    readSets(&task, into: &plan)
    // 0 is no priority, and 3 is the highest one of a new project.
    let priority = task.integer("priority") ?? 0
    if task.has("priority") {
      plan.priority(Priority(number: priority > 0 ? max(0, 4 - priority) : nil))
    }
    if task.has("score") { plan.estimate(task.text("score").flatMap { $0 == "0" ? nil : $0 }) }
    // It is not added as an alias, because it may equal the alias of a plan of another source.
    plan.custom("external-ref", task.value("reference") ?? .null, on: board)
    readComments(&task, into: &plan)
    readLinks(&task, of: id, into: &plan)
    plan.loseUnread(of: task)
    add(plan)
  }

  private mutating func readState(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    func time(_ name: ExactString) -> Timestamp? {
      task.integer(name).flatMap { $0 > 0 ? Timestamp(seconds: Int64($0)) : nil }
    }
    let isOpen = task.integer("is_active") != 0
    let column = task.text("column_title")
    // The columns are those of all tasks, in the order of the board.
    let known = column.map { state($0, kind(ofColumn: $0)) } ?? nil
    if isOpen || column.map({ kind(ofColumn: $0) }) == .done {
      plan.state(known)
    } else {
      plan.state(state(nil, .done), namesKind: true)
    }
    plan.created(
      at: time("date_creation"), by: task.text("creator_username") ?? TrackerPlan.unknownPerson)
    plan.updated(time("date_modification"))
    plan.started(time("date_started"))
    let (completed, moved) = (time("date_completed"), time("date_moved"))
    if isOpen { plan.moved(moved) } else { plan.closed(completed) }
    if task.has("date_due") { plan.day(.due, at: time("date_due"), clocks) }
  }

  private func readSets(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    if task.has("tags"), task.has("category_name"), task.has("swimlane_name") {
      plan.lists("labels")
    }
    for tag in task.texts("tags") { plan.label(tag) }
    plan.label(task.text("category_name"))
    if let lane = task.text("swimlane_name"), lane != "Default swimlane" { plan.label(lane) }
    if let project = task.text("project_name") { plan.project(project, on: board) }
    if task.has("assignee_username") { plan.lists("assignees") }
    plan.assignee(task.text("assignee_username"))
    if task.has("subtasks") { plan.lists("checklist") }
    for var subtask in task.objects("subtasks") {
      // A comment may have the number of a subtask.
      let id = subtask.text("id").map { "subtask \($0)" }
      plan.check(id: id, subtask.text("title"), done: subtask.integer("status") == 2)
    }
  }

  private func readComments(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    if task.has("comments") { plan.lists("comments") }
    for var comment in task.objects("comments") {
      let at = comment.integer("date_creation").map { Timestamp(seconds: Int64($0)) }
      plan.comment(
        id: comment.text("id").map { "comment \($0)" },
        by: comment.text("username") ?? TrackerPlan.unknownPerson, at: at,
        comment.text("comment"))
    }
  }

  private func readLinks(
    _ task: inout TrackerMembers, of id: Int, into plan: inout TrackerPlan
  ) {
    if task.has("links") { plan.lists("links") }
    for var link in task.objects("links") {
      guard let other = link.integer("task_id"), other != id else { continue }
      let kind: String
      switch link.text("label") {
      case "is blocked by": kind = Link.blockedByKind
      case "is a child of": kind = Link.parentKind
      // The other task has the link.
      case "blocks", "is a parent of": continue
      default: kind = Link.relatesKind
      }
      plan.link(kind, alias("kanboard", "\(other)"))
    }
  }
}
