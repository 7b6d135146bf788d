import PlanModel

extension TrackerFormat {
  static let taskwarrior = TrackerFormat(
    id: "taskwarrior", name: "Taskwarrior's tasks",
    recognizes: { source in
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.prefix(20).allSatisfy(TaskwarriorReader.isTask)
    },
    read: { source, plans throws(FormatError) in
      let records = try source.json.givenRecords()
      guard records.allSatisfy(TaskwarriorReader.isTask) else {
        throw .invalid("expected tasks with 'uuid', 'description' and 'status'")
      }
      var reader = TaskwarriorReader(records, plans)
      plans = reader.read()
    })
}

/// The attributes that pmgit's export adds to tasks. Taskwarrior keeps unknown attributes.
enum TaskwarriorAttribute {
  static let id = "pmgitid"
  /// The attribute with the commit of the board that was exported.
  static let commit = "pmgitat"
  /// The column of an open task.
  static let state = "pmgitstate"
  /// The column of a finished task.
  static let doneState = "pmgitdone"
  /// A priority that Taskwarrior lacks: `urgent`.
  static let priority = "pmgitpriority"
  /// Labels that can't be tags. Like the following lists, these are words with `%20` for spaces;
  /// see `PercentText`.
  static let labels = "pmgitlabels"
  static let assignees = "pmgitassignees"
  static let links = "pmgitlinks"
  static let aliases = "pmgitaliases"
  /// The prefix of the attributes for the other properties.
  static let prefix = "pmgit"
}

private struct TaskwarriorReader {
  private let records: [JSONObject]
  private var plans: TrackerPlans
  /// The ids of the plans that pmgit exported, by the UUID of the task.
  private var ids: [String: PlanID] = [:]
  /// The rules of tasks that repeat, by the UUID of the task. Only one task of each series has the
  /// rule.
  private var rules: [String: Repetition] = [:]

  init(_ records: [JSONObject], _ plans: TrackerPlans) {
    (self.records, self.plans) = (records, plans)
  }

  static func isTask(_ object: JSONObject) -> Bool {
    object["uuid"]?.string != nil && object["description"]?.string != nil
      && object["status"]?.string != nil
  }

  mutating func read() -> TrackerPlans {
    for record in records {
      guard let uuid = record["uuid"]?.string,
        let id = record[ExactString(TaskwarriorAttribute.id)]?.string.flatMap({ PlanID($0) }),
        // Taskwarrior copies attributes to duplicates and to the tasks of a series.
        uuid.lowercased() == ExportFormat.taskwarriorUUID(of: id)
      else { continue }
      ids[uuid.lowercased()] = id
    }
    let series = readSeries()
    for record in records {
      var task = TrackerMembers(record)
      let uuid = task.text("uuid")?.lowercased() ?? ""
      switch task.text("status") {
      case "deleted": plans.lose("deleted tasks")
      case "recurring" where !series.contains(uuid): continue
      default: read(&task, uuid)
      }
    }
    return plans
  }

  // MARK: - Series

  /// Finds in each series the task that gets the rule. Taskwarrior has a template for each series,
  /// and creates a task from it for each occurrence.
  ///
  /// - Returns: The templates without an open task. They become plans themselves.
  private mutating func readSeries() -> Set<String> {
    var newest = newestTasks()
    var alone: Set<String> = []
    for record in records where record["status"]?.string == "recurring" {
      guard let uuid = record["uuid"]?.string?.lowercased() else { continue }
      let heir = newest.removeValue(forKey: uuid)?.uuid
      if heir == nil { alone.insert(uuid) }
      take(record["recur"]?.string, for: heir ?? uuid)
    }
    // A partial list may lack the template. The tasks also have the rule.
    for task in newest.values where task.recur != nil { take(task.recur, for: task.uuid) }
    return alone
  }

  private mutating func take(_ recur: String?, for uuid: String) {
    if let rule = recur.flatMap(Self.repetition) {
      rules[uuid] = rule
    } else {
      plans.lose(Repetition.otherRules)
    }
  }

  /// Returns the open task of each series with the latest due date, by the UUID of the template. A
  /// task with a rule and no template is its own series.
  private func newestTasks() -> [String: (uuid: String, due: String, recur: String?)] {
    var newest: [String: (uuid: String, due: String, recur: String?)] = [:]
    for record in records where ["pending", "waiting"].contains(record["status"]?.string) {
      let recur = record["recur"]?.string
      guard let uuid = record["uuid"]?.string?.lowercased(),
        let series = record["parent"]?.string?.lowercased() ?? recur.map({ _ in uuid })
      else { continue }
      let due = record["due"]?.string ?? ""
      if newest[series].map({ $0.due <= due }) ?? true { newest[series] = (uuid, due, recur) }
    }
    return newest
  }

  /// Parses a rule of Taskwarrior: `weekly`, `2wks`, `P1M`; nil for other texts.
  static func repetition(_ text: String) -> Repetition? {
    if let rule = Repetition(text) { return rule }
    let names = [
      "semiannual": "every 6 months", "bimonthly": "every 2 months", "quarterly": "every 3 months",
      "biannual": "every 2 years", "biyearly": "every 2 years", "sennight": "every week",
    ]
    if let rule = names[text.lowercased()] { return Repetition(rule) }
    var part = text.lowercased()[...]
    if part.hasPrefix("p") { part = part.dropFirst() }
    let digits = part.prefix { $0.isASCII && $0.isNumber }
    let units: [(String, [Substring])] = [
      ("day", ["d", "day", "days"]), ("week", ["w", "wk", "wks", "week", "weeks"]),
      ("month", ["m", "mo", "mos", "mth", "mths", "month", "months"]),
      ("year", ["y", "yr", "yrs", "year", "years"]),
    ]
    guard let unit = units.first(where: { $0.1.contains(part.dropFirst(digits.count)) }),
      let count = digits.isEmpty ? 1 : Int(digits)
    else { return nil }
    return Repetition("every \(count) \(unit.0)s")
  }

  // MARK: - Tasks

  private mutating func read(_ task: inout TrackerMembers, _ uuid: String) {
    let id = ids[uuid]
    var plan = id.map { TrackerPlan(id: $0) } ?? TrackerPlan(alias: "task:\(uuid)")
    plan.title(task.text("description"))
    // Lines with an id only add members.
    if id == nil { plan.lists("labels", "links", "comments") }
    if let project = task.text("project") { plan.label(project) }
    for tag in task.texts("tags") { plan.label(tag) }
    readTimes(&task, into: &plan)
    if let name = task.text("priority") {
      plan.priority(Priority(named: name))
      if Priority(named: name) == nil { plan.lose("priorities other than H, M and L") }
    }
    readAnnotations(&task, uuid, isExported: id != nil, into: &plan)
    for other in dependencies(&task) {
      plan.link(Link.blockedByKind, ids[other].map(\.text) ?? "task:\(other)")
    }
    if id != nil { readExported(&task, into: &plan) }
    readState(&task, into: &plan)
    if let rule = rules[uuid] { plan.repetition(rule) }
    task.ignore("id", "urgency", "mask", "imask", "parent", "recur", "rtype", "template", "last")
    for name in task.unread.prefix(100) where !name.hasPrefix(TaskwarriorAttribute.prefix) {
      if let value = task.value(ExactString(name)) { plan.custom(name, value, on: plans.board) }
    }
    plans.add(plan)
  }

  /// Returns the UUIDs of the blocking tasks. Older versions write them as one text with commas.
  private func dependencies(_ task: inout TrackerMembers) -> [String] {
    task.texts("depends").flatMap { $0.split(separator: ",") }.map { $0.lowercased() }
  }

  private func time(
    _ task: inout TrackerMembers, _ name: ExactString, _ plan: inout TrackerPlan
  ) -> Timestamp? {
    guard let text = task.text(name) else { return nil }
    let time = Timestamp(compact: text)
    if time == nil { plan.lose(TrackerTime.unknownForm) }
    return time
  }

  private func readTimes(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    // A day is stored as local midnight converted to UTC, where it may be another day.
    if let due = time(&task, "due", &plan) { plan.day(.due, at: due, plans.clocks) }
    let (scheduled, wait) = (time(&task, "scheduled", &plan), time(&task, "wait", &plan))
    if let start = scheduled ?? wait { plan.day(.start, at: start, plans.clocks) }
    if time(&task, "until", &plan) != nil { plan.lose("'until'") }
    plan.created(at: time(&task, "entry", &plan), by: nil)
    plan.updated(time(&task, "modified", &plan))
  }

  private mutating func readState(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    let started = time(&task, "start", &plan)
    let (entry, end) = (time(&task, "entry", &plan), time(&task, "end", &plan))
    let open = task.text(ExactString(TaskwarriorAttribute.state))
    let done = task.text(ExactString(TaskwarriorAttribute.doneState))
    if task.object["status"]?.string == "completed" {
      plan.state(plans.state(done, .done), namesKind: done == nil)
      // For a plan that was added as done, an export has the same moment twice.
      if end != entry || !plan.isExported { plan.closed(end) }
      plan.started(started)
      return
    }
    // A task may have been started or stopped since the export.
    let kind = open.flatMap { plans.board[column: $0]?.kind }
    if started != nil, open == nil || kind == .todo {
      plan.state(plans.state(nil, .doing), namesKind: true)
      plan.moved(started)
    } else if started == nil, kind == .doing {
      plan.state(plans.state(nil, .todo), namesKind: true)
    } else {
      // The board may lack the column.
      plan.state(plans.state(open, started == nil ? .todo : .doing), namesKind: open == nil)
    }
  }

  private func readAnnotations(
    _ task: inout TrackerMembers, _ uuid: String, isExported: Bool, into plan: inout TrackerPlan
  ) {
    for var annotation in task.objects("annotations") {
      let (entry, text) = (annotation.text("entry"), annotation.text("description"))
      // A comment of an exported plan is recognized by its text, because it has another id on the
      // board.
      let id = isExported ? nil : ContentID.hash(uuid, entry ?? "", text ?? "")
      plan.comment(id: id, by: nil, at: entry.flatMap(Timestamp.init(compact:)), text)
    }
  }

  private func readExported(_ task: inout TrackerMembers, into plan: inout TrackerPlan) {
    func words(_ name: String) -> [String] {
      (task.text(ExactString(name)) ?? "").split(separator: " ").map(PercentText.decoded)
    }
    plan.exported(from: task.text(ExactString(TaskwarriorAttribute.commit)))
    for label in words(TaskwarriorAttribute.labels) { plan.label(label) }
    for name in words(TaskwarriorAttribute.assignees) { plan.assignee(name) }
    for alias in words(TaskwarriorAttribute.aliases) { plan.alias(alias) }
    for link in words(TaskwarriorAttribute.links).compactMap({ Link($0) }) {
      plan.link(link.kind, link.target)
    }
    func value(_ field: PlanField) -> String? {
      task.text(ExactString(TaskwarriorAttribute.prefix + field.rawValue))
    }
    // The priority may have been changed in Taskwarrior, which has none above H.
    if let name = value(.priority), task.object["priority"]?.string == "H" {
      plan.priority(Priority(named: name))
    }
    if let estimate = value(.estimate) { plan.estimate(estimate) }
    if let owner = value(.owner) { plan.owner(owner) }
    if let milestone = value(.milestone) { plan.milestone(milestone) }
    if let iteration = value(.iteration) { plan.iteration(iteration) }
    if let rule = value(.repeat).flatMap({ Repetition($0) }) { plan.repetition(rule) }
  }
}
