import PlanModel

extension TrackerFormat {
  static let kanbanMD = TrackerFormat(
    id: "kanban-md", name: "tasks of kanban-md", writtenBy: "kanban-md: the folder `kanban`",
    origin: "PROJECT",
    carried: [
      CarriedMember("id", "the alias `kanban-md:PROJECT#12` with `--from PROJECT`"),
      CarriedMember("title", "title"),
      CarriedMember("the text", "body"),
      CarriedMember(
        "status", "the column of that name; `--add-columns` adds those of `config.yml`"),
      CarriedMember("priority", "priority; `critical` is urgent"),
      CarriedMember("assignee", "an assignee"),
      CarriedMember("claimed_by", "`owner`"),
      CarriedMember("tags", "labels"),
      CarriedMember("class", "a label, except `standard`"),
      CarriedMember("due", "`due`"),
      CarriedMember("estimate", "estimate: a number, or the hours of `4h`"),
      CarriedMember("parent", "`parent` link"),
      CarriedMember("depends_on", "`blocked-by` links"),
      CarriedMember("blocked, block_reason", "the label `blocked`, and a section of the body"),
      CarriedMember("created", "when it was created"),
      CarriedMember("updated", "when it was last changed"),
      CarriedMember("started", "when work on it began"),
      CarriedMember("completed", "when it was done"),
      CarriedMember("archived tasks", "left out"),
    ],
    recognizes: KanbanMDReader.isBoard,
    read: { source, options throws(FormatError) in
      guard source.isFolder else { throw .invalid("kanban-md has a folder, not a file") }
      guard let project = options.origin else { throw .missingOrigin }
      var reader = KanbanMDReader(source, options, project: project)
      return reader.read()
    })
}

struct KanbanMDReader {
  private let source: TrackerSource
  private let options: FormatOptions
  /// The name of the board from `--from`. It is needed because ids are numbers.
  private let project: String
  private var plans: TrackerPlans
  /// The statuses of `config.yml`, without `archived`. The last one means done.
  private var statuses: [String] = []

  /// Returns the configuration of a board; nil if the source is not a board of kanban-md. Other
  /// folders may also contain a `config.yml`.
  private static func config(of source: TrackerSource) -> JSONObject? {
    guard source.isFolder else { return nil }
    return source.files.lazy.filter { $0.name == "config.yml" }.compactMap { file in
      guard let object = try? YAMLReader.value(in: Array(file.text.utf8)).object,
        object["tasks_dir"] != nil || object["next_id"] != nil, object["statuses"]?.array != nil
      else { return nil }
      return object
    }.first
  }

  static func isBoard(_ source: TrackerSource) -> Bool { config(of: source) != nil }

  fileprivate init(_ source: TrackerSource, _ options: FormatOptions, project: String) {
    (self.source, self.options, self.project) = (source, options, project)
    plans = TrackerPlans(options)
    guard let config = Self.config(of: source) else {
      // Without the configuration, it is unknown which status is the last one.
      plans.lose("the statuses of 'config.yml', which can't be read")
      return
    }
    statuses = (config["statuses"]?.array ?? []).compactMap { status in
      status.string ?? status.object?["name"]?.string
    }.filter { $0 != Self.archived }
  }

  private static let archived = "archived"

  private mutating func kind(of status: String) -> Column.Kind {
    if status == statuses.last { return .done }
    return status == statuses.first ? .todo : plans.kind(ofColumn: status)
  }

  fileprivate mutating func read() -> TrackerPlans {
    for status in statuses { _ = plans.state(status, kind(of: status)) }
    for file in source.files where file.name.hasSuffix(".md") {
      guard let matter = plans.frontMatter(of: file) else { continue }
      guard matter.members.object["id"] != nil else {
        plans.lose("files without an id", example: file.path)
        continue
      }
      read(matter)
    }
    return plans
  }

  private func alias(_ id: String) -> String { "kanban-md:\(project)#\(id)" }

  private mutating func read(_ file: FrontMatter) {
    var members = file.members
    let status = members.text("status")
    guard status != Self.archived else { return plans.lose("archived tasks") }
    var plan = TrackerPlan(alias: alias(members.text("id") ?? ""))
    plan.lists("labels", "assignees", "links")
    plan.title(members.text("title"))
    plan.body(file.body)
    let kind = status.map { self.kind(of: $0) }
    plan.state(plans.state(status, kind))
    if let name = members.text("priority") {
      plan.priority(Priority(named: name))
      if Priority(named: name) == nil { plan.lose("priorities other than low to critical") }
    }
    plan.assignee(members.text("assignee"))
    if let owner = members.text("claimed_by") { plan.owner(owner) }
    for tag in members.texts("tags") { plan.label(tag) }
    if let name = members.text("class"), name != "standard" { plan.label(name) }
    if members.bool("blocked") == true { plan.label("blocked") }
    if let reason = members.text("block_reason"), !reason.isEmpty {
      plan.addToBody("## Blocked\n\n\(reason)")
    }
    if let estimate = members.text("estimate") {
      plan.estimate(estimate.hasSuffix("h") ? String(estimate.dropLast()) : estimate)
    }
    if let parent = members.text("parent") { plan.link(Link.parentKind, alias(parent)) }
    for other in members.texts("depends_on") { plan.link(Link.blockedByKind, alias(other)) }
    readTimes(&members, isDone: kind == .done, into: &plan)
    members.ignore("claimed_at")
    plan.loseUnread(of: members)
    plans.add(plan)
  }

  private func readTimes(
    _ members: inout TrackerMembers, isDone: Bool, into plan: inout TrackerPlan
  ) {
    func time(_ name: ExactString) -> Timestamp? {
      members.text(name).flatMap { TrackerTime.moment($0, options.clocks) }
    }
    plan.created(at: time("created"), by: nil)
    plan.updated(time("updated"))
    plan.started(time("started"))
    let completed = members.text("completed").flatMap {
      TrackerTime.end($0, options.clocks, now: options.now)
    }
    if isDone { plan.closed(completed) }
    if let due = members.text("due") { plan.day(.due, due, options.clocks) }
  }
}
