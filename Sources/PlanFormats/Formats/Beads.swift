import PlanModel

extension TrackerFormat {
  static let beads = TrackerFormat(
    id: "beads", name: "issues of beads",
    origin: "PROJECT",
    recognizes: { source in
      guard let records = source.json.records else { return false }
      let issues = records.prefix(20)
      return !issues.isEmpty && issues.allSatisfy { isRecord($0) }
        && issues.contains { isIssue($0) }
    },
    read: { source, plans throws(FormatError) in
      for record in try source.json.givenRecords() { try plans.read(record) }
    })
}

/// Whether a line is a record of Beads: an issue, or another record that has a `_type`.
private func isRecord(_ object: JSONObject) -> Bool {
  isIssue(object) || object["_type"]?.string.map { $0 != "issue" } ?? false
}

private func isIssue(_ object: JSONObject) -> Bool {
  object["id"]?.string != nil && object["title"]?.string != nil
    && object["status"]?.string != nil
    && (object["issue_type"]?.string != nil || object["created_at"]?.string != nil)
    && object["uuid"] == nil && object["iid"] == nil && object["number"] == nil
}

extension TrackerPlans {
  fileprivate mutating func read(_ object: JSONObject) throws(FormatError) {
    var issue = TrackerMembers(object)
    if let type = issue.text("_type"), type != "issue" {
      return lose("records that are not issues")
    }
    guard isIssue(object), let id = issue.text("id") else {
      throw .invalid("expected issues with 'id', 'title' and 'status'")
    }
    if issue.bool("ephemeral") == true { return lose("ephemeral issues") }
    if object["status"]?.string == "tombstone" { return lose("deleted issues") }
    var plan = TrackerPlan(alias: alias("beads", id))
    plan.lists("labels", "assignees", "links", "comments")
    plan.title(issue.text("title"))
    readTexts(&issue, into: &plan)
    for label in issue.texts("labels") { plan.label(label) }
    if let type = issue.text("issue_type"), type != "task" { plan.label(type) }
    plan.assignee(issue.text("assignee"))
    // It is not added as an alias, because it may equal the alias of a plan of another source.
    plan.custom("external-ref", issue.value("external_ref") ?? .null, on: board)
    plan.priority(Priority(number: issue.integer("priority")))
    readState(&issue, into: &plan)
    readLinks(&issue, of: id, into: &plan)
    for var comment in issue.objects("comments") {
      plan.comment(
        id: comment.text("id"), by: comment.text("author") ?? TrackerPlan.unknownPerson,
        at: comment.time("created_at"), comment.text("text"))
    }
    issue.ignore("content_hash", "source_repo", "dependency_count", "dependent_count")
    issue.ignore("comment_count", "compaction_level", "original_size", "compacted_at", "owner")
    plan.loseUnread(of: issue)
    add(plan)
  }

  private func readTexts(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    plan.body(issue.text("description"))
    for (name, title) in [
      ("design", "Design"), ("acceptance_criteria", "Acceptance criteria"), ("notes", "Notes"),
      ("close_reason", "Reason for closing"),
    ] {
      guard let text = issue.text(ExactString(name)), !text.allSatisfy(\.isWhitespace),
        name != "close_reason" || text != "Closed"
      else { continue }
      plan.addToBody("## \(title)\n\n\(text)")
    }
  }

  private mutating func readState(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    let status = issue.text("status")?.lowercased()
    switch status {
    case "closed": plan.state(state(nil, .done), namesKind: true)
    case "in_progress": plan.state(state(nil, .doing), namesKind: true)
    default:
      plan.state(state(nil, .todo), namesKind: true)
      if status != "open" { plan.label(status) }
    }
    let author =
      issue.text("created_by") ?? issue.text("owner") ?? TrackerPlan.unknownPerson
    plan.created(at: issue.time("created_at"), by: author)
    plan.updated(issue.time("updated_at"))
    let closed = issue.time("closed_at")
    if status == "closed" { plan.closed(closed) }
    plan.started(issue.time("started_at"))
    if let due = issue.text("due_at") { plan.day(.due, due, clocks) }
    if let day = issue.text("defer_until") { plan.day(.start, day, clocks) }
  }

  private func readLinks(
    _ issue: inout TrackerMembers, of id: String, into plan: inout TrackerPlan
  ) {
    for dependency in issue.objects("dependencies") {
      guard let other = dependency.object["depends_on_id"]?.string, other != id else { continue }
      let kind =
        switch dependency.object["type"]?.string {
        case "blocks", nil: Link.blockedByKind
        case "parent-child": Link.parentKind
        default: Link.relatesKind
        }
      plan.link(kind, alias("beads", other))
    }
  }
}
