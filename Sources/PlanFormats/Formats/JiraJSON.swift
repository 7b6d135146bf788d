import PlanModel

/// Reads issues of Jira's REST API.
struct JiraJSON {
  /// The names of fields by their ids, which the API adds with `expand=names`.
  private let names: JSONObject
  private(set) var plans: TrackerPlans
  /// The host of the issue for aliases; see `Jira.origin(of:)`.
  private var origin = ""

  init(_ plans: TrackerPlans, names: JSONObject?) {
    (self.plans, self.names) = (plans, names ?? [:])
  }

  /// Returns the issues of a search result, of an array, of lines, or a single issue; nil for
  /// another source.
  static func issues(of source: TrackerSource) -> [JSONObject]? {
    let found = source.json.object?["issues"]?.array.map { $0.compactMap(\.object) }
    guard let issues = found ?? source.json.records else { return nil }
    let isIssue = { (issue: JSONObject) in
      issue["key"]?.string != nil && issue["fields"]?.object != nil
    }
    guard issues.count <= TrackerSource.maximumPlans else { return nil }
    return issues.allSatisfy(isIssue) ? issues : nil
  }

  mutating func read(_ object: JSONObject) {
    let key = object["key"]?.string ?? ""
    origin = plans.origin == nil ? Jira.origin(of: object["self"]?.string) : Jira.origin(plans)
    var fields = TrackerMembers(object["fields"]?.object ?? [:])
    var plan = TrackerPlan(alias: Jira.alias(key, origin))
    plan.title(fields.text("summary"))
    if fields.has("description") {
      plan.body(fields.value("description").map { Self.text($0, &plan) })
    }
    readState(&fields, into: &plan)
    readSets(&fields, into: &plan)
    readComments(&fields, into: &plan)
    readLinks(&fields, into: &plan)
    readCustomFields(&fields, into: &plan)
    Self.ignoreNoise(&fields)
    plan.loseUnread(of: fields)
    plans.add(plan)
  }

  /// Returns a text as it is, and a document of version 3 of the API as Markdown.
  private static func text(_ value: JSONValue, _ plan: inout TrackerPlan) -> String {
    if let text = value.string { return text }
    guard let document = value.object else { return "" }
    var writer = ADFWriter()
    let text = writer.markdown(of: document)
    for loss in writer.losses { plan.lose(loss) }
    return text
  }

  private mutating func readState(_ fields: inout TrackerMembers, into plan: inout TrackerPlan) {
    let status = fields.object("status")?.object
    let name = status?["name"]?.string
    let category = status?["statusCategory"]?.object?["key"]?.string
    let resolved = fields.text("resolutiondate").flatMap { TrackerTime.moment($0, nil) }
    let kind = Jira.kind(category, isResolved: resolved != nil)
    if name != nil { plan.state(plans.state(name, kind)) }
    if kind ?? name.map({ plans.kind(ofColumn: $0) }) == .done { plan.closed(resolved) }
    let author = Self.person(fields.object("creator")) ?? Self.person(fields.object("reporter"))
    fields.ignore("reporter")
    plan.created(at: fields.time("created"), by: author ?? TrackerPlan.unknownPerson)
    plan.updated(fields.time("updated"))
    if fields.has("duedate") {
      let text = fields.text("duedate")
      let day = text.flatMap { CalendarDay($0) }
      if text != nil, day == nil { plan.lose(TrackerTime.unknownForm) }
      plan.due(day)
    }
    if let resolution = fields.object("resolution")?.object["name"]?.string,
      !Jira.isTrivial(resolution: resolution)
    {
      plan.custom("Resolution", .string(resolution), on: plans.board)
    }
  }

  /// Returns the name of a person, with the address if the API contains it.
  private static func person(_ person: TrackerMembers?) -> String? {
    guard let person = person?.object else { return nil }
    let name = person["displayName"]?.string ?? person["name"]?.string
    guard let name, let address = person["emailAddress"]?.string, address.contains("@") else {
      return name
    }
    return "\(name) <\(address)>"
  }

  private mutating func readSets(_ fields: inout TrackerMembers, into plan: inout TrackerPlan) {
    // If the file has no labels, the type must not become the only label.
    if fields.has("labels") {
      plan.lists("labels")
      for label in fields.texts("labels") { plan.label(label) }
      plan.label(fields.object("issuetype")?.object["name"]?.string)
      Jira.components(fields.texts("components", each: "name"), plans.board, &plan)
    }
    if fields.has("assignee") {
      plan.lists("assignees")
      plan.assignee(Self.person(fields.object("assignee")))
    }
    if fields.has("priority") {
      Jira.priority(fields.object("priority")?.object["name"]?.string, &plan)
    }
    let versions = fields.objects("fixVersions")
    if let version = versions.first?.object, let name = version["name"]?.string {
      let due = version["releaseDate"]?.string.flatMap { CalendarDay($0) }
      let isClosed = version["released"]?.bool ?? false
      plan.milestone(plans.milestone(name, due: due, isClosed: isClosed))
    }
    if versions.count > 1 { plan.lose("further fix versions") }
  }

  private func readComments(_ fields: inout TrackerMembers, into plan: inout TrackerPlan) {
    guard var found = fields.object("comment") else { return }
    plan.lists("comments")
    let comments = found.objects("comments")
    for var comment in comments {
      let text = comment.value("body").map { Self.text($0, &plan) }
      plan.comment(
        id: comment.text("id").map { "comment\($0)" },
        by: Self.person(comment.object("author")) ?? TrackerPlan.unknownPerson,
        at: comment.time("created"), text)
    }
    if let total = found.integer("total"), total > comments.count {
      plan.lose("comments that the API left out")
    }
  }

  private mutating func readLinks(_ fields: inout TrackerMembers, into plan: inout TrackerPlan) {
    if fields.has("issuelinks"), fields.has("subtasks") { plan.lists("links") }
    if let parent = fields.object("parent")?.object["key"]?.string {
      plan.link(Link.parentKind, Jira.alias(parent, origin))
    }
    for task in fields.objects("subtasks") {
      guard let key = task.object["key"]?.string else { continue }
      plans.link(Jira.alias(key, origin), Link.parentKind, to: plan.alias.text)
    }
    for link in fields.objects("issuelinks") {
      let kind = link.object["type"]?.object?["name"]?.string ?? ""
      if let key = link.object["inwardIssue"]?.object?["key"]?.string {
        Jira.link(kind, isInward: true, Jira.alias(key, origin), of: &plan, &plans)
      }
      if let key = link.object["outwardIssue"]?.object?["key"]?.string {
        Jira.link(kind, isInward: false, Jira.alias(key, origin), of: &plan, &plans)
      }
    }
  }

  private func readCustomFields(_ fields: inout TrackerMembers, into plan: inout TrackerPlan) {
    for id in fields.unread.prefix(500) {
      if id == "environment", let value = fields.value("environment") {
        plan.custom("Environment", .string(Self.text(value, &plan)), on: plans.board)
      } else if id == "versions" {
        let versions = fields.texts("versions", each: "name")
        plan.custom("Affects versions", .strings(versions), on: plans.board)
      }
      guard id.hasPrefix("customfield_"), let name = names[ExactString(id)]?.string,
        let value = fields.value(ExactString(id))
      else { continue }
      read(name, value, into: &plan)
    }
  }

  private func read(_ name: String, _ value: JSONValue, into plan: inout TrackerPlan) {
    if Jira.isStoryPoints(name), let points = value.numberText {
      return Jira.storyPoints(points, named: name, plans.board, &plan)
    }
    switch TrackerText.nameKey(name) {
    case "sprint":
      guard let sprint = value.array?.last?.object?["name"]?.string else { break }
      return plan.iteration(named: sprint, on: plans.board)
    case "epiclink":
      if let key = value.string { return plan.link(Link.parentKind, Jira.alias(key, origin)) }
    case "rank", "development", "issuecolor", "parentlink", "requestparticipants": return
    case let name where name.hasPrefix("chart"): return
    default: break
    }
    if value.object?["type"]?.string == "doc" {
      return plan.custom(name, .string(Self.text(value, &plan)), on: plans.board)
    }
    let texts = (value.array ?? [value]).compactMap { value in
      value.scalarText
        ?? ["value", "name", "displayName"].lazy.compactMap {
          value.object?[$0]?.scalarText
        }.first
    }
    plan.custom(
      name, value.array == nil && texts.count == 1 ? .string(texts[0]) : .strings(texts),
      on: plans.board)
  }

  private static func ignoreNoise(_ fields: inout TrackerMembers) {
    fields.ignore(
      "project", "watches", "lastViewed", "statuscategorychangedate", "statusCategory",
      "workratio", "aggregateprogress", "progress", "issuerestriction",
      "aggregatetimeestimate", "aggregatetimeoriginalestimate", "aggregatetimespent")
    if fields.object["votes"]?.object?["votes"] == .number(0) { fields.ignore("votes") }
    if fields.object["worklog"]?.object?["total"] == .number(0) { fields.ignore("worklog") }
  }
}
