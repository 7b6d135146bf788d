import PlanModel
import PlanStore
import PlanView

/// The checklist lines that a request refers to.
struct ChosenLines {
  /// The plans with at least one of the lines.
  private(set) var plans: [(plan: Plan, items: [ChecklistItem])] = []
  private(set) var notices: [Notice] = []

  /// - Throws: `Problem` if a named plan lacks a line, or if no plan that a query found has it.
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

  /// - Throws: `Problem` if the plan has no such line.
  func required(_ typed: String) throws -> ChecklistItem {
    guard let line = try line(typed) else { throw Self.noLine(typed, in: plan) }
    return line
  }

  /// Returns the line with this id, this number as `pmgit show` counts, or these words.
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
