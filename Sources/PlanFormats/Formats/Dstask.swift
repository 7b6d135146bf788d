import PlanModel

extension TrackerFormat {
  static let dstask = TrackerFormat(
    id: "dstask", name: "tasks of dstask",
    recognizes: { source in
      source.isFolder && source.files.contains { taskPlace($0) != nil }
    },
    read: { source, plans throws(FormatError) in
      for file in source.files { plans.read(file) }
    })
}

/// Returns the folder, which is the status, and the UUID of a file such as `pending/UUID.yml`;
/// nil for other files.
private func taskPlace(_ file: TrackerFile) -> (status: String, uuid: String)? {
  let statuses: Set<Substring> = [
    "pending", "active", "resolved", "delegated", "deferred", "paused", "recurring", "template",
  ]
  guard file.name.hasSuffix(".yml"), file.name.utf8.count == 40,
    let folder = file.path.split(separator: "/").dropLast().last, statuses.contains(folder)
  else { return nil }
  let uuid = file.name.dropLast(4).lowercased()
  let isUUID = uuid.enumerated().allSatisfy { index, character in
    [8, 13, 18, 23].contains(index) ? character == "-" : character.isHexDigit
  }
  return isUUID ? (String(folder), uuid) : nil
}

extension TrackerPlans {
  fileprivate mutating func read(_ file: TrackerFile) {
    guard let (status, uuid) = taskPlace(file) else { return }
    do {
      guard let object = try YAMLReader.value(in: Array(file.text.utf8)).object else {
        return lose("files without members", example: file.path)
      }
      read(TrackerMembers(object), status, uuid)
    } catch {
      lose("files that can't be read", example: file.path)
    }
  }

  private mutating func read(_ task: TrackerMembers, _ status: String, _ uuid: String) {
    var task = task
    var plan = TrackerPlan(alias: "dstask:\(uuid)")
    plan.lists("labels", "assignees", "links", "checklist")
    plan.title(task.text("summary"))
    plan.body(task.text("notes"))
    if let project = task.text("project") { plan.label(project) }
    for tag in task.texts("tags") { plan.label(tag) }
    plan.assignee(task.text("delegatedto"))
    plan.priority(Priority(level: task.text("priority")))
    for var subtask in task.objects("subtasks") {
      let isDone = subtask.bool("resolved") ?? false
      plan.check(subtask.text("summary"), done: isDone)
    }
    for other in task.texts("dependencies") {
      plan.link(Link.blockedByKind, "dstask:\(other.lowercased())")
    }
    readState(&task, status, into: &plan)
    task.ignore("status", "uuid")
    plan.loseUnread(of: task)
    add(plan)
  }

  private mutating func readState(
    _ task: inout TrackerMembers, _ status: String, into plan: inout TrackerPlan
  ) {
    switch status {
    case "resolved": plan.state(state(nil, .done), namesKind: true)
    case "active": plan.state(state(nil, .doing), namesKind: true)
    default:
      plan.state(state(nil, .todo), namesKind: true)
      if status != "pending" { plan.label(status) }
    }
    // The year 1 means that there is no time.
    func time(_ name: ExactString) -> Timestamp? {
      task.text(name).flatMap { TrackerTime.moment($0, clocks) }
        .flatMap { $0.day.year <= 1 ? nil : $0 }
    }
    plan.created(at: time("created"), by: nil)
    let resolved = time("resolved")
    if status == "resolved" { plan.closed(resolved) }
    if let due = time("due") { plan.day(.due, at: due, clocks) }
  }
}
