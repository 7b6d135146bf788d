import PlanModel
import PlanView

extension TrackerFormat {
  static let gitlab = TrackerFormat(
    id: "gitlab", name: "GitLab issues",
    origin: "GROUP/PROJECT",
    recognizes: { source in
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.prefix(20).allSatisfy(GitLabReader.isIssue)
    },
    read: { source, plans throws(FormatError) in
      let records = try source.json.givenRecords()
      var reader = GitLabReader(plans, namesIn: records)
      for issue in records { try reader.read(issue) }
      plans = reader.plans
    })
}

/// Reads issues from a project's export and from the REST API. They differ in the form of labels,
/// people and notes.
private struct GitLabReader {
  private(set) var plans: TrackerPlans
  /// The names of people by their numbers. An export contains names only in notes.
  private var names: [String: String] = [:]
  /// Whether the file has labels.
  private let hasLabels: Bool

  init(_ plans: TrackerPlans, namesIn records: [JSONObject]) {
    self.plans = plans
    hasLabels = records.contains { $0["labels"] != nil || $0["label_links"] != nil }
    for record in records {
      for note in record["notes"]?.array ?? [] {
        guard let note = note.object, let id = note["author_id"]?.numberText,
          let name = note["author"]?.object?["name"]?.string
        else { continue }
        names[id] = name
      }
    }
  }

  /// Whether an object is an issue. Milestones and epics also have a number and a title.
  static func isIssue(_ object: JSONObject) -> Bool {
    let marks: [ExactString] = [
      "issue_type", "labels", "label_links", "author_id", "assignees", "issue_assignees", "weight",
      "confidential",
    ]
    return object["iid"]?.scalarText != nil && object["title"]?.string != nil
      && object["source_branch"] == nil && object["group_id"] == nil
      && marks.contains { object[$0] != nil }
  }

  mutating func read(_ object: JSONObject) throws(FormatError) {
    if object["source_branch"] != nil { return plans.lose("merge requests") }
    guard Self.isIssue(object) else { throw .invalid("expected issues with 'iid' and 'title'") }
    var issue = TrackerMembers(object)
    var plan = TrackerPlan(alias: try alias(of: &issue))
    plan.issueTitle(issue.text("title").map(IssueText.readTitle))
    if issue.has("description") { plan.issueText(issue.text("description")) }
    let hasState = issue.has("state")
    let isClosed = issue.text("state") == "closed"
    if hasState { plan.kind(plans.state(nil, isClosed ? .done : .todo)) }
    readLabels(&issue, into: &plan)
    readPeople(&issue, into: &plan)
    if issue.has("due_date") {
      plan.due(issue.text("due_date").flatMap { TrackerTime.day($0, .utc) })
    }
    if issue.has("start_date") {
      plan.start(issue.text("start_date").flatMap { TrackerTime.day($0, .utc) })
    }
    if issue.has("weight") { plan.estimate(issue.text("weight")) }
    plan.updated(issue.time("updated_at"))
    let closed = issue.time("closed_at")
    if isClosed { plan.closed(closed) }
    readNotes(&issue, into: &plan)
    Self.ignoreNoise(&issue)
    plan.loseUnread(of: issue)
    plans.add(plan)
  }

  /// Returns the alias of an issue: `gitlab:g/p#12`. A host other than `gitlab.com` is part of the
  /// alias, because it may have the same projects. `gitlab.com` is part of it if the first of
  /// several groups looks like a host.
  private func alias(of issue: inout TrackerMembers) throws(FormatError) -> String {
    let number = issue.text("iid") ?? ""
    let (host, path) = Self.place(of: issue.text("web_url"))
    if let full = issue.object("references")?.object["full"]?.string {
      return "gitlab:\(TrackerText.gitLabProject(host: host, path: full))"
    }
    if !path.isEmpty {
      return "gitlab:\(TrackerText.gitLabProject(host: host, path: path))#\(number)"
    }
    guard let project = plans.origin else { throw .missingOrigin }
    return "gitlab:\(project)#\(number)"
  }

  /// Returns the host and the project of an address like `https://gitlab.com/g/p/-/issues/12`.
  private static func place(of url: String?) -> (host: Substring, project: Substring) {
    guard let url, let scheme = url.firstRange(of: "://") else { return ("", "") }
    let host = url[scheme.upperBound...].prefix { $0 != "/" }
    guard let end = url.firstRange(of: "/-/issues/") ?? url.firstRange(of: "/-/work_items/"),
      host.endIndex < end.lowerBound
    else { return (host, "") }
    return (host, url[host.endIndex..<end.lowerBound].dropFirst())
  }

  private mutating func readLabels(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    // If the file has no labels, the type must not become the only label.
    if hasLabels {
      plan.lists("labels")
      for label in issue.texts("labels", each: "name") { plan.label(label) }
      for link in issue.objects("label_links") {
        plan.label(link.object["label"]?.object?["title"]?.string)
      }
      if let type = issue.text("issue_type")?.lowercased(), type != "issue" { plan.label(type) }
    }
    if issue.object["milestone"] == .null { return plan.milestone(nil) }
    guard var milestone = issue.object("milestone"), let title = milestone.text("title") else {
      return
    }
    let due = milestone.text("due_date").flatMap { CalendarDay($0) }
    let isClosed = milestone.text("state") == "closed"
    plan.milestone(plans.milestone(title, due: due, isClosed: isClosed))
  }

  private func readPeople(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    let id = issue.text("author_id")
    let author = issue.object("author").flatMap(Self.name) ?? id.map { names[$0] ?? "user \($0)" }
    plan.created(at: issue.time("created_at"), by: author ?? TrackerPlan.unknownPerson)
    if issue.has("assignees", "issue_assignees") { plan.lists("assignees") }
    for person in issue.objects("assignees") { plan.assignee(Self.name(person)) }
    for link in issue.objects("issue_assignees") {
      if let name = link.object["user_id"]?.numberText.flatMap({ names[$0] }) {
        plan.assignee(name)
      } else {
        plan.lose("assignees whose names the export lacks")
      }
    }
  }

  private static func name(_ person: TrackerMembers) -> String? {
    person.object["username"]?.string ?? person.object["name"]?.string
  }

  private func readNotes(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    if let count = issue.integer("user_notes_count"), count > 0, issue.object["notes"] == nil {
      plan.lose("comments: the API lists only their number")
    }
    if issue.has("notes") { plan.lists("comments") }
    for var note in issue.objects("notes") where note.bool("system") != true {
      let id = note.text("id").map { "note\($0)" }
      let author = note.object("author").flatMap(Self.name)
      plan.issueComment(
        id: id, by: author ?? TrackerPlan.unknownPerson, at: note.time("created_at"),
        note.text("note", "body"))
    }
  }

  private static func ignoreNoise(_ issue: inout TrackerMembers) {
    issue.ignore(
      "id", "project_id", "web_url", "_links", "references", "position", "relative_position",
      "state_id", "updated_by_id", "closed_by", "closed_by_id", "lock_version", "assignee",
      "assignee_id", "milestone_id")
    issue.ignore(
      "work_item_description", "work_item_type", "type", "severity", "imported", "imported_from",
      "has_tasks", "task_status", "task_completion_status", "time_stats", "subscribed",
      "blocking_issues_count", "merge_requests_count", "resource_label_events",
      "resource_milestone_events", "resource_state_events", "events", "upvotes", "downvotes",
      "last_edited_at", "last_edited_by_id", "user_notes_count", "closed_at", "system_note_metadata"
    )
  }
}
