import PlanModel

/// Reads the items of a project, as `gh project item-list` writes them.
extension GitHubReader {
  /// Returns the items of a source; nil if the source is not a list of project items.
  static func projectItems(of source: TrackerSource) -> [JSONObject]? {
    guard let object = source.json.object, let items = object["items"]?.array?.compactMap(\.object),
      object["totalCount"] != nil, items.count <= TrackerSource.maximumPlans,
      items.allSatisfy({ $0["content"].map { $0.isNull || $0.object != nil } ?? false })
    else { return nil }
    return items
  }

  mutating func readItems(_ items: [JSONObject], total: JSONValue?) throws(FormatError) {
    for object in items {
      var item = TrackerMembers(object)
      guard var content = item.object("content") else {
        plans.lose("items that you may not see")
        continue
      }
      switch content.text("type") {
      case "PullRequest": plans.lose("pull requests")
      case "DraftIssue": read(&item, content, alias: "github:\(item.text("id") ?? "draft")")
      default: read(&item, content, alias: try alias(of: content))
      }
    }
    if let total = total?.numberText.flatMap({ Int($0) }), total > items.count {
      plans.lose("items that gh left out; list them all with --limit", total - items.count)
    }
  }

  private func alias(of content: TrackerMembers) throws(FormatError) -> String {
    var content = content
    if let alias = Self.alias(url: content.text("url")) { return alias }
    guard let repository = content.text("repository") ?? plans.origin else {
      throw .missingOrigin
    }
    return "github:\(repository)#\(content.text("number") ?? "")"
  }

  private mutating func read(
    _ item: inout TrackerMembers, _ content: TrackerMembers, alias: String
  ) {
    var content = content
    var plan = TrackerPlan(alias: alias)
    plan.title(item.text("title") ?? content.text("title"))
    if content.object["body"] != nil { plan.issueText(content.text("body")) }
    plan.state(item.text("status").flatMap { plans.state($0) })
    for label in item.texts("labels") { plan.label(label) }
    for login in item.texts("assignees") { plan.assignee(login) }
    if var milestone = item.object("milestone"), let title = milestone.text("title") {
      plan.milestone(plans.milestone(title, due: milestone.time("dueOn")?.day))
    }
    item.ignore("id", "title", "content", "repository")
    readFields(&item, into: &plan)
    plans.add(plan)
  }

  /// The most fields of a project.
  private static let mostFields = 100

  /// Reads the fields of a project into the plan's properties and the board's custom fields. People
  /// choose the names, and `gh` writes their first letters in lower case.
  private func readFields(_ item: inout TrackerMembers, into plan: inout TrackerPlan) {
    let names = item.unread
    for name in names.prefix(Self.mostFields) {
      guard let value = item.value(ExactString(name)) else { continue }
      switch TrackerText.nameKey(name) {
      case "priority" where value.string != nil: readPriority(value.string ?? "", into: &plan)
      case "estimate" where value.numberText != nil: plan.estimate(value.numberText)
      case "startdate": plan.start(day(value, &plan))
      case "targetdate", "duedate": plan.due(day(value, &plan))
      case "status", "linkedpullrequests", "subissuesprogress": break
      default: readField(name, value, into: &plan)
      }
    }
    if names.count > Self.mostFields { plan.lose("fields after the first \(Self.mostFields)") }
  }

  private func readField(_ name: String, _ value: JSONValue, into plan: inout TrackerPlan) {
    if let object = value.object, let start = object["startDate"]?.string {
      // An iteration: its title, its first day, and its length.
      guard let day = CalendarDay(start) else { return plan.lose(TrackerTime.unknownForm) }
      plan.iteration(beginningOn: day, on: plans.board)
    } else {
      plan.custom(name, value.object?["title"] ?? value, on: plans.board)
    }
  }

  private func day(_ value: JSONValue, _ plan: inout TrackerPlan) -> CalendarDay? {
    let day = value.string.flatMap { TrackerTime.day($0, plans.clocks) }
    if day == nil { plan.lose(TrackerTime.unknownForm) }
    return day
  }

  private func readPriority(_ name: String, into plan: inout TrackerPlan) {
    let priority = Priority(level: name) ?? Priority(named: name)
    plan.priority(priority)
    if priority == nil { plan.lose("priorities other than P0 to P3 and urgent to low") }
  }
}
