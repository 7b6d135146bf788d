import PlanModel
import PlanStore
import PlanView

/// A request to check, uncheck or remove lines of plans' checklists.
package struct CheckLines: Sendable {
  package enum Action: Sendable { case check, uncheck, remove }

  package enum Lines: Sendable {
    /// Line numbers from 1 as the plan shows them, ids, or words of the lines.
    case named([String])
    case all
  }

  package let plans: PlanChoice
  package let lines: Lines
  package let action: Action

  package init(_ plans: PlanChoice, lines: Lines, action: Action = .check) {
    (self.plans, self.lines, self.action) = (plans, lines, action)
  }
}

extension Workspace {
  /// Checks, unchecks or removes lines of checklists, in one commit.
  ///
  /// A plan that is named directly must have every line. If a query found the plans, some may lack
  /// a line; a notice then reports plans without any of the lines.
  package func check(_ request: CheckLines) async throws -> PlanChanges {
    try await make { _ in try checking(request) }
  }

  /// Returns the action that checks, unchecks or removes lines.
  func checking(_ request: CheckLines) throws -> PlanAction {
    let shown = try basisBoard()
    return { [self] transaction in
      // Numbers refer to the lines that the person saw, even if the list changes meanwhile.
      let board = request.plans.isQuery ? transaction.basis : shown
      let chosen = try ChosenLines(request, of: choose(request.plans, on: board), on: board)
      var changed: [PlanID] = []
      var lines: [String] = []
      for (seen, items) in chosen.plans {
        let plan = try transaction.livePlan(seen.id)
        let document = try transaction.document(plan.id)
        try transaction.edit(plan.id, request.action.edits(of: items.map(\.id), in: document))
        guard try transaction.document(plan.id) != document else { continue }
        changed.append(plan.id)
        let texts = items.map(\.text).joined(separator: "; ")
        lines.append("\(try transaction.before.shortID(plan.id)): \(texts), \(plan.title)")
      }
      let message = CommitMessage(request.action.verb, each: lines, of: changed)
      return (message, { [changed] in try self.report(chosen, changed, request.action, $0) })
    }
  }

  private func report(
    _ chosen: ChosenLines, _ changed: [PlanID], _ action: CheckLines.Action, _ change: Change
  ) throws -> PlanChanges {
    let ids = changed.isEmpty ? chosen.plans.map(\.plan.id) : changed
    var outcome = try PlanChanges(change, of: ids, as: .updatedChecklist, in: self)
    outcome.notices += chosen.notices
    if changed.count == 1, let done = chosen.plans.first(where: { $0.plan.id == changed[0] }) {
      let altered = done.items.filter(action.alters)
      let items = altered.isEmpty ? done.items.filter(\.wasRemoved) : altered
      let plan = try outcome.after.plan(changed[0])
      outcome.notices.insert(action.notice(of: items, on: plan), at: 0)
    }
    return outcome
  }
}

extension ChangeWords {
  fileprivate static let updatedChecklist = ChangeWords("updated the checklist of")
}

extension CheckLines.Action {
  fileprivate var verb: String {
    switch self {
    case .check: "check in"
    case .uncheck: "uncheck in"
    case .remove: "remove from"
    }
  }

  /// Whether the action changes the state of the line, or removes the line.
  fileprivate func alters(_ item: ChecklistItem) -> Bool {
    switch self {
    case .check: !item.done
    case .uncheck: item.done
    case .remove: true
    }
  }

  /// The most lines that a notice names.
  private static let mostNamed = 3

  /// Returns a notice of the changed lines: `ticked off 'tests', 'docs'; 2 of 5 are done`.
  ///
  /// - Parameter items: The lines that the action altered; if there are none, those that it kept.
  fileprivate func notice(of items: [ChecklistItem], on plan: Plan) -> Notice {
    let verb =
      switch self {
      case _ where !items.contains(where: alters): "kept"
      case .check: "ticked off"
      case .uncheck: "unticked"
      case .remove: "removed"
      }
    let named = items.prefix(Self.mostNamed).map { "'\($0.text.excerpt)'" }
    let more = items.count > named.count ? " and \(items.count - named.count) more" : ""
    let (done, all) = (plan.checklist.count(where: \.done), plan.checklist.count)
    return Notice(
      "\(verb) \(named.joined(separator: ", "))\(more); \(done) of \(all) \(done == 1 ? "is" : "are") done"
    )
  }

  fileprivate func edits(of items: [String], in document: PlanDocument) -> [Edit] {
    let ids = items.map { ExactString($0) }
    let keeping = document.keeping(ids, in: "checklist")
    return switch self {
    case .check: items.map { .check($0, done: true) } + keeping
    case .uncheck: items.map { .check($0, done: false) } + keeping
    case .remove: document.removals(ofItems: ids, in: "checklist")
    }
  }
}

/// The checklist lines that a request refers to.
struct ChosenLines {
  /// The plans that have at least one of the lines, each with these lines.
  private(set) var plans: [(plan: Plan, items: [ChecklistItem])] = []
  private(set) var notices: [Notice] = []

  /// Finds the checklist lines of a request on the chosen plans.
  ///
  /// - Throws: `Problem` if a named plan lacks a line, or if a line is on none of the plans that a
  ///   query found.
  init(_ request: CheckLines, of chosen: ChosenPlans, on board: BoardSnapshot) throws {
    notices = chosen.notices
    var lacking: [Plan] = []
    // Plans that are named directly must have every line, so only a query can leave lines unknown.
    var unknown: [String] = []
    if request.plans.isQuery, case .named(let names) = request.lines { unknown = names }
    for id in chosen.ids {
      let plan = try board.plan(id)
      let lines = ChecklistLines(of: plan)
      let found = try lines.lines(request.lines, mayLack: request.plans.isQuery)
      if found.isEmpty { lacking.append(plan) } else { plans.append((plan, found)) }
      unknown = try unknown.filter { try lines.line($0) == nil }
    }
    if let name = unknown.first, !chosen.ids.isEmpty {
      throw Problem.usage("none of the plans has a checklist line '\(name.excerpt)'")
    }
    guard let first = lacking.first else { return }
    guard request.plans.isQuery else { throw ChecklistLines.noLines(in: first) }
    let who = lacking.count == 1 ? "plan '\(first.id)' has" : "\(lacking.count) plans have"
    let what = if case .all = request.lines { "no checklist" } else { "no such line" }
    notices.append(Notice("\(who) \(what)"))
  }
}

/// The lines of one plan's checklist, found by number, id or words.
struct ChecklistLines {
  private let plan: Plan
  private let places: [String: Int]

  init(of plan: Plan) {
    self.plan = plan
    let numbered = plan.checklist.enumerated().map { ($1.id, $0) }
    places = Dictionary(numbered) { first, _ in first }
  }

  /// Returns the lines that a request names.
  ///
  /// - Parameter mayLack: Whether missing lines are skipped; otherwise they are errors.
  func lines(_ wanted: CheckLines.Lines, mayLack: Bool) throws -> [ChecklistItem] {
    switch wanted {
    case .all: plan.checklist
    case .named(let names):
      try names.compactMap { name in
        try mayLack ? line(name) : required(name)
      }.unique
    }
  }

  /// Returns the line with a number, an id or words.
  ///
  /// - Throws: `Problem` if the plan has no such line.
  func required(_ typed: String) throws -> ChecklistItem {
    guard let line = try line(typed) else { throw Self.noLine(typed, in: plan) }
    return line
  }

  /// Returns the line with this id, this number from 1, or these words; nil if there is none. Fails
  /// if several lines have the words.
  func line(_ typed: String) throws -> ChecklistItem? {
    let lines = plan.checklist
    if let index = places[typed] { return lines[index] }
    if let number = Int(typed), number > 0, number <= lines.count { return lines[number - 1] }
    let found = SearchText(typed).named(among: lines, by: \.text)
    guard found.count > 1 else { return found.first }
    throw Problem.usage(
      "several lines of plan '\(plan.id)' have '\(typed.excerpt)'",
      hints: found.prefix(10).map { "\((places[$0.id] ?? 0) + 1)  \($0.text)" })
  }

  private static func noLine(_ typed: String, in plan: Plan) -> Problem {
    guard !plan.checklist.isEmpty else { return noLines(in: plan) }
    var hints: [Hint] = [
      "its lines are 1 to \(plan.checklist.count); see them with \(pmgit: "show", plan.id)"
    ]
    // The text may have been meant as another plan's id.
    if typed.count > 2, PlanID.normalizedPrefix(typed) != nil {
      hints.append("after several plans, use --line TEXT, or --all for all lines")
    }
    return .usage("plan '\(plan.id)' has no checklist line '\(typed.excerpt)'", hints: hints)
  }

  static func noLines(in plan: Plan) -> Problem {
    .usage(
      "the checklist of plan '\(plan.id)' is empty",
      hints: ["add a line with \(pmgit: "edit", plan.id, "--check", "TEXT")"])
  }
}

/// A request to reword a checklist line, to move it, or both.
package struct ChangeLine: Sendable {
  /// The plan: the beginning of its id, an alias, or words of its title.
  package let plan: String
  /// The line: its number from 1 as the plan shows it, its id, or words of its text.
  package let line: String
  /// The new text; nil to keep the text.
  package let text: String?
  /// The new number of the line, from 1; nil to keep its position. A number past the end means the
  /// last.
  package let place: Int?

  package init(_ plan: String, line: String, text: String?, place: Int?) {
    (self.plan, self.line, self.text, self.place) = (plan, line, text, place)
  }
}

extension Workspace {
  /// Changes the text or the position of a checklist line.
  ///
  /// The rest of the checklist is not rewritten, so lines that others change or add meanwhile stay.
  /// The neighbours of a moved line get new ranks only if no short rank fits between them.
  package func change(_ request: ChangeLine) async throws -> PlanChanges {
    try await make { _ in try changing(request) }
  }

  /// Returns the action that rewords or moves a checklist line.
  func changing(_ request: ChangeLine) throws -> PlanAction {
    let text = try request.text.map { try Validation.line($0, field: "checklist text") }
    let shown = try basisBoard()
    let id = try shown.resolve(request.plan)
    let line = try ChecklistLines(of: try shown.plan(id).live).required(request.line)
    return { [self] transaction in
      let plan = try transaction.livePlan(id)
      guard plan.checklist.contains(where: { $0.id == line.id }) else {
        throw Problem(
          code: .changedMeanwhile, message: "that line of plan '\(id)' was just removed",
          hints: ["see the others with \(pmgit: "show", id)"])
      }
      var edits: [Edit] = []
      if let text { edits.append(.write(PlanList.checklist.path(line.id, "text"), .string(text))) }
      if let place = request.place {
        edits += plan.placing(line.id, at: place - 1, using: &participant.random)
      }
      edits += try transaction.document(id).keeping([ExactString(line.id)], in: "checklist")
      try transaction.edit(id, edits)
      let verb = text == nil ? "reorder" : "reword"
      let short = try transaction.before.shortID(id)
      let message = CommitMessage(
        "\(verb) in", each: ["\(short): \(text ?? line.text), \(plan.title)"], of: [id])
      return (message, { try self.report(line.id, of: id, $0) })
    }
  }

  private func report(_ line: String, of id: PlanID, _ change: Change) throws -> PlanChanges {
    var outcome = try PlanChanges(change, of: [id], as: .updatedChecklist, in: self)
    if outcome.didChange {
      outcome.notices.insert(try notice(of: line, on: outcome.after.plan(id)), at: 0)
    }
    return outcome
  }

  /// Returns a notice of the line's number and text: `line 2 of 5 is 'write tests'`.
  private func notice(of line: String, on plan: Plan) throws -> Notice {
    let lines = plan.checklist
    guard let index = lines.firstIndex(where: { $0.id == line }) else {
      return Notice("the line is gone")
    }
    return Notice("line \(index + 1) of \(lines.count) is '\(lines[index].text.excerpt)'")
  }
}

extension Plan {
  /// Returns the edits that move a checklist line to an index; empty if it is there already.
  fileprivate func placing(
    _ line: String, at place: Int, using generator: inout some RandomNumberGenerator
  ) -> [Edit] {
    let others = checklist.filter { $0.id != line }
    guard checklist.firstIndex(where: { $0.id == line }) != min(place, others.count) else {
      return []
    }
    func rank(_ id: String, _ rank: String) -> Edit {
      .write(PlanList.checklist.path(id, "rank"), .string(rank))
    }
    let insertion = Rank.insertion(at: place, in: others.map(\.rank), using: &generator)
    return [rank(line, insertion.key)]
      + zip(others[insertion.rekeyed], insertion.keys).map { rank($0.id, $1) }
  }
}
