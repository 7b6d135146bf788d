import PlanModel

extension TrackerFormat {
  static let org = TrackerFormat(
    id: "org", name: "Org headings",
    origin: "NAME",
    recognizes: { source in
      // A folder that only has such files somewhere below it may be any folder, such as `/tmp`.
      source.isFolder
        ? source.files.contains { $0.name.hasSuffix(".org") && !$0.path.contains("/") }
        : source.name.hasSuffix(".org")
    },
    read: { source, plans throws(FormatError) in
      var reader = OrgReader(plans)
      for file in source.files where !source.isFolder || file.name.hasSuffix(".org") {
        reader.read(file, isOfFolder: source.isFolder)
      }
      plans = reader.plans
    })
}

private struct OrgReader {
  private(set) var plans: TrackerPlans
  private var names: ContentID

  /// A heading with the lines up to the next one.
  private typealias Section = (heading: OrgHeading, lines: [String])

  /// A heading that contains another one.
  private struct Ancestor {
    let level: Int
    /// A hash of the titles from the top level to this heading; `org:ID` for a heading with an id,
    /// and the titles from there for the headings below it.
    let path: String
    /// The tags of the file, of the containing headings, and of this one.
    let tags: [String]
    /// The alias of the innermost plan that contains the headings below; nil if there is none.
    let alias: String?
  }

  /// The greatest depth of headings, and the most tags that a heading gets from the ones above.
  private static let mostAbove = 100

  init(_ plans: TrackerPlans) {
    self.plans = plans
    names = ContentID("org", plans)
  }

  /// Reads the headings of a file as plans.
  ///
  /// - Parameter isOfFolder: Whether the file belongs to a folder. The names of headings without an
  ///   id then depend on the path of the file, because other files may have the same headings.
  mutating func read(_ file: TrackerFile, isOfFolder: Bool) {
    let lines = Lines.entered(file.text)
    let keywords = OrgKeywords(lines)
    var sections: [Section] = []
    for line in lines {
      if let heading = OrgHeading(line, keywords) {
        sections.append((heading, []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line)
      }
    }
    let fileTags = lines.first { $0.prefix(11).uppercased() == "#+FILETAGS:" }.map { line in
      line.dropFirst(11).split { $0 == ":" || $0 == " " }.map { String($0) }
    }
    let root = Ancestor(
      level: 0, path: isOfFolder ? file.path : "", tags: Self.united([], fileTags ?? []),
      alias: nil)
    read(sections, below: root)
  }

  private mutating func read(_ sections: [Section], below root: Ancestor) {
    var above = [root]
    var archived: Int?
    for section in sections {
      let heading = section.heading
      if let level = archived, heading.level > level { continue }
      archived = nil
      while let last = above.last, above.count > 1, last.level >= heading.level {
        above.removeLast()
      }
      if heading.tags.contains("ARCHIVE") {
        archived = heading.level
        plans.lose("headings with the tag ARCHIVE")
        continue
      }
      let parent = above.last ?? root
      let ancestor = read(section, below: parent)
      // Still deeper headings are read as siblings.
      if above.count <= Self.mostAbove { above.append(ancestor) }
    }
  }

  /// Returns the tags of both arrays without duplicates, up to the limit.
  private static func united(_ tags: [String], _ more: [String]) -> [String] {
    var united = tags
    for tag in more.prefix(mostAbove) where united.count < mostAbove {
      guard let tag = TrackerText.line(tag), !united.contains(tag) else { continue }
      united.append(tag)
    }
    return united
  }

  /// Reads a heading, and returns what the headings below it get from it.
  private mutating func read(_ section: Section, below parent: Ancestor) -> Ancestor {
    let heading = section.heading
    let content = OrgContent(section.lines)
    let id = content.properties["ID"] ?? content.properties["CUSTOM_ID"]
    let named = id.flatMap(TrackerText.line).map { "org:\($0)" }
    let alias = addPlan(heading, content, named: named, below: parent)
    return Ancestor(
      level: heading.level, path: named ?? ContentID.hash(parent.path, heading.title),
      tags: Self.united(parent.tags, heading.tags), alias: alias ?? parent.alias)
  }

  /// Adds the plan of a heading, and returns its alias; nil if the heading has no keyword.
  ///
  /// - Parameter named: The alias from the heading's id; nil without an id.
  private mutating func addPlan(
    _ heading: OrgHeading, _ content: OrgContent, named: String?, below parent: Ancestor
  ) -> String? {
    guard let keyword = heading.keyword else {
      plans.lose("headings without a keyword")
      return nil
    }
    var content = content
    let alias = named ?? names.next(parent.path, heading.title)
    var plan = named == nil ? TrackerPlan(hash: alias) : TrackerPlan(alias: alias)
    plan.title(heading.title)
    plan.body(MarkdownLine.withoutIndent(content.body))
    for item in content.checklist { plan.check(item.text, done: item.isDone) }
    plan.lists("labels", "checklist", "links")
    for tag in parent.tags + heading.tags { plan.label(tag) }
    if !["TODO", "DONE", "DOING", "STARTED", "IN-PROGRESS", "INPROGRESS"].contains(keyword.word) {
      plan.label(keyword.word.lowercased())
    }
    plan.priority(Self.priority(heading.priority, &plan))
    plan.state(plans.state(nil, keyword.kind), namesKind: true)
    readTimes(content, keyword.kind, alias, into: &plan)
    plan.link(Link.parentKind, parent.alias)
    readProperties(&content.properties, into: &plan)
    plans.add(plan)
    return alias
  }

  private static func priority(_ cookie: String?, _ plan: inout TrackerPlan) -> Priority? {
    switch cookie {
    case nil: return nil
    case "A", "1": return .high
    case "B", "2": return .medium
    case "C", "3": return .low
    default:
      plan.lose("priorities other than A to C and 1 to 3")
      return nil
    }
  }

  private func readTimes(
    _ content: OrgContent, _ kind: Column.Kind, _ alias: String, into plan: inout TrackerPlan
  ) {
    plan.due(content.deadline?.day)
    plan.start(content.scheduled?.day)
    let dates = [content.deadline, content.scheduled].compactMap(\.self)
    plan.repetition(dates.compactMap(\.rule).first)
    if dates.contains(where: \.hasOtherRule) { plan.lose("repeaters in hours") }
    if dates.contains(where: { $0.time != nil }) { plan.lose("times of day of deadlines") }
    if kind == .done { plan.closed(content.closed?.end(plans.clocks, now: plans.now)) }
    // Equal lines are numbered. Their position in the file is not used, because Org adds new lines
    // at the top.
    var equal: [String: Int] = [:]
    for clock in content.clocks {
      let number = equal[clock.line, default: 0]
      equal[clock.line] = number + 1
      plan.time(
        id: ContentID.hash(alias, "\(number)", clock.line), minutes: clock.minutes, on: clock.day)
    }
    if content.hasNotes { plan.lose("notes of the logbook") }
    if content.unread > 0 { plan.lose("dates, clocks and properties that can't be read") }
  }

  private func readProperties(_ properties: inout [String: String], into plan: inout TrackerPlan) {
    if let text = properties["CREATED"], let date = OrgDate(text[...]) {
      plan.created(at: date.moment(plans.clocks), by: nil)
    }
    if let effort = properties["EFFORT"] {
      plan.estimate(OrgContent.hours(effort) ?? effort)
    }
    let known: Set = ["ID", "CUSTOM_ID", "CREATED", "EFFORT"]
    for (name, value) in properties.sorted(by: { $0.key < $1.key }).prefix(100)
    where !known.contains(name) {
      plan.custom(name, .string(value), on: plans.board)
    }
  }
}
