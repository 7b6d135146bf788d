import PlanModel

extension OutsideFormat {
  static let jira = OutsideFormat(
    id: "jira", name: "Jira issues",
    writtenBy: "Export, Export CSV (all fields) of a search, or the REST API",
    carried: [
      CarriedMember("Issue key", "the alias `jira:APP-12`"),
      CarriedMember("Summary", "title"),
      CarriedMember("Description", "body; Markdown from JSON, Jira's own markup from CSV"),
      CarriedMember("Status", "the column of that name"),
      CarriedMember("Labels, Issue Type", "labels"),
      CarriedMember("Components", "the board's custom field `components`, else labels"),
      CarriedMember("Assignee", "assignee"),
      CarriedMember("Priority", "`priority`"),
      CarriedMember("Due date", "`due`"),
      CarriedMember("Fix versions", "`milestone`, the first of them"),
      CarriedMember("Sprint", "the `iteration` of the board with that name"),
      CarriedMember(
        "Story Points", "the board's custom field with that name, else `estimate`"),
      CarriedMember("Parent, Epic Link", "`parent` link"),
      CarriedMember("Inward issue link (Blocks)", "`blocked-by` links"),
      CarriedMember("Outward issue link (Blocks)", "`blocked-by` links of the others"),
      CarriedMember("other links", "`relates` links"),
      CarriedMember("Comment", "comments"),
      CarriedMember("Creator, Reporter", "who created it"),
      CarriedMember("Created", "when it was created"),
      CarriedMember("Updated", "when it was last changed"),
      CarriedMember("Resolved", "when it was done"),
      CarriedMember("other fields", "custom fields of the board with those names"),
    ],
    recognizes: { source in
      if let issues = JiraJSON.issues(of: source) { return !issues.isEmpty }
      return source.table?.has("Issue key", "Summary") ?? false
    },
    read: { source, options throws(FormatError) in
      if let issues = JiraJSON.issues(of: source) {
        var reader = JiraJSON(options, names: source.json.object?["names"]?.object)
        for issue in issues { reader.read(issue) }
        return reader.links.finished(reader.plans)
      }
      guard let table = source.table, table.has("Issue key", "Summary") else {
        throw .invalid("expected a table with the columns 'Issue key' and 'Summary', or issues")
      }
      var reader = JiraCSV(table, options)
      for index in 0..<table.count { reader.read(CSVRow(table, index)) }
      return reader.links.finished(reader.plans)
    })
}

/// What issues in CSV and in JSON have in common.
enum Jira {
  static func alias(_ key: String) -> String { "jira:\(key.trimmingSpaces)" }

  /// Links that stand on the other issue.
  struct Links {
    private var links: [(plan: String, link: String)] = []

    /// Adds a link of an issue, as Jira names its kind.
    ///
    /// - Parameters:
    ///   - isInward: Whether the other issue is the one that blocks or clones.
    ///   - key: The other issue.
    mutating func add(
      _ kind: String, isInward: Bool, _ key: String, to plan: inout OutsidePlan
    ) {
      guard ["blocks", "blocker", "gantt dependency"].contains(kind.lowercased()) else {
        return plan.link(Link.relatesKind, alias(key))
      }
      if isInward {
        plan.link(Link.blockedByKind, alias(key))
      } else {
        links.append((alias(key), "\(Link.blockedByKind):\(plan.alias.text)"))
      }
    }

    mutating func addParent(_ parent: String, of child: String) {
      links.append((alias(child), "\(Link.parentKind):\(parent)"))
    }

    func finished(_ plans: OutsidePlans) -> OutsidePlans {
      var plans = plans
      for (plan, link) in links { plans.link(plan, link) }
      return plans
    }
  }

  /// Returns the kind of a status from its category.
  static func kind(_ category: String?, _ status: String?, isResolved: Bool) -> Column.Kind {
    switch category.map(OutsideText.nameKey) {
    case "todo", "new": .todo
    case "inprogress", "indeterminate": .doing
    case "done", "complete": .done
    default: isResolved ? .done : status.map { Column.Kind(guessedFrom: $0) } ?? .todo
    }
  }

  static func isStoryPoints(_ name: String) -> Bool {
    ["storypoints", "storypointestimate"].contains(OutsideText.nameKey(name))
  }

  /// Sets the board's own field for story points, or the estimate.
  static func storyPoints(
    _ text: String, named name: String, _ board: Board, _ plan: inout OutsidePlan
  ) {
    // Jira writes 5.0.
    let number = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    let field = board.fields.first { isStoryPoints($0.id) || isStoryPoints($0.title) }
    if let field {
      plan.custom(field.id, JSONNumber(number).map(JSONValue.number) ?? .string(number), on: board)
    } else {
      plan.estimate(number)
    }
  }

  static func components(_ names: [String], _ board: Board, _ plan: inout OutsidePlan) {
    guard !names.isEmpty else { return }
    if board.fields.contains(where: { OutsideText.isSameName($0.id, "components") }) {
      plan.custom("components", .strings(names), on: board)
    } else {
      for name in names { plan.label(name) }
    }
  }

  /// Whether a resolution says more than that the issue is done.
  static func isTrivial(resolution: String) -> Bool {
    ["done", "fixed", "unresolved", "resolved", "complete", "completed"]
      .contains(resolution.lowercased())
  }
}
