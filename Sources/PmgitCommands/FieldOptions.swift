import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

/// The field options, the same wherever a plan is written.
struct FieldOptions: ParsableArguments {
  // Values may begin with '-', as the lines of a list do; the parser's default refuses those.

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The body; - reads it from standard input.", valueName: "text"))
  var body: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The column, by its id or title.", valueName: "column"),
    completion: Completions.columns)
  var state: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("2026-12-01, today, fri, +3d, +2w, eom, or none.", valueName: "date"))
  var due: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("low, medium, high, urgent, or none.", valueName: "level"),
    completion: Completions.priorities)
  var priority: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Who answers for it: a name, @me, or none.", valueName: "person"))
  var owner: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much work it is, a number, or none.", valueName: "number"))
  var estimate: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add a label. Repeatable, as all below.", valueName: "name"))
  var label: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Take a label off.", valueName: "name"))
  var noLabel: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add somebody who works on it: a name, or @me.", valueName: "person"))
  var assign: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Take somebody off it.", valueName: "person"))
  var noAssign: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Link it: blocked-by:ID, parent:ID or relates:ID.", valueName: "kind:id"))
  var link: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Take a link off.", valueName: "kind:id")
  )
  var noLink: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Name it elsewhere, as github:owner/repo#12.", valueName: "id"))
  var alias: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Take an alias off.", valueName: "id"))
  var noAlias: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add a line to the checklist.", valueName: "text"))
  var check: [String] = []

  func validate() throws {
    let given = [body, state, due, priority, owner, estimate].compactMap(\.self)
    let members = [label, noLabel, assign, noAssign, link, noLink, alias, noAlias, check].flatMap(
      \.self)
    for value in given + members where GlobalOptions.looksLikeOption(value) {
      throw ValidationError("an option is missing its value before '\(value)'")
    }
  }

  /// Whether any option was given.
  var areGiven: Bool {
    ![body, state, due, priority, owner, estimate].allSatisfy { $0 == nil }
      || ![label, noLabel, assign, noAssign, link, noLink, alias, noAlias, check]
        .allSatisfy(\.isEmpty)
  }

  /// The edits that the options ask for.
  ///
  /// - Parameters:
  ///   - plan: The plan as it is; nil for a new one.
  ///   - id: The plan's id.
  ///   - input: What standard input held, if `--body -` asks for it.
  func edits(
    for plan: Plan?, id: PlanID, in snapshot: BoardSnapshot, session: inout Session, input: String?
  ) throws -> [Edit] {
    var edits: [Edit] = []
    if let body { edits.append(.body(Lines.split(body == "-" ? input ?? "" : body))) }
    if let column = try column(in: snapshot.board) {
      edits.append(.state(column.id))
      if let plan, plan.state != column.id {
        edits.append(.rank(try session.rank(.bottom, of: column.id, in: snapshot)))
      }
    }
    if let due { edits.append(.due(try DueDate.parse(due, today: session.context.today))) }
    if let priority {
      edits.append(.priority(try cleared(priority) ? nil : Validation.priority(priority)))
    }
    if let owner {
      edits.append(.owner(try cleared(owner) ? nil : session.person(owner, field: "owner")))
    }
    if let estimate {
      edits.append(.estimate(try cleared(estimate) ? nil : Validation.estimate(estimate)))
    }
    edits += try setEdits(for: id, plan: plan, in: snapshot, session: session)
    let ranks = Rank.spread(
      check.count, at: session.context.now, after: plan?.checklist.last?.rank,
      using: &session.context.random)
    var taken = try snapshot.document(id)?.itemIDs(in: .checklist) ?? []
    for (text, rank) in zip(check, ranks) {
      let item = Edit.itemID(besides: taken, using: &session.context.random)
      taken.insert(item)
      edits += Edit.checklistItem(
        item, text: try Validation.line(text, field: "checklist text"), rank: rank)
    }
    return edits
  }

  /// The column that `--state` names; nil where it is not given.
  func column(in board: Board) throws -> Column? { try state.map { try board.column(named: $0) } }

  private func cleared(_ text: String) -> Bool { text.lowercased() == "none" }

  private func setEdits(
    for id: PlanID, plan: Plan?, in snapshot: BoardSnapshot, session: Session
  ) throws -> [Edit] {
    var edits: [Edit] = []
    for name in label {
      edits.append(.add(try Validation.line(name, field: "label"), to: .labels))
    }
    for name in assign {
      edits.append(.add(try session.person(name, field: "assignee"), to: .assignees))
    }
    for text in link {
      let link = try resolved(text, for: id, in: snapshot, session)
      edits.append(.add(link.description, to: .links))
    }
    for name in alias {
      edits.append(.add(try Validation.line(name, field: "alias"), to: .aliases))
    }
    for removal in try removals(for: id, plan: plan, in: snapshot, session: session) {
      edits.append(.remove(removal.member, from: removal.set))
    }
    return edits
  }

  /// The members of sets that the options take off, whether the plan has them or not.
  func removals(
    for id: PlanID, plan: Plan?, in snapshot: BoardSnapshot, session: Session
  ) throws -> [Removal] {
    // By the name alone as well; whole texts come first.
    let assignees = plan?.assignees ?? []
    let named = (assignees + assignees.map { Person($0).fullName }).map { ExactString($0) }
    let byName = Dictionary(zip(named, assignees + assignees)) { first, _ in first }
    let people = try noAssign.map { name in
      let person = try session.person(name, field: "assignee")
      return byName[ExactString(person)] ?? person
    }
    let known = Set(plan?.links.map(\.description) ?? [])
    let links = try noLink.map { text in
      try known.contains(text)
        ? text : resolved(text, for: id, in: snapshot, session).description
    }
    var removals = noLabel.map { Removal(member: $0, set: .labels) }
    removals += people.map { Removal(member: $0, set: .assignees) }
    removals += links.map { Removal(member: $0, set: .links) }
    return removals + noAlias.map { Removal(member: $0, set: .aliases) }
  }

  /// The link with the whole id of its target.
  private func resolved(
    _ text: String, for id: PlanID, in snapshot: BoardSnapshot, _ session: Session
  ) throws -> Link {
    let link = try Validation.link(text)
    if link.kind == Link.commitKind {
      return Link(kind: link.kind, target: try session.commit(named: link.target).hex)
    }
    let target = try snapshot.resolve(link.target)
    guard target != id else {
      throw Problem.usage("a plan can't be linked to itself", hints: ["name another plan's id"])
    }
    return Link(kind: link.kind, target: target.text)
  }
}

extension Session {
  /// A person as they are kept: what was typed, or for `@me` the git identity.
  func person(_ text: String, field: String) throws -> String {
    guard text.lowercased() == "@me" else { return try Validation.line(text, field: field) }
    guard let identity = try identity(.author) else { throw StoreError.noIdentity }
    return identity.formatted
  }
}

extension Board {
  /// The column with this id or title, whatever its case.
  ///
  /// - Throws: A usage problem that names the columns there are.
  func column(named text: String) throws -> Column {
    if let column = columns(named: text).first { return column }
    throw Problem.unknownColumn(text, on: self)
  }
}
