import PlanModel

extension TrackerFormat {
  static let jira = TrackerFormat(
    id: "jira", name: "Jira issues",
    origin: "HOST",
    recognizes: { source in
      if let issues = JiraJSON.issues(of: source) { return !issues.isEmpty }
      return source.table?.has("Issue key", "Summary") ?? false
    },
    read: { source, plans throws(FormatError) in
      if let issues = JiraJSON.issues(of: source) {
        var reader = JiraJSON(plans, names: source.json.object?["names"]?.object)
        for issue in issues { reader.read(issue) }
        plans = reader.plans
        return
      }
      guard let table = source.table, table.has("Issue key", "Summary") else {
        throw .invalid("expected a table with the columns 'Issue key' and 'Summary', or issues")
      }
      let rows = plans.rows(of: table)
      var reader = JiraCSV(table, plans)
      for row in rows { reader.read(row) }
      plans = reader.plans
    })
}

/// The rules that issues in CSV and in JSON share.
enum Jira {
  /// Returns the alias of an issue.
  ///
  /// - Parameter origin: The host with a slash at its end; empty for Atlassian's cloud.
  static func alias(_ key: String, _ origin: String) -> String {
    "jira:\(origin)\(key.trimmingSpaces)"
  }

  /// Returns the origin for aliases from `--from`.
  static func origin(_ plans: TrackerPlans) -> String { plans.origin.map { "\($0)/" } ?? "" }

  /// Returns the origin for aliases from an issue's address in the API. It is empty for Atlassian's
  /// cloud, so that aliases match those from CSV files, which contain no address.
  static func origin(of address: String?) -> String {
    guard let address, let scheme = address.firstRange(of: "://") else { return "" }
    let host = address[scheme.upperBound...].prefix { $0 != "/" }
    if host.hasSuffix(".atlassian.net") { return "" }
    return TrackerText.origin(host: host, unless: ["api.atlassian.com"])
  }

  /// Adds a link of an issue.
  ///
  /// - Parameters:
  ///   - kind: Jira's name of the link type.
  ///   - isInward: Whether the other issue is the one that blocks or clones.
  ///   - other: The alias of the other issue.
  static func link(
    _ kind: String, isInward: Bool, _ other: String, of plan: inout TrackerPlan,
    _ plans: inout TrackerPlans
  ) {
    guard ["blocks", "blocker", "gantt dependency"].contains(kind.lowercased()) else {
      return plan.link(Link.relatesKind, other)
    }
    if isInward {
      plan.link(Link.blockedByKind, other)
    } else {
      plans.link(other, Link.blockedByKind, to: plan.alias.text)
    }
  }

  /// Sets the priority. A Jira site may have its own names of priorities.
  static func priority(_ name: String?, _ plan: inout TrackerPlan) {
    let priority = name.flatMap { Priority(named: $0) ?? Priority(level: $0) }
    plan.priority(priority)
    if let name, priority == nil, !["none", "undefined"].contains(name.lowercased()) {
      plan.lose("priorities other than Highest to Lowest")
    }
  }

  /// Returns the kind of column for the category of a status; nil if it is unknown.
  static func kind(_ category: String?, isResolved: Bool) -> Column.Kind? {
    switch category.map(TrackerText.nameKey) {
    case "todo", "new": .todo
    case "inprogress", "indeterminate": .doing
    case "done", "complete": .done
    default: isResolved ? .done : nil
    }
  }

  static func isStoryPoints(_ name: String) -> Bool {
    ["storypoints", "storypointestimate"].contains(TrackerText.nameKey(name))
  }

  /// Sets the board's custom field for story points; the estimate if there is no such field.
  static func storyPoints(
    _ text: String, named name: String, _ board: Board, _ plan: inout TrackerPlan
  ) {
    // Jira writes `5.0` for 5.
    let number = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    let field = board.fields.first { isStoryPoints($0.id) || isStoryPoints($0.title) }
    if let field {
      plan.custom(field.id, JSONNumber(number).map(JSONValue.number) ?? .string(number), on: board)
    } else {
      plan.estimate(number)
    }
  }

  static func components(_ names: [String], _ board: Board, _ plan: inout TrackerPlan) {
    guard !names.isEmpty else { return }
    if board.fields.contains(where: { TrackerText.isSameName($0.id, "components") }) {
      plan.custom("components", .strings(names), on: board)
    } else {
      for name in names { plan.label(name) }
    }
  }

  /// Whether a resolution only means that the issue is done, or that it is unresolved.
  static func isTrivial(resolution: String) -> Bool {
    ["done", "fixed", "unresolved", "resolved", "complete", "completed"]
      .contains(resolution.lowercased())
  }
}
