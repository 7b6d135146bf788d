import PlanModel

extension TrackerFormat {
  static let dstask = TrackerFormat(
    id: "dstask", name: "tasks of dstask", writtenBy: "dstask: the folder `~/.dstask`",
    carried: [
      CarriedMember("the name of the file", "the alias `dstask:UUID`"),
      CarriedMember("summary", "title"),
      CarriedMember("notes", "body"),
      CarriedMember(
        "the folder", "the first column of kind todo, doing or done; other statuses are labels too"),
      CarriedMember("project", "a label"),
      CarriedMember("tags", "labels"),
      CarriedMember("priority", "priority: `P0` is urgent, `P3` is low"),
      CarriedMember("delegatedto", "an assignee"),
      CarriedMember("subtasks", "checklist"),
      CarriedMember("dependencies", "`blocked-by` links"),
      CarriedMember("due", "`due`"),
      CarriedMember("created", "when it was created"),
      CarriedMember("resolved", "when it was done"),
      CarriedMember("templates", "plans with the label `template`"),
    ],
    recognizes: { source in
      source.isFolder && source.files.contains { DstaskReader.place($0) != nil }
    },
    read: { source, options throws(FormatError) in
      var reader = DstaskReader(options)
      for file in source.files { reader.read(file) }
      return reader.plans
    })
}

private struct DstaskReader {
  private let options: FormatOptions
  private(set) var plans: TrackerPlans

  init(_ options: FormatOptions) {
    self.options = options
    plans = TrackerPlans(options)
  }

  private static let statuses: Set<Substring> = [
    "pending", "active", "resolved", "delegated", "deferred", "paused", "recurring", "template",
  ]

  /// Returns the folder, which is the status, and the UUID of a file such as `pending/UUID.yml`;
  /// nil for other files.
  static func place(_ file: TrackerFile) -> (status: String, uuid: String)? {
    guard file.name.hasSuffix(".yml"), file.name.utf8.count == 40,
      let folder = file.path.split(separator: "/").dropLast().last, statuses.contains(folder)
    else { return nil }
    let uuid = file.name.dropLast(4).lowercased()
    let isUUID = uuid.enumerated().allSatisfy { index, character in
      [8, 13, 18, 23].contains(index) ? character == "-" : character.isHexDigit
    }
    return isUUID ? (String(folder), uuid) : nil
  }

  mutating func read(_ file: TrackerFile) {
    guard let (status, uuid) = Self.place(file) else { return }
    do {
      guard let object = try YAMLReader.value(in: Array(file.text.utf8)).object else {
        return plans.lose("files without members", example: file.path)
      }
      read(TrackerMembers(object), status, uuid)
    } catch {
      plans.lose("files that can't be read", example: file.path)
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
    plans.add(plan)
  }

  private mutating func readState(
    _ task: inout TrackerMembers, _ status: String, into plan: inout TrackerPlan
  ) {
    switch status {
    case "resolved": plan.state(plans.state(nil, .done), namesKind: true)
    case "active": plan.state(plans.state(nil, .doing), namesKind: true)
    default:
      plan.state(plans.state(nil, .todo), namesKind: true)
      if status != "pending" { plan.label(status) }
    }
    // The year 1 means that there is no time.
    func time(_ name: ExactString) -> Timestamp? {
      task.text(name).flatMap { TrackerTime.moment($0, options.clocks) }
        .flatMap { $0.day.year <= 1 ? nil : $0 }
    }
    plan.created(at: time("created"), by: nil)
    let resolved = time("resolved")
    if status == "resolved" { plan.closed(resolved) }
    if let due = time("due") { plan.day(.due, at: due, options.clocks) }
  }
}
