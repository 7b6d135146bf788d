import PlanModel

extension TrackerFormat {
  static let vibeKanban = TrackerFormat(
    id: "vibe-kanban", name: "issues of Vibe Kanban in CSV",
    origin: "ORGANIZATION",
    recognizes: { source in source.table.map(isVibeKanban) ?? false },
    read: { source, plans throws(FormatError) in
      guard let table = source.table, isVibeKanban(table) else {
        throw .invalid("expected the columns Issue ID, Title, Status and Project")
      }
      for row in plans.rows(of: table) { plans.read(row) }
    })
}

private func isVibeKanban(_ table: CSVTable) -> Bool {
  table.has("Issue ID", "Title", "Status", "Project") && !table.has("Issue key")
}

extension TrackerPlans {
  private func vibeAlias(_ id: String) -> String {
    "vibe-kanban:\(origin.map { "\($0)/" } ?? "")\(id.trimmingSpaces)"
  }

  fileprivate mutating func read(_ row: CSVRow) {
    var row = row
    guard let id = row.text("Issue ID") else { return lose("rows without an Issue ID") }
    var plan = TrackerPlan(alias: vibeAlias(id))
    plan.title(row.text("Title"))
    if row.table.has("Description") { plan.body(row.text("Description")) }
    let closed = time(row.text("Completed"), &plan)
    plan.state(state(row.text("Status"), closed == nil ? nil : .done))
    plan.closed(closed)
    plan.created(
      at: time(row.text("Created"), &plan), by: row.text("Creator") ?? TrackerPlan.unknownPerson)
    plan.updated(time(row.text("Updated"), &plan))
    if row.table.has("Priority") {
      plan.priority(row.text("Priority").flatMap { Priority(named: $0) })
    }
    if row.table.has("Assignee(s)") { plan.lists("assignees") }
    for name in (row.text("Assignee(s)") ?? "").split(separator: ",") {
      plan.assignee(String(name))
    }
    for (column, field) in [("Start Date", PlanField.start), ("Due Date", .due)]
    where row.table.has(column) {
      // A day is its midnight in UTC.
      let text = row.text(column)
      let day = text.flatMap { $0.hasSuffix("T00:00:00+00:00") ? String($0.prefix(10)) : nil }
      plan.day(field, day ?? text, clocks)
    }
    if row.table.has("Parent Issue") { plan.lists("links") }
    plan.link(Link.parentKind, row.text("Parent Issue").map(vibeAlias))
    if let project = row.text("Project") { plan.project(project, on: board) }
    plan.loseUnread(of: row)
    add(plan)
  }

  private func time(_ text: String?, _ plan: inout TrackerPlan) -> Timestamp? {
    guard let text else { return nil }
    let time = TrackerTime.moment(text, clocks)
    if time == nil { plan.lose(TrackerTime.unknownForm) }
    return time
  }
}
