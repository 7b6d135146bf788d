import PlanModel

extension TrackerFormat {
  static let github = TrackerFormat(
    id: "github", name: "GitHub issues",
    origin: "OWNER/REPO",
    recognizes: { source in
      if GitHubReader.projectItems(of: source) != nil { return true }
      guard let records = GitHubReader.issues(of: source)?.prefix(20),
        !records.contains(where: GiteaReader.isIssue)
      else { return false }
      return records.allSatisfy(GitHubReader.isIssue)
        && records.contains(where: GitHubReader.isSurelyIssue)
    },
    read: { source, plans throws(FormatError) in
      var reader = GitHubReader(plans: plans)
      if let items = GitHubReader.projectItems(of: source) {
        try reader.readItems(items, total: source.json.object?["totalCount"])
      } else {
        guard let issues = GitHubReader.issues(of: source) else {
          throw .invalid(source.json.problem)
        }
        for issue in issues { try reader.read(issue) }
      }
      plans = reader.plans
    })
}

/// Reads issues from `gh` and from the REST API. Their members differ in spelling: `createdAt` and
/// `created_at`.
struct GitHubReader {
  var plans: TrackerPlans

  static func isIssue(_ object: JSONObject) -> Bool {
    object["number"]?.numberText != nil && object["title"]?.string != nil && object["iid"] == nil
  }

  /// Whether an object has members of an issue that lines of pmgit lack.
  static func isSurelyIssue(_ object: JSONObject) -> Bool {
    let isMade = ["url", "html_url", "createdAt", "created_at"].contains {
      object[$0]?.string != nil
    }
    let hasState = ["open", "closed"].contains(object["state"]?.string?.lowercased())
    return isMade || hasState || object["author"]?.object != nil || object["user"]?.object != nil
      || object["labels"]?.array?.first?.object != nil
      || object["comments"]?.array?.first?.object?["author"] != nil
  }

  /// Returns the issues of a list or of a search result.
  static func issues(of source: TrackerSource) -> [JSONObject]? {
    if let found = source.json.object, found["total_count"] != nil {
      return found["items"]?.array?.compactMap(\.object)
    }
    return source.json.records
  }

  // MARK: - Issues

  mutating func read(_ object: JSONObject) throws(FormatError) {
    guard Self.isIssue(object) else {
      throw .invalid("expected issues with 'number' and 'title'")
    }
    let address = object["html_url"]?.string ?? object["url"]?.string ?? ""
    guard object["pull_request"]?.object == nil, !address.contains("/pull/") else {
      return plans.lose("pull requests")
    }
    var issue = TrackerMembers(object)
    let alias = try alias(of: &issue)
    var plan = TrackerPlan(alias: alias)
    readTexts(&issue, into: &plan)
    readState(&issue, into: &plan)
    readPeople(&issue, into: &plan)
    readLinks(&issue, of: alias, into: &plan)
    readComments(&issue, into: &plan)
    Self.ignoreNoise(&issue)
    plan.loseUnread(of: issue)
    plans.add(plan)
  }

  private mutating func readTexts(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    plan.issueTitle(issue.text("title"))
    if issue.has("body") { plan.issueText(issue.text("body")) }
    // If the file has no labels, the type must not become the only label.
    if issue.has("labels") {
      plan.lists("labels")
      for label in issue.texts("labels", each: "name") { plan.label(label) }
      if var type = issue.object("issueType", "type") { plan.label(type.text("name")) }
    }
    // An issue without a milestone has null, so that a milestone that was removed there goes.
    if issue.object["milestone"] == .null { return plan.milestone(nil) }
    guard var milestone = issue.object("milestone") else { return }
    guard let title = milestone.text("title") else { return }
    let due = milestone.time("dueOn", "due_on")?.day
    let isClosed = milestone.text("state")?.lowercased() == "closed"
    plan.milestone(plans.milestone(title, due: due, isClosed: isClosed))
  }

  private mutating func readState(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    let isClosed = issue.text("state")?.lowercased() == "closed"
    let projects = issue.objects("projectItems")
    if projects.count > 1 { plan.lose("the status in further projects") }
    // A project item without a status has a status with an empty name.
    var status = projects.lazy.compactMap { $0.object["status"]?.object?["name"]?.string }
      .first { !$0.allSatisfy(\.isWhitespace) }
    let reason = issue.text("stateReason", "state_reason")?.lowercased()
    var hasReason = false
    if isClosed {
      if status.map({ plans.kind(ofColumn: $0) }) != .done { status = nil }
      if reason == "not_planned" || reason == "duplicate" {
        let name = reason == "duplicate" ? "Duplicate" : "Not planned"
        if plans.board.columns(named: name).isEmpty {
          plan.lose("the reason of issues that were closed as not planned or duplicate")
        } else {
          (status, hasReason) = (name, true)
        }
      }
    }
    if hasReason {
      plan.kind(plans.state(status, .done))
    } else if status != nil {
      plan.state(plans.state(status, isClosed ? .done : nil))
    } else if issue.has("state") {
      plan.kind(plans.state(nil, isClosed ? .done : .todo))
    }
    plan.created(
      at: issue.time("createdAt", "created_at"), by: Self.login(issue.object("author", "user")))
    plan.updated(issue.time("updatedAt", "updated_at"))
    if isClosed { plan.closed(issue.time("closedAt", "closed_at")) }
  }

  private func readPeople(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    guard issue.has("assignees") else { return }
    plan.lists("assignees")
    for login in issue.texts("assignees", each: "login") { plan.assignee(login) }
  }

  /// The name of deleted users on GitHub.
  private static let ghost = "ghost"

  private static func login(_ user: TrackerMembers?) -> String {
    user?.object["login"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? ghost
  }

  private func readComments(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    if let count = issue.integer("comments") {
      if count > 0 { plan.lose("comments: the REST API lists only their number") }
      return
    }
    let comments = issue.objects("comments")
    if let count = issue.integer("commentCount"), count > comments.count {
      // Comments that are not in a part of the list must not count as removed.
      return plan.lose("comments of issues with more than 100")
    }
    if issue.object["comments"]?.array != nil { plan.lists("comments") }
    // 'gh issue list' leaves the others out, and does not count them.
    if issue.object["commentCount"] == nil, comments.count == 100 {
      plan.lose("comments after the first 100, which gh leaves out")
    }
    for var comment in comments {
      plan.issueComment(
        id: Self.commentID(&comment), by: Self.login(comment.object("author", "user")),
        at: comment.time("createdAt", "created_at"), comment.text("body"))
    }
  }

  /// Returns the number of a comment from its address, which is the same in all of GitHub's APIs.
  private static func commentID(_ comment: inout TrackerMembers) -> String? {
    let mark = "#issuecomment-"
    if let url = comment.text("html_url", "url"), let range = url.firstRange(of: mark) {
      return "issuecomment\(url[range.upperBound...])"
    }
    return comment.text("id")
  }

  // MARK: - Aliases and links

  /// Returns the alias of an issue: `github:o/r#12`.
  private func alias(of issue: inout TrackerMembers) throws(FormatError) -> String {
    let number = issue.text("number") ?? ""
    let url = issue.text("html_url", "url")
    if let alias = Self.alias(url: url) { return alias }
    guard let repository = plans.origin else { throw .missingOrigin }
    return "github:\(repository)#\(number)"
  }

  /// Returns the alias for an address like `https://github.com/o/r/issues/12`; nil for other texts.
  /// A host other than GitHub's is part of the alias, because it may have the same repositories.
  static func alias(url: String?) -> String? {
    guard let url else { return nil }
    let parts = url.split(separator: "/", maxSplits: 8, omittingEmptySubsequences: false)
    guard parts.count >= 7, parts[5] == "issues", parts[1].isEmpty else { return nil }
    let number = parts[6].prefix { $0.isASCII && $0.isNumber }
    guard !number.isEmpty, !parts[3].isEmpty, !parts[4].isEmpty else { return nil }
    let host = TrackerText.origin(host: parts[2], unless: ["github.com", "www.github.com"])
    return "github:\(host)\(parts[3])/\(parts[4])#\(number)"
  }

  /// Returns the alias of an issue to which another issue refers.
  private func alias(named issue: TrackerMembers, beside other: String) -> String? {
    var issue = issue
    if let alias = Self.alias(url: issue.text("html_url", "url")) { return alias }
    guard let number = issue.text("number"), let mark = other.lastIndex(of: "#") else { return nil }
    let source = other[..<mark]
    guard let repository = issue.object["repository"]?.object?["nameWithOwner"]?.string else {
      return "\(source)#\(number)"
    }
    // Both are on the same host: `github:HOST/o/r`.
    let parts = source.split(separator: "/", omittingEmptySubsequences: false)
    return (parts.count > 2 ? "\(parts[0])/" : "github:") + "\(repository)#\(number)"
  }

  private mutating func readLinks(
    _ issue: inout TrackerMembers, of alias: String, into plan: inout TrackerPlan
  ) {
    if issue.has("parent"), issue.has("blockedBy") { plan.lists("links") }
    if let parent = issue.object("parent") {
      plan.link(Link.parentKind, self.alias(named: parent, beside: alias))
    }
    for other in issue.objects("blockedBy") {
      plan.link(Link.blockedByKind, self.alias(named: other, beside: alias))
    }
    for other in issue.objects("blocking") {
      guard let other = self.alias(named: other, beside: alias) else { continue }
      plans.link(other, Link.blockedByKind, to: alias)
    }
    for other in issue.objects("subIssues") {
      guard let other = self.alias(named: other, beside: alias) else { continue }
      plans.link(other, Link.parentKind, to: alias)
    }
  }

  private static func ignoreNoise(_ issue: inout TrackerMembers) {
    issue.ignore(
      "id", "node_id", "url", "html_url", "closed", "projectCards", "subIssuesSummary",
      "sub_issues_summary", "issueDependenciesSummary", "issue_dependencies_summary")
    issue.ignore(
      "repository_url", "labels_url", "comments_url", "events_url", "timeline_url", "assignee",
      "author_association", "closed_by", "performed_via_github_app", "score", "closedAt",
      "closed_at", "repository")
    if issue.object["reactions"]?.object?["total_count"] == .number(0) {
      issue.ignore("reactions")
    }
  }
}
