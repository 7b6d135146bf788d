import PlanModel

extension TrackerFormat {
  static let plane = TrackerFormat(
    id: "plane", name: "work items of Plane",
    origin: "WORKSPACE",
    recognizes: { source in
      if let table = source.table { return PlaneItem.isIn(table) }
      guard let records = source.json.records, !records.isEmpty else { return false }
      return records.prefix(20).allSatisfy(PlaneItem.isItem)
    },
    read: { source, plans throws(FormatError) in
      if let table = source.table {
        guard PlaneItem.isIn(table) else {
          throw .invalid("expected the columns Identifier, Project Identifier and State Name")
        }
        for row in plans.rows(of: table) { plans.read(PlaneItem(row)) }
        return
      }
      for record in try source.json.givenRecords() {
        guard PlaneItem.isItem(record) else {
          throw .invalid("expected work items with 'identifier', 'name' and 'state_name'")
        }
        plans.read(PlaneItem(record))
      }
    })
}

/// A work item of an export in JSON or CSV, with the names of members that Plane writes now.
private struct PlaneItem {
  var members: TrackerMembers
  /// The row of a table; nil for JSON.
  private(set) var row: CSVRow?

  /// The members, each with the name that older versions gave to it. In a table, the names have
  /// spaces and capitals: `State Name`.
  private static let names: [(now: ExactString, before: String)] = [
    ("identifier", "ID"), ("name", "Name"), ("description", "Description"),
    ("state_name", "State"), ("priority", "Priority"), ("assignees", "Assignee"),
    ("assignees", "Assignees"), ("created_by_name", "Created By"), ("start_date", "Start Date"),
    ("target_date", "Target Date"), ("completed_at", "Completed At"),
    ("created_at", "Created At"), ("updated_at", "Updated At"), ("archived_at", "Archived At"),
    ("estimate", "Estimate"), ("labels", "Labels"), ("cycles", "Cycle Name"),
    ("modules", "Module Name"), ("links", "Link"), ("relations", "Relations"),
    ("comments", "Comments"), ("parent", "Parent"), ("is_draft", "Is Draft"),
    ("attachment_count", "Attachment Count"),
  ]

  private static let lists: Set<ExactString> = [
    "assignees", "labels", "cycles", "modules", "links", "relations", "comments",
  ]

  static func isItem(_ object: JSONObject) -> Bool {
    object["identifier"]?.string != nil && object["project_identifier"]?.string != nil
      && object["name"]?.string != nil
      || object["ID"]?.string != nil && object["Name"]?.string != nil && object["State"] != nil
        && object["Cycle Name"] != nil
  }

  static func isIn(_ table: CSVTable) -> Bool {
    table.has("Identifier", "Project Identifier", "Name", "State Name")
      || table.has("ID", "Name", "State", "Cycle Name", "Module Name")
  }

  init(_ object: JSONObject) {
    var object = object
    for (now, before) in Self.names where object[now] == nil {
      object[now] = object[ExactString(before)]
      object[ExactString(before)] = nil
    }
    members = TrackerMembers(object)
  }

  /// Reads a row, in which lists are JSON, or in older versions texts with commas.
  init(_ row: CSVRow) {
    var row = row
    var object: JSONObject = [:]
    for (now, before) in Self.names {
      let column = now.text.replacing("_", with: " ")
      guard row.table.has(column) || row.table.has(before) else { continue }
      let text = row.text(column, before).map(Self.text) ?? ""
      object[now] = (Self.lists.contains(now) ? Self.list(text) : nil) ?? .string(text)
    }
    (members, self.row) = (TrackerMembers(object), row)
  }

  /// Returns a text without a leading apostrophe. Plane adds it to texts that spreadsheets would
  /// take for formulas.
  private static func text(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'"), let next = text.utf8.dropFirst().first,
      "=+-@\t\r\n".utf8.contains(next)
    else { return text }
    return String(text.unicodeScalars.dropFirst())
  }

  private static func list(_ text: String) -> JSONValue? {
    guard text.utf8.first == UInt8(ascii: "[") || text.utf8.first == UInt8(ascii: "{") else {
      return nil
    }
    return try? JSONReader.value(in: Array(text.utf8))
  }

  /// Returns the texts of a list, which may be one text with commas.
  mutating func list(_ name: ExactString) -> [String] {
    if members.object[name]?.array != nil { return members.texts(name) }
    return (members.text(name) ?? "").split(separator: ",").map { String($0).trimmingSpaces }
      .filter { !$0.isEmpty }
  }
}

extension TrackerPlans {
  private func planeAlias(_ id: String) -> String {
    "plane:\(origin.map { "\($0)/" } ?? "")\(id.trimmingSpaces)"
  }

  fileprivate mutating func read(_ item: PlaneItem) {
    var item = item
    guard let id = item.members.text("identifier"), !id.isEmpty else {
      return lose("rows without an identifier")
    }
    let completed = moment(&item, "completed_at", isEnd: true)
    let state = item.members.text("state_name")
    let isDone = completed != nil || state.map { kind(ofColumn: $0) } == .done
    let archived = moment(&item, "archived_at")
    guard isDone || archived == nil else {
      return lose("open work items that are archived")
    }
    var plan = TrackerPlan(alias: planeAlias(id))
    plan.title(item.members.text("name"))
    readTexts(&item, into: &plan)
    plan.state(self.state(state, isDone ? .done : nil))
    plan.closed(completed)
    let author = item.members.text("created_by_name").flatMap(TrackerPlan.person)
    plan.created(at: moment(&item, "created_at"), by: author ?? TrackerPlan.unknownPerson)
    plan.updated(moment(&item, "updated_at"))
    readValues(&item, into: &plan)
    readLinks(&item, into: &plan)
    Self.ignoreNoise(&item)
    let isDraft = item.members.value("is_draft")?.scalarText?.lowercased() == "true"
    if isDraft { plan.lose("'is_draft'") }
    if (item.members.integer("attachment_count") ?? 0) > 0 { plan.lose("attachments") }
    plan.loseUnread(of: item.members)
    if var row = item.row {
      row.ignore(
        "Project", "Project ID", "Project Name", "Project Identifier", "Sequence ID",
        "Subscribers", "Subscribers Count", "Sub Issues Count", "Link Count", "Cycle Start Date")
      row.ignore("Cycle End Date", "Module Start Date", "Module Target Date", "Attachment Links")
      plan.loseUnread(of: row)
    }
    add(plan)
  }

  private static func ignoreNoise(_ item: inout PlaneItem) {
    item.members.ignore(
      "project_name", "project_identifier", "sequence_id", "subscribers", "sub_issues_count",
      "link_count")
    item.members.ignore(
      "Project", "Project ID", "Project Identifier", "Sequence ID", "Subscribers Count",
      "Attachment Links", "Cycle Start Date", "Cycle End Date", "Module Start Date",
      "Module Target Date")
  }

  private func readTexts(_ item: inout PlaneItem, into plan: inout TrackerPlan) {
    if item.members.has("description") { plan.body(item.members.text("description")) }
    let links = item.members.objects("links").map { link in
      (link.object["title"]?.string, link.object["url"]?.string)
    }
    let addresses = links.isEmpty ? item.list("links").map { ($0, $0) } : links
    let lines = addresses.compactMap { title, address in
      address.map { title == nil || title == $0 ? "- \($0)" : "- [\(title ?? "")](\($0))" }
    }
    if !lines.isEmpty { plan.addToBody("## Links\n\n" + Lines.joined(lines)) }
    // Older versions write comments into a table in a form that only Python reads.
    guard item.members.object["comments"]?.array != nil else { return }
    plan.lists("comments")
    for var comment in item.members.objects("comments") {
      let text = comment.text("comment")
      let (at, author) = (comment.text("created_at") ?? "", comment.text("created_by") ?? "")
      plan.comment(
        id: ContentID.hash(at, author, text ?? ""),
        by: author.isEmpty ? TrackerPlan.unknownPerson : author, at: moment(at, .utc), text)
      plan.loseUnread(of: comment, in: "comments")
    }
  }

  private mutating func readValues(_ item: inout PlaneItem, into plan: inout TrackerPlan) {
    if item.members.has("labels") { plan.lists("labels") }
    if item.members.has("assignees") { plan.lists("assignees") }
    for label in item.list("labels") { plan.label(label) }
    for person in item.list("assignees") { plan.assignee(person) }
    if let name = item.members.text("priority") {
      let priority = Priority(named: name)
      plan.priority(priority)
      if priority == nil, name != "none" {
        plan.lose("priorities other than urgent, high, medium and low")
      }
    }
    if item.members.has("estimate") { plan.estimate(item.members.text("estimate")) }
    for (name, field) in [("start_date", PlanField.start), ("target_date", .due)] {
      let name = ExactString(name)
      if item.members.has(name) {
        let text = item.members.text(name) ?? ""
        let day = TrackerTime.day(Self.withoutWeekday(text), clocks)
        plan.day(field, day?.description ?? text, clocks)
      }
    }
    let modules = item.list("modules")
    if let module = modules.first { plan.milestone(milestone(module)) }
    if modules.count > 1 { plan.lose("further modules") }
    if let cycle = item.list("cycles").last { plan.iteration(named: cycle, on: board) }
  }

  private mutating func readLinks(_ item: inout PlaneItem, into plan: inout TrackerPlan) {
    if item.members.has("parent", "relations") { plan.lists("links") }
    if let parent = item.members.text("parent"), !parent.isEmpty {
      plan.link(Link.parentKind, planeAlias(parent))
    }
    for var relation in item.members.objects("relations") {
      guard let other = relation.text("issue").map(planeAlias) else { continue }
      let isIncoming = relation.text("direction") == "incoming"
      link(relation.text("type") ?? "", other, isIncoming: isIncoming, of: &plan)
    }
    // Older versions write an object with one item for each type.
    for relation in item.members.object("relations")?.object.members ?? [] {
      guard let other = relation.value.string.map(planeAlias) else { continue }
      link(relation.key.text, other, isIncoming: false, of: &plan)
    }
  }

  private mutating func link(
    _ type: String, _ other: String, isIncoming: Bool, of plan: inout TrackerPlan
  ) {
    if type == "blocking" || type == "blocked_by" && isIncoming {
      link(other, Link.blockedByKind, to: plan.alias.text)
    } else {
      plan.link(type == "blocked_by" ? Link.blockedByKind : Link.relatesKind, other)
    }
  }

  private func moment(
    _ item: inout PlaneItem, _ name: ExactString, isEnd: Bool = false
  ) -> Timestamp? {
    item.members.text(name).flatMap { moment($0, clocks, isEnd: isEnd) }
  }

  /// Returns a moment. Of `Thu, 01 Oct 2026 09:12:33 UTC+0000`, as older versions write, only the
  /// day is read, because the hour is one of 12.
  private func moment(_ text: String, _ zone: LocalClocks, isEnd: Bool = false) -> Timestamp? {
    if let moment = TrackerTime.moment(text, zone) { return moment }
    let words = Self.withoutWeekday(text).split(separator: " ").prefix(3)
    return TrackerTime.day(words.joined(separator: " "), clocks).map { day in
      isEnd ? TrackerTime.end(of: day, clocks, now: now) : clocks.start(of: day)
    }
  }

  private static func withoutWeekday(_ text: String) -> String {
    let parts = text.split(separator: ",", maxSplits: 1)
    return parts.count == 2 ? String(parts[1]).trimmingSpaces : text
  }
}
