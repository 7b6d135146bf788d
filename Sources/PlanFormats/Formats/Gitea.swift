import PlanModel

extension TrackerFormat {
  static let gitea = TrackerFormat(
    id: "gitea", name: "Gitea and Forgejo issues",
    origin: "HOST/OWNER/REPO",
    recognizes: { source in
      guard let records = source.json.records?.prefix(20), !records.isEmpty else { return false }
      return records.allSatisfy(GiteaReader.isIssue)
    },
    read: { source, plans throws(FormatError) in
      var reader = GiteaReader(plans: plans)
      for issue in try source.json.givenRecords() { try reader.read(issue) }
      plans = reader.plans
    })
}

/// Reads issues from the REST API of Gitea and Forgejo. A bridge also gives each its comments.
struct GiteaReader {
  var plans: TrackerPlans

  /// Whether an object is an issue of Gitea. GitHub has no author of a migrated issue, and names
  /// its objects by `node_id`.
  static func isIssue(_ object: JSONObject) -> Bool {
    object["number"]?.numberText != nil && object["title"]?.string != nil
      && object["original_author"] != nil && object["node_id"] == nil
  }

  mutating func read(_ object: JSONObject) throws(FormatError) {
    guard object["number"]?.numberText != nil, object["title"]?.string != nil else {
      throw .invalid("expected issues with 'number' and 'title'")
    }
    guard object["pull_request"]?.object == nil else { return plans.lose("pull requests") }
    var issue = TrackerMembers(object)
    var plan = TrackerPlan(alias: try alias(of: &issue))
    plan.issueTitle(issue.text("title"))
    if issue.has("body") { plan.issueText(issue.text("body")) }
    readState(&issue, into: &plan)
    readLabels(&issue, into: &plan)
    // Without assignees, the list is null.
    if issue.has("assignees") { plan.lists("assignees") }
    for login in issue.texts("assignees", each: "login") { plan.assignee(login) }
    if issue.has("due_date") { plan.due(Self.day(issue.value("due_date"))) }
    readComments(&issue, into: &plan)
    Self.ignoreNoise(&issue)
    plan.loseUnread(of: issue)
    plans.add(plan)
  }

  /// Returns the day of a moment, in the zone in which the server writes it. A due day ends at that
  /// moment.
  static func day(_ value: JSONValue?) -> CalendarDay? {
    value?.string.flatMap { CalendarDay(String($0.prefix { $0 != "T" })) }
  }

  private mutating func readState(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    let isClosed = issue.text("state") == "closed"
    if issue.has("state") { plan.kind(plans.state(nil, isClosed ? .done : .todo)) }
    plan.created(at: issue.time("created_at"), by: Self.author(&issue))
    plan.updated(issue.time("updated_at"))
    let closed = issue.time("closed_at")
    if isClosed { plan.closed(closed) }
  }

  private mutating func readLabels(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    if issue.has("labels") { plan.lists("labels") }
    for label in issue.texts("labels", each: "name") { plan.label(label) }
    if issue.object["milestone"] == .null { return plan.milestone(nil) }
    guard var milestone = issue.object("milestone"), let title = milestone.text("title") else {
      return
    }
    let due = Self.day(milestone.value("due_on"))
    let isClosed = milestone.text("state") == "closed"
    plan.milestone(plans.milestone(title, due: due, isClosed: isClosed))
  }

  private func readComments(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    if let count = issue.integer("comments") {
      if count > 0 { plan.lose("comments: the API lists only their number") }
      return
    }
    if issue.object["comments"]?.array != nil { plan.lists("comments") }
    for var comment in issue.objects("comments") {
      plan.issueComment(
        id: comment.text("id").map { "issuecomment\($0)" }, by: Self.author(&comment),
        at: comment.time("created_at"), comment.text("body"))
    }
  }

  /// Returns the author. For a migrated issue that is not who migrated it.
  private static func author(_ item: inout TrackerMembers) -> String {
    let login = item.object("user")?.object["login"]?.string
    if let original = item.text("original_author"), !original.isEmpty { return original }
    return login.flatMap { $0.isEmpty ? nil : $0 } ?? TrackerPlan.unknownPerson
  }

  /// Returns the alias of an issue: `gitea:codeberg.org/o/r#12`.
  private func alias(of issue: inout TrackerMembers) throws(FormatError) -> String {
    let number = issue.text("number") ?? ""
    if let url = issue.text("html_url"), let scheme = url.firstRange(of: "://"),
      let end = url.firstRange(of: "/issues/"), scheme.upperBound < end.lowerBound
    {
      let place = url[scheme.upperBound..<end.lowerBound]
      let host = place.prefix { $0 != "/" }
      return "gitea:\(host.lowercased())\(place[host.endIndex...])#\(number)"
    }
    guard let repository = plans.origin else { throw .missingOrigin }
    return "gitea:\(repository)#\(number)"
  }

  private static func ignoreNoise(_ issue: inout TrackerMembers) {
    issue.ignore(
      "id", "url", "html_url", "assignee", "repository", "closed_at", "original_author_id",
      "pin_order", "is_locked", "content_version")
  }
}
