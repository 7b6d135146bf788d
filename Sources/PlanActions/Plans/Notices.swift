import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Returns the notices that `find` finds; empty if no notices are wanted. If `find` fails,
  /// returns a warning.
  func noticed(_ find: () throws -> [Notice]) -> [Notice] {
    // Checking limits reads the whole board, so it is skipped if notices are not wanted.
    guard participant.wantsNotices else { return [] }
    do { return try find() } catch {
      return [.warning("some notices may be missing: \(Problem(error).message)")]
    }
  }

  /// Returns warnings for columns that hold more plans than their limit.
  ///
  /// The board is read only if one of the columns has a limit.
  func overLimit(_ columns: [String], in snapshot: BoardSnapshot) throws -> [Notice] {
    let limited = columns.compactMap { snapshot.board[column: $0] }.filter { $0.limit != nil }
    guard !limited.isEmpty else { return [] }
    let plans = try snapshot.plans(withTexts: false).plans
    return limited.compactMap { column in
      let count = plans.count { $0.state == column.id && !$0.isDeleted }
      guard let limit = column.limit, count > limit else { return nil }
      return .warning("'\(column.title)' holds \(count) plans, its limit is \(limit)")
    }
  }

  /// The most plans that are named with their blockers or open parts.
  private static let mostNamed = 3

  /// Returns notices about started or finished plans that other plans still block.
  ///
  /// - Complexity: Reads the plans and those that block them.
  func blocked(_ ids: [PlanID], in snapshot: BoardSnapshot) throws -> [Notice] {
    try firstNotices(ids, in: snapshot, others: "still blocked") { plan in
      guard snapshot.board.kind(of: plan.state) != .todo else { return nil }
      let blockers = try openBlockers(of: plan, in: snapshot)
      guard let first = blockers.first else { return nil }
      let others = blockers.count > 1 ? " and \(blockers.count - 1) more" : ""
      return "is still blocked by \(try snapshot.shortID(first.id)) "
        + "'\(first.title.excerpt)'\(others)"
    }
  }

  /// Returns a notice about each plan that `words` describes. After the first few, such plans are
  /// only counted.
  private func firstNotices(
    _ ids: [PlanID], in snapshot: BoardSnapshot, others: String, _ words: (Plan) throws -> String?
  ) throws -> [Notice] {
    var notices: [Notice] = []
    var more = 0
    for id in ids {
      guard let words = try words(snapshot.plan(id)) else { continue }
      if notices.count < Self.mostNamed {
        notices.append(Notice("\(try snapshot.shortID(id)) \(words)"))
      } else {
        more += 1
      }
    }
    return more > 0
      ? notices + [Notice("\(CountWords.words(more, "more plan")) \(others)")] : notices
  }

  private func openBlockers(of plan: Plan, in snapshot: BoardSnapshot) throws -> [Plan] {
    try plan.links.filter { $0.kind == Link.blockedByKind }.flatMap { link in
      let ids =
        try PlanID(link.target).map { [$0] }
        ?? snapshot.aliases(among: [link.target]).livePlans(called: link.target)
      return try snapshot.readablePlans(ids).filter {
        !$0.isDeleted && snapshot.board.kind(of: $0.state) != .done
      }
    }
  }

  /// Returns notices about finished plans that have open checklist lines or open children.
  ///
  /// - Complexity: Reads the plans and the plans linked to them.
  func unfinished(_ ids: [PlanID], in snapshot: BoardSnapshot) throws -> [Notice] {
    try firstNotices(ids, in: snapshot, others: "with open lines or children") { plan in
      guard snapshot.board.kind(of: plan.state) == .done else { return nil }
      let parts = try openParts(of: plan, in: snapshot)
      return parts.isEmpty ? nil : "still has \(parts.joined(separator: " and "))"
    }
  }

  /// Returns the open parts of a plan in words: `2 open lines`, `1 open child: k7m2`.
  private func openParts(of plan: Plan, in snapshot: BoardSnapshot) throws -> [String] {
    var parts: [String] = []
    let lines = plan.checklist.count { !$0.done }
    if lines > 0 { parts.append(CountWords.words(lines, "open line")) }
    let relatives = try snapshot.relatives(of: plan)
    let relations = PlanRelations(relatives, board: snapshot.board, aliases: AliasIndex(relatives))
    let children = relations.children(of: plan.id).filter(relations.isOpen)
    if children.isEmpty { return parts }
    var names = try children.prefix(Self.mostNamed).map { try snapshot.shortID($0) }
    if children.count > names.count { names.append("and \(children.count - names.count) more") }
    let noun = children.count == 1 ? "child" : "children"
    return parts + ["\(children.count) open \(noun): \(names.joined(separator: ", "))"]
  }

  /// Returns warnings for aliases that another plan has as well, so that they identify neither
  /// plan.
  ///
  /// This is not an error: a person who moves an alias between two plans may start with either one.
  func duplicateAliasNotices(of id: PlanID, called aliases: [String], in snapshot: BoardSnapshot)
    throws -> [Notice]
  {
    try aliases.compactMap { alias in
      let alias = try Validation.line(alias, field: "alias")
      let others = try snapshot.aliases(among: [alias]).livePlans(called: alias).filter { $0 != id }
      guard let other = others.first else { return nil }
      let short = try snapshot.shortID(other)
      return .warning(
        "'\(alias)' is an alias of \(short) too: \(try snapshot.plan(other).title)",
        hints: ["remove it there with \(pmgit: "edit", other, "--no-alias", alias)"])
    }
  }

  /// Returns notices that spell out the dates of typed days such as `fri`, with weekday and year.
  func dayNotices(_ changes: FieldChanges, _ plan: Plan) -> [Notice] {
    PlanProperty.all.compactMap { property in
      let isDue = property.field == .due
      let postponed = isDue ? changes.postpone ?? (changes.skips ? "" : nil) : nil
      guard let typed = postponed ?? changes[property.field],
        case .day(let day)? = property.value(of: plan), typed != day.description
      else { return nil }
      return Notice("\(property.name) \(day.withWeekday)")
    }
  }

  /// The most plans for which a notice names each plan and the members that it did not have.
  private static let mostLacking = 3

  /// Returns a notice for each member that the request removes but that a plan did not have.
  ///
  /// For more than `mostLacking` plans, only members that no plan had are reported.
  ///
  /// - Parameter plans: The plans before the change, or a new plan.
  func absent(_ changes: FieldChanges, from plans: [Plan], of change: Change) throws -> [Notice] {
    let basis = hasBasis && draft == nil ? try basisBoard() : change.before
    var lacking: [(plan: Plan, removals: [Removal])] = []
    var had: Set<Removal> = []
    for plan in plans {
      let fields = FieldEdits(
        workspace: self, changes: changes, id: plan.id, plan: plan, snapshot: change.before,
        basis: basis)
      let removals = try fields.removals()
      let absent = Removal.absent(removals, on: plan)
      lacking.append((plan, absent))
      had.formUnion(Set(removals).subtracting(absent))
    }
    guard plans.count > Self.mostLacking else {
      return try lacking.flatMap { entry in
        try entry.removals.map {
          $0.notice(on: entry.plan, called: try change.after.shortID(entry.plan.id))
        }
      }
    }
    let never = lacking.flatMap(\.removals).unique.filter { !had.contains($0) }
    return never.map { $0.notice(onNoneOf: plans.count) }
  }

  /// Returns a notice if a new title has a word that may have been meant as a field: `+bug`,
  /// `due:fri`, `@me`.
  func titleNotice(_ plan: Plan) -> [Notice] {
    for word in plan.title.split(separator: " ").map(String.init) {
      guard let option = option(for: word) else { continue }
      return [
        Notice.note(
          "'\(word.excerpt)' is a part of the title",
          hints: [
            "if you meant a field, \(running: "edit", plan.id, option.name, option.value)"
          ])
      ]
    }
    return []
  }

  private func isDay(_ text: String) -> Bool {
    // The reason why a text is not a day does not matter here.
    do { return try DueDate.parse(text, today: participant.today) != nil } catch { return false }
  }

  /// Returns the option for the field that a word of a title may mean; nil for an ordinary word.
  private func option(for word: String) -> (name: String, value: String)? {
    let rest = String(word.dropFirst())
    if word.first == "+" || word.first == "#", rest.first?.isLetter == true { return ("-l", rest) }
    if word.first == "@", rest.first?.isLetter == true { return ("-a", word) }
    if word.first == "!", let priority = Priority(named: rest) { return ("-p", priority.rawValue) }
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let value = String(word[word.index(after: colon)...])
    guard !value.isEmpty else { return nil }
    switch word[..<colon].lowercased() {
    case "due": return isDay(value) ? ("-d", value) : nil
    case "pri", "prio", "priority": return Priority(named: value).map { ("-p", $0.rawValue) }
    case "label", "tag": return ("-l", value)
    case "assign", "assignee": return ("-a", value)
    case "owner": return ("--owner", value)
    default: return nil
    }
  }
}
