import PlanModel

extension TrackerFormat {
  static let kanbanMD = TrackerFormat(
    id: "kanban-md", name: "tasks of kanban-md",
    origin: "PROJECT",
    recognizes: KanbanMDReader.isBoard,
    read: { source, plans throws(FormatError) in
      guard source.isFolder else { throw .invalid("kanban-md has a folder, not a file") }
      // The ids are numbers.
      guard plans.origin != nil else { throw .missingOrigin }
      var reader = KanbanMDReader(source, plans)
      plans = reader.read()
    })
}

struct KanbanMDReader {
  private let source: TrackerSource
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

  fileprivate init(_ source: TrackerSource, _ plans: TrackerPlans) {
    (self.source, self.plans) = (source, plans)
    guard let config = Self.config(of: source) else {
      // Without the configuration, it is unknown which status is the last one.
      self.plans.lose("the statuses of 'config.yml', which can't be read")
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

  private mutating func read(_ file: FrontMatter) {
    var members = file.members
    let status = members.text("status")
    guard status != Self.archived else { return plans.lose("archived tasks") }
    var plan = TrackerPlan(alias: plans.alias("kanban-md", members.text("id") ?? ""))
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
    if let parent = members.text("parent") {
      plan.link(Link.parentKind, plans.alias("kanban-md", parent))
    }
    for other in members.texts("depends_on") {
      plan.link(Link.blockedByKind, plans.alias("kanban-md", other))
    }
    readTimes(&members, isDone: kind == .done, into: &plan)
    members.ignore("claimed_at")
    plan.loseUnread(of: members)
    plans.add(plan)
  }

  private func readTimes(
    _ members: inout TrackerMembers, isDone: Bool, into plan: inout TrackerPlan
  ) {
    func time(_ name: ExactString) -> Timestamp? {
      members.text(name).flatMap { TrackerTime.moment($0, plans.clocks) }
    }
    plan.created(at: time("created"), by: nil)
    plan.updated(time("updated"))
    plan.started(time("started"))
    let completed = members.text("completed").flatMap {
      TrackerTime.end($0, plans.clocks, now: plans.now)
    }
    if isDone { plan.closed(completed) }
    if let due = members.text("due") { plan.day(.due, due, plans.clocks) }
  }
}
