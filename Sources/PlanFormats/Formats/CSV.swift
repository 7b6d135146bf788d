import PlanModel
import PlanView

extension TrackerFormat {
  static let csv = TrackerFormat(
    id: "csv", name: "a table in CSV", writtenBy: "a spreadsheet, or `pmgit export --format csv`",
    origin: "NAME", carried: CSVReader.carried,
    recognizes: { source in source.table?.has("title") ?? false },
    read: { source, options throws(FormatError) in
      guard let table = source.table else {
        throw .invalid(
          "expected a table whose quotes are closed, with a header of two columns or more, and at "
            + "most \(TrackerSource.maximumPlans) rows")
      }
      var reader = try CSVReader(table, options)
      return try reader.read()
    })
}

/// A member of a plan to which a column of the table can be mapped: `title`, `due`.
private enum CSVMember: String, CaseIterable {
  case id, title, body, state, labels, assignees, priority, due, start, estimate, owner
  case milestone, iteration, `repeat`, links, aliases, checklist, created, creator, updated
  case started, moved, closed
  case commit = "pmgit-at"
  /// The member that every table must have.
  static let required = CSVMember.title

  init?(_ name: String) { self.init(rawValue: name.lowercased()) }

  /// The description in the docs.
  var words: String {
    switch self {
    case .id:
      "the plan with this id; another text is the alias `csv:TEXT`, and a number needs `--from`"
    case .labels, .assignees: "\(rawValue), separated by commas or by line breaks"
    case .links: "links as `blocked-by:ID`; the target may be an alias"
    case .aliases: "other names of the plan; the first one is its alias if there is no `id`"
    case .checklist: "checklist: a line as `[x] text` for each item"
    case .state: "the column of that name"
    case .due, .start: "`\(rawValue)`: `2026-12-01`, or a moment"
    case .priority, .milestone, .iteration, .repeat: "`\(rawValue)`"
    case .created: "when it was created"
    case .creator: "who created it"
    case .updated: "when it was last changed"
    case .started: "when work on it began"
    case .moved: "when it came to its column"
    case .closed: "when it was done"
    case .commit: "the commit of the board that was exported"
    default: rawValue
    }
  }
}

private struct CSVReader {
  private let table: CSVTable
  private let options: FormatOptions
  private var plans: TrackerPlans
  private var names: ContentID
  /// The column of each member.
  private var columns: [CSVMember: String] = [:]
  /// The names of custom fields, by the indices of the columns that are not members.
  private var others: [Int: String] = [:]
  /// The texts in the column `id` that are not ids of plans. Links use them to name other rows.
  private var ids: Set<String> = []

  static let carried =
    CSVMember.allCases.map { CarriedMember($0.rawValue, $0.words) } + [
      CarriedMember("other columns", "a custom field of the board with that name"),
      CarriedMember("a row without `id` and `aliases`", "an alias made of the title"),
    ]

  init(_ table: CSVTable, _ options: FormatOptions) throws(FormatError) {
    (self.table, self.options) = (table, options)
    plans = TrackerPlans(options)
    names = ContentID("csv", options.origin)
    var meanings: [String: String] = [:]
    for (column, member) in options.columns {
      guard table.has(column) else { throw .invalid("there is no column '\(column.excerpt)'") }
      meanings[column.lowercased()] = member
    }
    for column in table.names where !column.isEmpty {
      let given = meanings[column.lowercased()]
      if let member = CSVMember(given ?? column) {
        // A column that a person mapped has precedence over a column with the member's name.
        if given != nil || columns[member] == nil { columns[member] = column }
      } else if let given {
        guard options.board.field(named: given) != nil else {
          let all = CSVMember.allCases.map(\.rawValue).joined(separator: ", ")
          throw .invalid("'\(given.excerpt)' is neither a custom field nor one of \(all)")
        }
        others[index(of: column)] = given
      } else {
        others[index(of: column)] = column
      }
    }
    guard columns[.required] != nil else {
      throw .invalid("no column is the title; name one, as in --map 'Summary=title'")
    }
  }

  private func index(of column: String) -> Int { table.index(of: column) ?? 0 }

  mutating func read() throws(FormatError) -> TrackerPlans {
    for row in 0..<table.count {
      guard let id = value(.id, row).flatMap(TrackerText.line), PlanID(id) == nil else { continue }
      // Tables of other programs may have the same numbers.
      if options.origin == nil, Int(id) != nil { throw .missingOrigin }
      ids.insert(id)
    }
    for row in 0..<table.count { read(row) }
    return plans
  }

  /// Returns the alias of a row with a text in the column `id`.
  private func alias(_ id: String) -> String {
    "csv:\(options.origin.map { "\($0)#" } ?? "")\(id)"
  }

  /// Returns the target of a link, which may be the `id` of another row.
  private func target(_ text: String) -> String {
    let id = text.hasPrefix("csv:") ? String(text.dropFirst(4)) : text
    return ids.contains(id) ? alias(id) : text
  }

  private func value(_ member: CSVMember, _ row: Int) -> String? {
    columns[member].flatMap { table.value($0, row) }.map(CSVText.original)
      .flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// Returns the values of all columns with the name of the member's column, because trackers
  /// repeat columns.
  private func list(_ member: CSVMember, _ row: Int) -> [String] {
    (columns[member].map { table.values($0, row) } ?? [])
      .flatMap { CSVList.values(CSVText.original($0)) }
  }

  private mutating func read(_ row: Int) {
    guard let title = value(.title, row) else { return plans.lose("rows without a title") }
    var plan = start(row, title)
    plan.title(title)
    if let body = value(.body, row) { plan.body(body) }
    plan.exported(from: value(.commit, row))
    for label in list(.labels, row) { plan.label(label) }
    for name in list(.assignees, row) { plan.assignee(name) }
    for alias in list(.aliases, row) { plan.alias(alias) }
    for text in list(.links, row) {
      guard let link = try? Validation.link(text) else {
        plan.lose("links that are not KIND:ID")
        continue
      }
      plan.link(link.kind, target(link.target))
    }
    for line in Lines.entered(value(.checklist, row) ?? "") {
      let box = MarkdownLine.box(line.trimmingSpaces) ?? (false, line)
      plan.check(box.1, done: box.0)
    }
    readState(row, into: &plan)
    readProperties(row, into: &plan)
    for column in table.filledColumns(row) {
      guard let field = others[column],
        let value = table.value(table.header[column], row).map(CSVText.original)
      else { continue }
      // In a URL or a text, commas do not separate values.
      let isList = options.board.field(named: field)?.kind == .choices
      plan.custom(
        field, isList ? .strings(CSVList.values(value)) : .string(value), on: options.board)
    }
    plans.add(plan)
  }

  private mutating func start(_ row: Int, _ title: String) -> TrackerPlan {
    if let text = value(.id, row).flatMap(TrackerText.line) {
      if let id = PlanID(text) { return TrackerPlan(id: id) }
      return TrackerPlan(alias: alias(text))
    }
    if let alias = list(.aliases, row).first { return TrackerPlan(alias: alias) }
    return TrackerPlan(alias: names.next(title))
  }

  private mutating func readState(_ row: Int, into plan: inout TrackerPlan) {
    if let name = value(.state, row) {
      plan.state(plans.state(name))
    }
    func time(_ member: CSVMember) -> Timestamp? {
      guard let text = value(member, row) else { return nil }
      let time =
        member == .closed
        ? TrackerTime.end(text, options.clocks, now: options.now)
        : TrackerTime.moment(text, options.clocks)
      if time == nil { plan.lose("values of '\(member.rawValue)' that are not a moment") }
      return time
    }
    plan.created(at: time(.created), by: value(.creator, row))
    plan.updated(time(.updated))
    plan.started(time(.started))
    plan.moved(time(.moved))
    plan.closed(time(.closed))
  }

  private mutating func readProperties(_ row: Int, into plan: inout TrackerPlan) {
    func day(_ member: CSVMember) -> CalendarDay? {
      guard let text = value(member, row) else { return nil }
      let day = TrackerTime.day(text, options.clocks)
      if day == nil {
        plan.lose("values of '\(member.rawValue)' that are not a day as 2026-12-01")
      }
      return day
    }
    if let due = day(.due) { plan.due(due) }
    if let start = day(.start) { plan.start(start) }
    if let name = value(.priority, row) {
      let priority = Priority(named: name)
      if let priority { plan.priority(priority) }
      if priority == nil { plan.lose("priorities other than low, medium, high and urgent") }
    }
    if let text = value(.estimate, row) { plan.estimate(text) }
    if let name = value(.owner, row) { plan.owner(name) }
    if let name = value(.milestone, row) {
      // An export has the id of a milestone, which the board may not have.
      plan.milestone(plan.isExported ? TrackerText.line(name) : plans.milestone(name))
    }
    if let name = value(.iteration, row).flatMap(TrackerText.line) {
      if Phase.isReserved(name) {
        plan.lose("iterations with the name '\(name)'")
      } else {
        plan.iteration(name)
      }
    }
    if let text = value(.repeat, row) {
      let rule = Repetition(text)
      if let rule { plan.repetition(rule) }
      if rule == nil { plan.lose("values of 'repeat' that are not a rule") }
    }
  }
}
