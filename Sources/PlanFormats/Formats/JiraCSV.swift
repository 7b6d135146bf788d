import PlanModel

/// Reads the rows of Jira's CSV. Columns repeat, with one for each label, comment and link.
struct JiraCSV {
  private let dates: JiraDates
  private(set) var plans: TrackerPlans
  private let origin: String
  /// The keys of issues by number, because some columns name a parent by its number.
  private var keys: [String: String] = [:]
  /// The names of people by account id.
  private var names: [String: String] = [:]

  init(_ table: CSVTable, _ plans: TrackerPlans) {
    (self.plans, origin) = (plans, Jira.origin(plans))
    let columns = ["Created", "Updated", "Resolved", "Due date", "Last Viewed"]
    dates = JiraDates(
      (0..<table.count).lazy.flatMap { row in columns.compactMap { table.value($0, row) } },
      plans.clocks)
    for row in 0..<table.count {
      if let id = table.value("Issue id", row), let key = table.value("Issue key", row) {
        keys[id] = key
      }
      for role in ["Assignee", "Reporter", "Creator"] {
        guard let name = table.value(role, row), let id = table.value("\(role) Id", row) else {
          continue
        }
        names[id] = name
      }
    }
  }

  mutating func read(_ row: CSVRow) {
    var row = row
    guard let key = row.text("Issue key") else { return plans.lose("rows without an issue key") }
    var plan = TrackerPlan(alias: Jira.alias(key, origin))
    plan.title(row.text("Summary"))
    if row.table.has("Description") { plan.body(row.text("Description")) }
    readState(&row, into: &plan)
    readSets(&row, into: &plan)
    readComments(&row, into: &plan)
    readLinks(&row, into: &plan)
    readFields(&row, into: &plan)
    plan.loseUnread(of: row)
    plans.add(plan)
  }

  private mutating func readState(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    let resolved = row.text("Resolved")
    let status = row.text("Status")
    let category = row.text("Status Category")
    let kind = Jira.kind(category, isResolved: resolved != nil)
    if status != nil { plan.state(plans.state(status, kind)) }
    let isDone = kind ?? status.map { plans.kind(ofColumn: $0) } == .done
    if let resolved, isDone { plan.closed(time(resolved, &plan)) }
    let author = row.text("Creator") ?? row.text("Reporter") ?? TrackerPlan.unknownPerson
    row.ignore("Reporter")
    plan.created(at: row.text("Created").flatMap { time($0, &plan) }, by: author)
    plan.updated(row.text("Updated").flatMap { time($0, &plan) })
    if let due = row.text("Due date") {
      let day = dates.day(due)
      if day == nil { plan.lose(Self.unknownDate) }
      plan.due(day)
    } else if row.table.has("Due date") {
      plan.due(nil)
    }
    if let resolution = row.text("Resolution"), !Jira.isTrivial(resolution: resolution) {
      plan.custom("Resolution", .string(resolution), on: plans.board)
    }
  }

  private static let unknownDate = "dates in an unknown form or order of day and month"

  private func time(_ text: String, _ plan: inout TrackerPlan) -> Timestamp? {
    let time = dates.moment(text)
    if time == nil { plan.lose(Self.unknownDate) }
    return time
  }

  private mutating func readSets(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    // Labels are not declared as complete: the table lacks the column if no issue has a label.
    for label in row.texts("Labels") { plan.label(label) }
    plan.label(row.text("Issue Type"))
    Jira.components(row.texts("Components", "Component/s"), plans.board, &plan)
    if row.table.has("Assignee") { plan.lists("assignees") }
    plan.assignee(row.text("Assignee"))
    if row.table.has("Priority") { Jira.priority(row.text("Priority"), &plan) }
    let versions = row.texts("Fix versions", "Fix Version/s")
    if let version = versions.first { plan.milestone(plans.milestone(version)) }
    if versions.count > 1 { plan.lose("further fix versions") }
    // Sprints are listed in order; the last one is the present one.
    if let sprint = row.texts("Sprint").last {
      plan.iteration(named: sprint, on: plans.board)
    }
  }

  /// Reads comments in the form `date;author;text`.
  private func readComments(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    if row.table.has("Comment") || row.table.has("Comments") { plan.lists("comments") }
    for comment in row.texts("Comment", "Comments") {
      let parts = comment.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let at = dates.moment(String(parts[0])) else {
        plan.comment(id: nil, by: TrackerPlan.unknownPerson, at: nil, comment)
        continue
      }
      let account = String(parts[1])
      let author = names[account] ?? (account.isEmpty ? TrackerPlan.unknownPerson : account)
      // The file contains no ids of comments. The date as written does not depend on time zones.
      plan.comment(id: "\(parts[0]) \(account)", by: author, at: at, String(parts[2]))
    }
  }

  private mutating func readLinks(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    let parent =
      row.text("Parent key") ?? row.text("Custom field (Epic Link)") ?? row.text("Parent")
      ?? row.text("Parent id")
    row.ignore("Parent key", "Custom field (Epic Link)", "Parent", "Parent id", "Parent summary")
    row.ignore("Sub-Tasks", "Custom field (Epic Name)", "Custom field (Parent Link)")
    if let parent {
      let key = keys[parent] ?? parent
      if key.contains("-") {
        plan.link(Link.parentKind, Jira.alias(key, origin))
      } else {
        plan.lose("parents that are named by number, and are not in the file")
      }
    }
    for name in row.unread {
      for (prefix, isInward) in [("Inward issue link (", true), ("Outward issue link (", false)]
      where name.hasPrefix(prefix) && name.hasSuffix(")") {
        let kind = String(name.dropFirst(prefix.count).dropLast())
        for key in row.texts(name) {
          Jira.link(kind, isInward: isInward, Jira.alias(key, origin), of: &plan, &plans)
        }
      }
    }
  }

  private func readFields(_ row: inout CSVRow, into plan: inout TrackerPlan) {
    row.ignore(
      "Issue id", "Project key", "Project name", "Project type", "Project lead",
      "Project lead id", "Project description", "Project url", "Assignee Id", "Reporter Id",
      "Creator Id", "Status Category Changed", "Last Viewed", "Work Ratio")
    row.ignore(
      "Watchers", "Watchers Id", "Custom field (Rank)", "Custom field (Development)",
      "Custom field (Issue color)", "Custom field ([CHART] Date of First Response)",
      "Custom field ([CHART] Time in Status)", "Σ Time Spent", "Σ Remaining Estimate",
      "Σ Original Estimate")
    if row.table.value("Votes", row.index) == "0" { row.ignore("Votes") }
    for name in row.unread.prefix(200) {
      let prefix = "Custom field ("
      if name.hasPrefix(prefix), name.hasSuffix(")") {
        let field = String(name.dropFirst(prefix.count).dropLast())
        set(field, row.texts(name), &plan)
      } else if Jira.isStoryPoints(name) {
        set(name, row.texts(name), &plan)
      } else if ["Environment", "Affects versions", "Affects Version/s"].contains(name) {
        let field = name == "Affects Version/s" ? "Affects versions" : name
        set(field, row.texts(name), &plan)
      }
    }
  }

  private func set(_ field: String, _ values: [String], _ plan: inout TrackerPlan) {
    guard let first = values.first else { return }
    if Jira.isStoryPoints(field) {
      return Jira.storyPoints(first, named: field, plans.board, &plan)
    }
    plan.custom(field, values.count == 1 ? .string(first) : .strings(values), on: plans.board)
  }
}
