import PlanModel

extension TrackerFormat {
  static let tk = TrackerFormat(
    id: "tk", name: "tickets of tk",
    origin: "PROJECT",
    recognizes: { source in
      source.files.contains { $0.name.hasSuffix(".md") && isTicket($0) }
        && !KanbanMDReader.isBoard(source)
    },
    read: { source, plans throws(FormatError) in
      for file in source.files where file.name.hasSuffix(".md") { plans.read(file) }
    })
}

/// Whether a file is a ticket. Its name must be the id of the ticket.
private func isTicket(_ file: TrackerFile) -> Bool {
  guard let lines = FrontMatter.lines(of: file) else { return false }
  let names = ["deps:", "status:"]
  return names.allSatisfy { name in lines.contains { $0.hasPrefix(name) } }
    && lines.contains("id: \(file.name.dropLast(3))")
}

extension TrackerPlans {
  fileprivate mutating func read(_ file: TrackerFile) {
    guard let matter = frontMatter(of: file) else { return }
    read(matter, name: String(file.name.dropLast(3)))
  }

  private mutating func read(_ file: FrontMatter, name: String) {
    var members = file.members
    var plan = TrackerPlan(alias: alias("tk", members.text("id") ?? name))
    plan.lists("labels", "assignees", "links", "comments")
    readText(file.body, into: &plan)
    switch members.text("status")?.lowercased() {
    case "closed": plan.state(state(nil, .done), namesKind: true)
    case "in_progress": plan.state(state(nil, .doing), namesKind: true)
    default: plan.state(state(nil, .todo), namesKind: true)
    }
    plan.priority(Priority(number: members.integer("priority")))
    for other in members.texts("deps") { plan.link(Link.blockedByKind, alias("tk", other)) }
    for other in members.texts("links") { plan.link(Link.relatesKind, alias("tk", other)) }
    if let parent = members.text("parent") { plan.link(Link.parentKind, alias("tk", parent)) }
    if let type = members.text("type"), type != "task" { plan.label(type) }
    for tag in members.texts("tags") { plan.label(tag) }
    plan.assignee(members.text("assignee"))
    // It is not added as an alias, because it may equal the alias of a plan of another source.
    plan.custom("external-ref", members.value("external-ref") ?? .null, on: board)
    let created = members.text("created").flatMap { TrackerTime.moment($0, clocks) }
    plan.created(at: created, by: nil)
    plan.loseUnread(of: members)
    add(plan)
  }

  /// Reads the first heading as the title, and the notes below `## Notes` as comments. A note is a
  /// moment in bold, followed by the text.
  private func readText(_ text: String, into plan: inout TrackerPlan) {
    var (title, body): (String?, [String]) = (nil, [])
    var notes: [(at: String, lines: [String])] = []
    var isInNotes = false
    var fence = MarkdownFence()
    for line in Lines.split(text) {
      if !fence.take(line), let heading = MarkdownLine.heading(line) {
        if title == nil, heading.level == 1 {
          title = heading.text
          continue
        }
        // Notes may contain headings, but the sections of a ticket have level 2.
        if heading.level == 2 { isInNotes = heading.text == "Notes" }
        if isInNotes, heading.level == 2 { continue }
      }
      if isInNotes, !fence.isOpen, let at = Self.moment(line) {
        notes.append((at, []))
      } else if isInNotes, !notes.isEmpty {
        notes[notes.count - 1].lines.append(line)
      } else {
        body.append(line)
      }
    }
    plan.title(title)
    plan.body(Lines.joined(body).trimmingBlankLines)
    for note in notes {
      let text = Lines.joined(note.lines).trimmingBlankLines
      plan.comment(
        id: ContentID.hash(note.at, text), by: TrackerPlan.unknownPerson,
        at: TrackerTime.moment(note.at, clocks), text)
    }
  }

  /// Returns the moment of a line like `**2026-11-20T09:00:00Z**` as text; nil for other lines.
  private static func moment(_ line: String) -> String? {
    guard line.hasPrefix("**"), line.hasSuffix("**"), line.utf8.count > 4 else { return nil }
    let text = String(line.dropFirst(2).dropLast(2))
    return TrackerTime.moment(text, .utc) == nil ? nil : text
  }
}
