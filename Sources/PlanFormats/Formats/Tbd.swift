import PlanModel

extension TrackerFormat {
  static let tbd = TrackerFormat(
    id: "tbd", name: "issues of tbd",
    origin: "PREFIX",
    recognizes: { source in
      source.isFolder && source.files.contains { isIssue($0) }
    },
    read: { source, plans throws(FormatError) in
      let names = plans.shortNames(in: source)
      for file in source.files where hasName(file) {
        if isIssue(file) { plans.read(file, names) } else { _ = plans.frontMatter(of: file) }
      }
    })
}

/// Whether a file has a name of an issue: its id, which begins with `is-`.
private func hasName(_ file: TrackerFile) -> Bool {
  file.name.hasPrefix("is-") && file.name.hasSuffix(".md")
}

/// Whether a file is an issue, and has its id as the name.
private func isIssue(_ file: TrackerFile) -> Bool {
  guard hasName(file), let lines = FrontMatter.lines(of: file) else { return false }
  return lines.contains("type: is") && lines.contains("id: \(file.name.dropLast(3))")
}

extension TrackerPlans {
  /// Returns the short names that people use for issues, such as `a7k2`, by the id of the issue.
  fileprivate mutating func shortNames(in source: TrackerSource) -> [String: String] {
    guard let file = source.files.first(where: { $0.path.hasSuffix("mappings/ids.yml") }),
      let names = configuration(in: file)
    else { return [:] }
    return Dictionary(
      names.members.compactMap { member in
        member.value.string.map { ("is-\($0)", member.key.text) }
      },
      uniquingKeysWith: { first, _ in first })
  }

  fileprivate mutating func read(_ file: TrackerFile, _ names: [String: String]) {
    guard let matter = frontMatter(of: file) else { return }
    var issue = matter.members
    let id = issue.text("id") ?? String(file.name.dropLast(3))
    var plan = TrackerPlan(alias: "tbd:\(id)")
    if let origin, let name = names[id] { plan.alias("tbd:\(origin)-\(name)") }
    plan.lists("labels", "assignees", "links")
    plan.title(issue.text("title"))
    plan.body(matter.body)
    readReferences(&issue, into: &plan)
    readState(&issue, into: &plan)
    for label in issue.texts("labels") { plan.label(label) }
    if let kind = issue.text("kind"), kind != "task" { plan.label(kind) }
    plan.assignee(issue.text("assignee"))
    if let name = issue.text("delegate") { plan.owner(name) }
    plan.priority(Priority(number: issue.integer("priority")))
    readLinks(&issue, of: id, into: &plan)
    issue.ignore("type", "version", "child_order_hints")
    // The ids that issues had in Beads.
    if issue.object["extensions"]?.object?.members.map(\.key) == ["beads"] {
      issue.ignore("extensions")
    }
    plan.loseUnread(of: issue)
    add(plan)
  }

  private mutating func readState(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    let status = issue.text("status")
    switch status {
    case "closed": plan.state(state(nil, .done), namesKind: true)
    case "in_progress": plan.state(state(nil, .doing), namesKind: true)
    default:
      plan.state(state(nil, .todo), namesKind: true)
      if status != "open" { plan.label(status) }
    }
    plan.label(issue.text("hold"))
    if let resolution = issue.text("resolution"), resolution != "completed" {
      plan.label(resolution)
    }
    plan.created(at: issue.time("created_at"), by: issue.text("created_by"))
    plan.updated(issue.time("updated_at"))
    plan.started(issue.time("started_at"))
    let closed = issue.time("closed_at")
    if status == "closed" { plan.closed(closed) }
    plan.day(.due, issue.text("due_date"), clocks)
    plan.day(.start, issue.text("deferred_until", "hold_until"), clocks)
  }

  private func readReferences(_ issue: inout TrackerMembers, into plan: inout TrackerPlan) {
    var places = [issue.text("spec_path")].compactMap(\.self)
    places += issue.texts("docs", each: "path") + issue.texts("refs", each: "url")
    if !places.isEmpty {
      plan.addToBody("## References\n\n" + Lines.joined(places.map { "- \($0)" }))
    }
    if let reason = issue.text("close_reason"), !reason.allSatisfy(\.isWhitespace) {
      plan.addToBody("## Reason for closing\n\n\(reason)")
    }
  }

  private mutating func readLinks(
    _ issue: inout TrackerMembers, of id: String, into plan: inout TrackerPlan
  ) {
    for dependency in issue.objects("dependencies") {
      guard let other = dependency.object["target"]?.string, other != id else { continue }
      link("tbd:\(other)", Link.blockedByKind, to: "tbd:\(id)")
    }
    if let parent = issue.text("parent_id") { plan.link(Link.parentKind, "tbd:\(parent)") }
    if let other = issue.text("duplicate_of") { plan.link(Link.relatesKind, "tbd:\(other)") }
  }
}
