import PlanModel

extension ExportFormat {
  /// Tasks as `task export` writes them and `task import` reads them. Values without a counterpart
  /// in Taskwarrior are in attributes of pmgit, so that `pmgit import` reads the same plans again.
  static let taskwarrior = ExportFormat(id: "taskwarrior", name: "Taskwarrior") { export in
    let exported = Set(export.plans.map(\.id))
    let tasks = export.plans.map { plan in
      CanonicalJSON.line(of: .object(task(plan, export, exported)))
    }
    return "[\n\(tasks.joined(separator: ",\n"))\n]\n"
  }

  /// The properties that Taskwarrior also has. Its priorities lack only `urgent`.
  private static let ownFields: Set<PlanField> = [.due, .start, .priority]

  /// Returns a plan as a task of Taskwarrior.
  ///
  /// - Parameter exported: The ids of all exported plans. `depends` can only name these.
  private static func task(
    _ plan: Plan, _ export: PlanExport, _ exported: Set<PlanID>
  ) -> JSONObject {
    var task: JSONObject = [
      "uuid": .string(taskwarriorUUID(of: plan.id)), "description": .string(oneLine(plan.title)),
      ExactString(TaskwarriorAttribute.id): .string(plan.id.text),
    ]
    set(TaskwarriorAttribute.commit, export.commit, in: &task)
    setTimes(plan, export, in: &task)
    setState(plan, export, in: &task)
    set("pmgitpriority", plan.priority == .urgent ? "urgent" : nil, in: &task)
    set("priority", plan.priority.map(letter), in: &task)
    setLabels(plan, in: &task)
    setAnnotations(plan, in: &task)
    let links = plan.links.filter { Link.knownKinds.contains($0.kind) }
    setWords(TaskwarriorAttribute.links, links.map(\.description), in: &task)
    let blockers = links.filter { $0.kind == Link.blockedByKind }.compactMap { PlanID($0.target) }
    let known = blockers.filter { exported.contains($0) && $0 != plan.id }
    if !known.isEmpty { task["depends"] = .strings(known.map(taskwarriorUUID)) }
    setWords(TaskwarriorAttribute.assignees, plan.assignees, in: &task)
    setWords(TaskwarriorAttribute.aliases, plan.aliases, in: &task)
    for (name, value) in plan.properties(besides: ownFields) {
      set(TaskwarriorAttribute.prefix + name, value, in: &task)
    }
    return task
  }

  private static func set(_ name: String, _ value: String?, in task: inout JSONObject) {
    if let value { task[ExactString(name)] = .string(value) }
  }

  private static func setWords(_ name: String, _ words: [String], in task: inout JSONObject) {
    let text = words.map(PercentText.word).joined(separator: " ")
    set(name, text.isEmpty ? nil : text, in: &task)
  }

  private static func setTimes(_ plan: Plan, _ export: PlanExport, in task: inout JSONObject) {
    let midnight = { (day: CalendarDay?) in
      day.map { export.clocks.start(of: $0).compact }
    }
    set("due", midnight(plan.due), in: &task)
    set("scheduled", midnight(plan.start), in: &task)
    // Taskwarrior requires `entry`.
    set("entry", (plan.created?.at ?? export.now).compact, in: &task)
    set("modified", plan.updated?.compact, in: &task)
  }

  private static func setState(_ plan: Plan, _ export: PlanExport, in task: inout JSONObject) {
    let kind = export.board.kind(of: plan.state)
    set("status", kind == .done ? "completed" : "pending", in: &task)
    if kind == .done {
      set("end", (export.closed(plan) ?? export.now).compact, in: &task)
      set(TaskwarriorAttribute.doneState, plan.state, in: &task)
      return
    }
    if kind == .doing {
      let started = plan.stateSince ?? plan.created?.at ?? export.now
      set("start", started.compact, in: &task)
    }
    set(TaskwarriorAttribute.state, plan.state, in: &task)
  }

  private static func setLabels(_ plan: Plan, in task: inout JSONObject) {
    let (tags, others) = plan.labels.reduce(into: ([String](), [String]())) { parts, label in
      if isTag(label) { parts.0.append(label) } else { parts.1.append(label) }
    }
    if !tags.isEmpty { task["tags"] = .strings(tags) }
    setWords(TaskwarriorAttribute.labels, others, in: &task)
  }

  /// Whether Taskwarrior accepts a label as a tag. Its tags have no spaces, commas or operators.
  private static func isTag(_ label: String) -> Bool {
    guard let first = label.unicodeScalars.first, first.properties.isAlphabetic else {
      return false
    }
    return label.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
    }
  }

  /// Sets the annotations. Taskwarrior identifies an annotation by its time in seconds, so equal
  /// times are changed.
  private static func setAnnotations(_ plan: Plan, in task: inout JSONObject) {
    var taken: Set<String> = []
    var annotations: [JSONValue] = []
    for comment in plan.comments where comment.text.contains(where: { !$0.isEmpty }) {
      var seconds = (comment.at ?? plan.created?.at ?? Timestamp(seconds: 0)).seconds
      // After the last time that can be written, the search for a free time continues backwards.
      var step: Int64 = 1
      while !taken.insert(Timestamp(seconds: seconds).compact).inserted {
        if Timestamp(seconds: seconds + step).compact
          == Timestamp(seconds: seconds).compact
        {
          step = -1
        }
        seconds += step
      }
      annotations.append(
        .object([
          "entry": .string(Timestamp(seconds: seconds).compact),
          "description": .string(Lines.joined(comment.text)),
        ]))
    }
    if !annotations.isEmpty { task["annotations"] = .array(annotations) }
  }

  private static func letter(of priority: Priority) -> String {
    switch priority {
    case .urgent, .high: "H"
    case .medium: "M"
    case .low: "L"
    }
  }

  /// Returns a title on one line. A line break would end the task in Taskwarrior's file.
  private static func oneLine(_ title: String) -> String {
    TrackerText.line(title) ?? "Untitled"
  }

  /// Returns the UUID of a plan. It is a hash of the plan's id, so it is the same in every export.
  static func taskwarriorUUID(of id: PlanID) -> String {
    var digits = Array(
      FNV1a.hex(of: Array("pmgit:\(id)".utf8)) + FNV1a.hex(of: Array("\(id):pmgit".utf8)))
    // Version 8, whose other bits are free (RFC 9562).
    (digits[12], digits[16]) = ("8", "a")
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return parts.map { String(digits[$0]) }.joined(separator: "-")
  }
}
