import PlanModel

extension TrackerFormat {
  static let linear = TrackerFormat(
    id: "linear", name: "Linear issues in CSV",
    origin: "WORKSPACE",
    recognizes: { source in
      source.table.map(isLinear) ?? false
    },
    read: { source, plans throws(FormatError) in
      guard let table = source.table else {
        throw .invalid("expected a table with commas")
      }
      guard isLinear(table) else {
        throw .invalid("expected the columns ID, Team, Title and Status")
      }
      for row in plans.rows(of: table) { plans.read(row) }
    })
}

private func isLinear(_ table: CSVTable) -> Bool {
  table.has("ID", "Team", "Title", "Status") && !table.has("Issue key")
}

extension TrackerPlans {
  private func alias(_ id: String) -> String {
    "linear:\(origin.map { "\($0)/" } ?? "")\(id.trimmingSpaces)"
  }

  fileprivate mutating func read(_ row: CSVRow) {
    var row = row
    guard let id = row.text("ID") else { return lose("rows without an ID") }
    // Linear archives finished issues by itself.
    guard row.text("Archived") == nil || row.text("Completed", "Canceled") != nil else {
      return lose("open issues that are archived")
    }
    let alias = alias(id)
    var plan = TrackerPlan(alias: alias)
    plan.title(row.text("Title").map(Self.text))
    if row.table.has("Description") { plan.body(row.text("Description").map(Self.text)) }
    readState(&row, into: &plan)
    readValues(&row, into: &plan)
    readLinks(&row, alias, into: &plan)
    row.ignore(
      "Team", "UUID", "Project ID", "Project Milestone ID", "Cycle Number", "Cycle Name",
      "Cycle End", "Triaged", "Time in status (minutes)", "URL")
    plan.loseUnread(of: row)
    add(plan)
  }

  /// Returns a text without a leading apostrophe. Linear adds it to texts that spreadsheets would
  /// take for formulas.
  private static func text(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'"), let next = text.utf8.dropFirst().first,
      "=+-@\t\r".utf8.contains(next)
    else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  private mutating func readState(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    let started = time(row.text("Started"), &plan)
    let closed = time(row.text("Completed", "Canceled"), &plan)
    let status = row.text("Status")
    let guess = status.map { self.kind(ofColumn: $0) } ?? .todo
    let kind: Column.Kind =
      closed != nil ? .done : started != nil && guess != .todo ? .doing : guess
    plan.state(state(status, kind))
    plan.started(started)
    plan.closed(closed)
    let creator = row.text("Creator") ?? TrackerPlan.unknownPerson
    plan.created(at: time(row.text("Created"), &plan), by: creator)
    plan.updated(time(row.text("Updated"), &plan))
  }

  private mutating func readValues(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    if row.table.has("Labels") {
      plan.lists("labels")
      for label in Self.list(row.text("Labels")) { plan.label(Self.text(label)) }
    }
    if row.table.has("Assignee") { plan.lists("assignees") }
    plan.assignee(row.text("Assignee"))
    if let name = row.text("Priority") {
      let priority = Priority(named: name)
      plan.priority(priority)
      if priority == nil, name != "No priority" {
        plan.lose("priorities other than Urgent, High, Medium and Low")
      }
    }
    if row.table.has("Estimate") { plan.estimate(row.text("Estimate")) }
    if row.table.has("Due Date") { plan.due(day(row.text("Due Date"), &plan)) }
    if let milestone = row.text("Project Milestone") {
      plan.milestone(self.milestone(Self.text(milestone)))
    }
    if let project = row.text("Project").map(Self.text) {
      let hasField = board.fields.contains { TrackerText.isSameName($0.id, "project") }
      if hasField {
        plan.custom("project", .string(project), on: board)
      } else if row.table.has("Labels") {
        plan.label(project)
      } else {
        plan.lose("'Project'")
      }
    }
    if let day = day(row.text("Cycle Start"), &plan) {
      plan.iteration(beginningOn: day, on: board)
    }
  }

  private mutating func readLinks(
    _ row: inout CSVRow, _ alias: String, into plan: inout TrackerPlan
  ) {
    if row.table.has("Parent issue", "Blocked by", "Related to") { plan.lists("links") }
    plan.link(Link.parentKind, row.text("Parent issue").map(self.alias))
    for other in Self.list(row.text("Blocked by")) {
      plan.link(Link.blockedByKind, self.alias(other))
    }
    for other in Self.list(row.text("Related to")) + Self.list(row.text("Duplicate of")) {
      plan.link(Link.relatesKind, self.alias(other))
    }
    for other in Self.list(row.text("Blocks")) {
      link(self.alias(other), Link.blockedByKind, to: alias)
    }
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
  }

  /// Parses a day, or returns the local day of a moment.
  private func day(_ text: String?, _ plan: inout TrackerPlan) -> CalendarDay? {
    guard let text else { return nil }
    return CalendarDay(text.trimmingSpaces) ?? time(text, &plan).map { clocks.day(of: $0) }
  }

  private func time(_ text: String?, _ plan: inout TrackerPlan) -> Timestamp? {
    guard let text else { return nil }
    let time = TrackerTime.moment(text, clocks) ?? TrackerTime.browserMoment(text)
    if time == nil { plan.lose(TrackerTime.unknownForm) }
    return time
  }
}
