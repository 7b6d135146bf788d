import PlanModel
import PlanView

extension TrackerFormat {
  static let csv = TrackerFormat(
    id: "csv", name: "a table in CSV",
    origin: "NAME",
    recognizes: { source in source.table?.has("title") ?? false },
    read: { source, plans throws(FormatError) in
      guard let table = source.table else {
        throw .invalid(
          "expected a table whose quotes are closed, with a header of two columns or more, and at "
            + "most \(TrackerSource.maximumPlans) rows")
      }
      var reader = try CSVReader(table, plans)
      plans = try reader.read()
    })
}

/// A member of a plan to which a column of the table can be mapped: `title`, `due`.
enum CSVMember: String, CaseIterable {
  case id, title, body, state, labels, assignees, priority, due, start, estimate, owner
  case milestone, iteration, `repeat`, links, aliases, checklist, created, creator, updated
  case started, moved, closed
  case commit = "pmgit-at"
  /// The member that every table must have.
  static let required = CSVMember.title

  /// Whether `none` clears the member on the command line, and so leaves it empty in a table.
  var isClearedByNone: Bool {
    switch self {
    case .labels, .assignees, .priority, .due, .start, .estimate, .owner, .milestone, .iteration,
      .repeat:
      true
    default: false
    }
  }

  init?(_ name: String) { self.init(rawValue: name.lowercased()) }

  /// The members that columns of other programs hold, by the names of the columns.
  private static let foreign: [String: CSVMember] = [
    "status": .state, "column": .state, "list": .state, "assignee": .assignees,
    "assigned to": .assignees, "description": .body, "tags": .labels, "label": .labels,
    "due date": .due, "deadline": .due, "start date": .start, "sprint": .iteration,
  ]

  /// Returns the member that a column of another program holds; nil if its name has no meaning.
  static func meant(by name: String) -> CSVMember? { foreign[name.lowercased()] }
}

private struct CSVReader {
  private let table: CSVTable
  private var plans: TrackerPlans
  private var names: ContentID
  /// The column of each member.
  private var columns: [CSVMember: String] = [:]
  /// The names of custom fields, by the indices of the columns that are not members.
  private var others: [Int: String] = [:]
  /// The texts in the column `id` that are not ids of plans. Links use them to name other rows.
  private var ids: Set<String> = []
  /// Whether Kanboard has written the table.
  private let isKanboard: Bool

  /// The names of columns in Kanboard's export of tasks.
  private enum Kanboard {
    static let status = "Status"
    /// The columns by which the table is recognized.
    static let header = ["Task Id", status, "Column", "Swimlane", "Assignee Username"]
    static let meanings = [
      "task id": "id", "column": "state", "assignee username": "assignees",
      "complexity": "estimate",
      "creator": "creator", "creation date": "created", "modification date": "updated",
      "start date": "started", "completion date": "closed",
    ]
  }

  init(_ table: CSVTable, _ plans: TrackerPlans) throws(FormatError) {
    (self.table, self.plans) = (table, plans)
    names = ContentID("csv", plans)
    isKanboard = Kanboard.header.allSatisfy { table.has($0) }
    var meanings = isKanboard ? Kanboard.meanings.filter { table.has($0.key) } : [:]
    for (column, member) in plans.options.columns {
      guard table.has(column) else { throw .invalid("there is no column '\(column.excerpt)'") }
      meanings[column.lowercased()] = member
    }
    for column in table.names where !column.isEmpty {
      let given = meanings[column.lowercased()]
      if let member = CSVMember(given ?? column) {
        // A column that a person mapped has precedence over a column with the member's name.
        if given != nil || columns[member] == nil { columns[member] = column }
      } else if let given {
        guard plans.board.field(named: given) != nil else {
          let all = CSVMember.allCases.map(\.rawValue).joined(separator: ", ")
          throw .invalid("'\(given.excerpt)' is neither a custom field nor one of \(all)")
        }
        others[index(of: column)] = given
      } else {
        others[index(of: column)] = column
      }
    }
    findForeign()
    if isKanboard { others[index(of: Kanboard.status)] = nil }
    guard columns[.required] != nil else {
      throw .invalid("no column is the title; name one, as in --map 'Summary=title'")
    }
  }

  /// Takes columns with the names of other programs for the members that have no column, unless the
  /// board has a field of that name.
  private mutating func findForeign() {
    for (index, name) in others.sorted(by: { $0.key < $1.key }) {
      guard let member = CSVMember.meant(by: name), columns[member] == nil,
        table.header[index] == name, plans.board.field(named: name) == nil
      else { continue }
      columns[member] = name
      others[index] = nil
    }
  }

  private func index(of column: String) -> Int { table.index(of: column) ?? 0 }

  mutating func read() throws(FormatError) -> TrackerPlans {
    for row in 0..<table.count {
      guard let id = value(.id, row).flatMap(TrackerText.line), PlanID(id) == nil else { continue }
      // Tables of other programs may have the same numbers.
      if plans.origin == nil, Int(id) != nil { throw .missingOrigin }
      ids.insert(id)
    }
    for row in 0..<table.count { read(row) }
    return plans
  }

  /// Returns the target of a link, which may be the `id` of another row.
  private func target(_ text: String) -> String {
    let id = text.hasPrefix("csv:") ? String(text.dropFirst(4)) : text
    return ids.contains(id) ? plans.alias("csv", id) : text
  }

  private func value(_ member: CSVMember, _ row: Int) -> String? {
    columns[member].flatMap { table.value($0, row) }.map(CSVText.original)
      .flatMap { isEmpty($0, member) ? nil : $0 }
  }

  /// Returns the values of all columns with the name of the member's column, because trackers
  /// repeat columns.
  private func list(_ member: CSVMember, _ row: Int) -> [String] {
    (columns[member].map { table.values($0, row) } ?? []).map(CSVText.original)
      .filter { !isEmpty($0, member) }.flatMap(CSVList.values)
  }

  private func isEmpty(_ cell: String, _ member: CSVMember) -> Bool {
    let text = cell.trimmingSpaces
    return text.allSatisfy(\.isWhitespace)
      || member.isClearedByNone && text.lowercased() == "none"
  }

  private mutating func read(_ row: Int) {
    guard let title = value(.title, row) else { return plans.lose("rows without a title") }
    var plan = start(row, title)
    plan.title(title)
    if let body = value(.body, row) { plan.body(body) }
    plan.exported(from: value(.commit, row))
    for label in list(.labels, row) { plan.label(label) }
    for name in list(.assignees, row) { plan.assignee(Self.person(name, of: plan)) }
    for alias in list(.aliases, row) { plan.alias(alias) }
    for text in list(.links, row) {
      guard let link = try? Validation.link(text) else {
        plan.lose("links that are not KIND:ID", example: text)
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
      let kind = others[column].flatMap { plans.board.field(named: $0)?.kind }
      guard let field = others[column],
        let value = table.value(table.header[column], row).map(CSVText.original),
        kind == nil || kind == .text || value.trimmingSpaces.lowercased() != "none"
      else { continue }
      // In a URL or a text, commas do not separate values.
      let isList = kind == .choices
      plan.custom(field, isList ? .strings(CSVList.values(value)) : .string(value), on: plans.board)
    }
    plans.add(plan)
  }

  private mutating func start(_ row: Int, _ title: String) -> TrackerPlan {
    if let text = value(.id, row).flatMap(TrackerText.line) {
      if let id = PlanID(text) { return TrackerPlan(id: id) }
      return TrackerPlan(alias: plans.alias("csv", text))
    }
    if let alias = list(.aliases, row).first { return TrackerPlan(alias: alias) }
    return TrackerPlan(hash: names.next(title))
  }

  /// Returns a name without the sign of a mention, which only a name of the board itself may have.
  private static func person(_ name: String, of plan: TrackerPlan) -> String {
    let isMention = name.first == "@" && name.count > 1 && name.lowercased() != "@me"
    return isMention && !plan.isExported ? String(name.dropFirst()) : name
  }

  private mutating func readState(_ row: Int, into plan: inout TrackerPlan) {
    if let name = value(.state, row) {
      // A closed task of Kanboard stays in its column.
      let isClosed =
        isKanboard && table.value(Kanboard.status, row) == "Closed"
        && plans.kind(ofColumn: name) != .done
      plan.state(isClosed ? plans.state(nil, .done) : plans.state(name), namesKind: isClosed)
    }
    func time(_ member: CSVMember) -> Timestamp? {
      guard let text = value(member, row) else { return nil }
      let time =
        member == .closed
        ? TrackerTime.end(text, plans.clocks, now: plans.now)
        : TrackerTime.moment(text, plans.clocks)
      if time == nil {
        plan.lose("values of '\(member.rawValue)' that are not a moment", example: text)
      }
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
      let day = TrackerTime.day(text, plans.clocks)
      if day == nil {
        plan.lose("values of '\(member.rawValue)' that are not a day as 2026-12-01", example: text)
      }
      return day
    }
    if let due = day(.due) { plan.due(due) }
    if let start = day(.start) { plan.start(start) }
    if let name = value(.priority, row) {
      let priority = Priority(named: name)
      if let priority { plan.priority(priority) }
      if priority == nil {
        plan.lose("priorities other than low, medium, high and urgent", example: name)
      }
    }
    // 0 is no complexity in Kanboard.
    if let text = value(.estimate, row), !isKanboard || text != "0" { plan.estimate(text) }
    if let name = value(.owner, row) { plan.owner(Self.person(name, of: plan)) }
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
      if rule == nil { plan.lose("values of 'repeat' that are not a rule", example: text) }
    }
  }
}
