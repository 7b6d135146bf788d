package import PlanModel
import PlanStore
package import PlanView

/// What an import did to plans.
package struct ImportTally {
  /// The plans that were added or updated, in the order of the file.
  package fileprivate(set) var changed: [PlanID] = []
  package fileprivate(set) var added = 0
  /// The number of changed plans that have a line and were on the board before.
  package fileprivate(set) var updated = 0
  /// The number of plans that stay the same, while the board remembers new values of their source.
  package fileprivate(set) var noted = 0
  /// The plans that were finished because they are missing from their source.
  package fileprivate(set) var closed: [PlanID] = []
  /// The number of fields that are in conflict now, because they changed both here and in the
  /// source.
  package fileprivate(set) var conflicts = 0
  /// The number of values that were kept because they changed here and not in the source.
  package fileprivate(set) var kept = 0
  /// What would happen to each plan; empty unless it is a dry run.
  package fileprivate(set) var dryRun: [ImportedPlan] = []
  /// The number of plans that lines create or update, including those that stay unchanged.
  fileprivate(set) var count = 0
  /// The columns that lines name, each with its number of plans.
  fileprivate(set) var states: [ExactString: Int] = [:]
  /// The milestones and iterations that lines name, each with its number of plans.
  fileprivate(set) var phases: [Phase.Kind: [ExactString: Int]] = [:]
  /// The owners and assignees of changed plans that are names without an address.
  fileprivate(set) var names: Set<String> = []
}

/// The second pass of an import, which writes the plans one by one.
final class ImportRun {
  private let lines: ImportedLines
  /// A rank for each line, ascending.
  private let ranks: [String]
  private var steps: ImportSteps
  let existing: [Plan]
  /// The board before the import.
  private let board: Board
  private let workspace: Workspace
  private let options: ImportOptions

  private(set) var tally = ImportTally()
  /// The number of existing plans that the import finishes; counted only for `mostSurprises`.
  private var finished = 0
  /// The plans whose move counts as made now, because the time that the source gives is impossible.
  private(set) var movedNow: [PlanID] = []
  /// The lines whose plans violate the rule of a column.
  private var refused: [ImportError.Problem] = []
  /// The plans that may have links after the import, reduced to what relations depend on.
  private var related: [PlanID: Plan] = [:]
  /// The line numbers of those plans in `related` that have a line.
  private var numbers: [PlanID: Int] = [:]
  /// The links to blockers and parents that lines of another tracker contain, as written there,
  /// each with the plan that it leads to.
  private var givenLinks: [(plan: PlanID, line: Int, link: Link, target: PlanID)] = []

  var report: ImportReport { steps.report }

  init(
    _ lines: ImportedLines, ranks: [String], _ steps: ImportSteps, over existing: [Plan],
    shownOn board: Board, _ options: ImportOptions, for workspace: Workspace
  ) {
    self.options = options
    (self.lines, self.ranks, self.steps) = (lines, ranks, steps)
    (self.existing, self.board, self.workspace) = (existing, board, workspace)
  }

  /// Writes all plans, then fails if rules of columns or cycles of links forbid the import.
  func write(to writer: PlanWriter) throws {
    defer { workspace.store.onReading(nil) }
    var index = 0
    try lines.eachLine { line in
      let step = steps.next(line, rank: ranks[index], using: &workspace.participant.random)
      index += 1
      workspace.store.report(.imports, done: index, of: ranks.count)
      if let step { try write(step, to: writer) }
    }
    guard index == ranks.count else {
      throw ImportError(line: 1, reason: "the file was changed while it was read")
    }
    if !refused.isEmpty { throw ImportError(refused) }
    try closeMissing(to: writer)
    for step in steps.relinkOthers() {
      let written = try writer.put(step.id, isNew: false) {
        step.document(from: $0, stamp: writer.stamp)
      }
      related[step.id] = Plan(written.document, id: step.id).related
    }
    if let most = options.mostSurprises { try refuse(moreThan: most) }
    try checkCycles()
  }

  private func write(_ step: ImportStep, to writer: PlanWriter) throws {
    let (written, isChanged) = try put(step, to: writer)
    tally.count += 1
    if step.isNew { tally.added += 1 } else if isChanged { tally.updated += 1 }
    // The names of unchanged plans were reported when these plans were imported first.
    if isChanged { noteNames(of: step, written) }
    if step.mayHaveLinks {
      related[step.id] = Plan(written.document, id: step.id).related
      numbers[step.id] = step.line
      if options.leavesOutCycles { noteLinks(of: step) }
    }
    if let violation = written.violation, let line = step.line {
      let message = Problem(StoreError.columnRule(violation)).message
      refused.append(
        ImportError.Problem(line: line, reason: "\(message), only from \(violation.allowedWords)"))
    }
  }

  /// Notes the column, the milestone and the iteration that a line names, and the plan's people.
  private func noteNames(of step: ImportStep, _ written: PlanWriter.Written) {
    let has = { (field: PlanField, text: String) in
      written.document.value(at: field.path)?.string == text
    }
    if let state = step.state, has(.state, state) {
      tally.states[ExactString(state), default: 0] += 1
    }
    for kind in Phase.Kind.allCases {
      guard let id = step.text(of: kind.field), has(kind.field, id) else { continue }
      tally.phases[kind, default: [:]][ExactString(id), default: 0] += 1
    }
    var people = [written.document.value(at: PlanField.owner.path)?.string].compactMap(\.self)
    for case .setMember("assignees", let member) in written.document.elements.keys {
      people.append(member.text)
    }
    tally.names.formUnion(people.filter { Person($0).email.isEmpty })
  }

  /// Writes a plan, and records what happened to it.
  ///
  /// - Returns: The plan, and whether it is new or visibly changed.
  private func put(
    _ step: ImportStep, to writer: PlanWriter
  ) throws -> (written: PlanWriter.Written, isChanged: Bool) {
    var found: ImportNotes?
    var old: PlanDocument?
    let written = try writer.put(step.id, isNew: step.isNew) { document in
      old = document
      let result = step.result(from: document, stamp: writer.stamp)
      found = result.notes
      return result.document
    }
    tally.conflicts += found?.conflicts.count ?? 0
    tally.kept += found?.kept.count ?? 0
    if found?.isEntryUnknown == true { movedNow.append(step.id) }
    if options.mostSurprises != nil, !step.isNew, let old, isDone(written.document), !isDone(old) {
      finished += 1
    }
    let isChanged = step.isNew || (old.map { written.document.isVisiblyOther(than: $0) } ?? true)
    if isChanged {
      tally.changed.append(step.id)
    } else if written.isAltered {
      tally.noted += 1
    }
    if workspace.participant.isDryRun, let old, let found {
      tally.dryRun.append(ImportedPlan(step, from: old, to: written.document, found))
    }
    return (written, isChanged)
  }

  private func isDone(_ document: PlanDocument) -> Bool {
    document.value(at: PlanField.state.path)?.string.map { board.kind(of: $0) == .done } ?? false
  }

  /// Finishes plans that are missing from their source.
  private func closeMissing(to writer: PlanWriter) throws {
    guard options.closesMissing else { return }
    guard let column = board.columns.first(where: { $0.kind == .done }) else {
      throw Problem.noColumn(of: .done)
    }
    for step in try steps.closeMissing(in: column, on: board, of: options.sourceAliases) {
      let written = try put(step, to: writer).written
      let states = written.document[PlanField.state.path]
      if states.count == 1, states[0].value == .string(column.id) { tally.closed.append(step.id) }
    }
  }

  /// Fails if the import adds or finishes more plans than expected.
  private func refuse(moreThan most: Int) throws {
    guard tally.added + finished > most else { return }
    let new = CountWords.words(tally.added, "plan")
    throw Problem(
      code: .tooManyChanges,
      message: options.closesMissing || finished > 0
        ? "the import adds \(new) and finishes \(finished), which is more than \(most)"
        : "the import adds \(new), which is more than \(most)",
      hints: [options.hints.surprises(closing: options.closesMissing)])
  }

  // MARK: - Cycles

  /// Fails with all lines whose links close a cycle. Cycles that the board had before stay: merges
  /// can make them, and 'doctor' reports them.
  private func checkCycles() throws {
    if related.isEmpty { return }
    var after = Dictionary(existing.map { ($0.id, $0) }) { first, _ in first }
    after.merge(related) { _, new in new }
    let relations = { (plans: [Plan]) in
      PlanRelations(plans, board: self.board, aliases: AliasIndex(plans))
    }
    let cycles = ClosedCycle.all(
      of: Array(after.keys), from: relations(existing), to: relations(Array(after.values)))
    if cycles.isEmpty { return }
    if options.leavesOutCycles {
      let closing = closingLinks(relations(existing), relations(Array(after.values)), of: after)
      if !closing.links.isEmpty { throw closing }
    }
    let problems = cycles.map { cycle in
      // A plan outside the file has no line. It gets a new link if it names a plan of the file by
      // an alias.
      let line = cycle.plans.lazy.compactMap { self.numbers[$0] }.first ?? 1
      return ImportError.Problem(line: line, reason: Self.words(for: cycle, of: after))
    }
    throw ImportError(problems.sorted { $0.line < $1.line })
  }

  private func noteLinks(of step: ImportStep) {
    for (given, meant) in step.linksOfSource
    where [Link.blockedByKind, Link.parentKind].contains(meant.kind) {
      guard let target = PlanID(meant.target), let line = step.line else { continue }
      givenLinks.append((plan: step.id, line: line, link: given, target: target))
    }
  }

  /// Returns the links of the source that close a cycle with links of the board.
  private func closingLinks(
    _ before: PlanRelations, _ after: PlanRelations, of plans: [PlanID: Plan]
  ) -> ClosingLinks {
    var closing = ClosingLinks()
    for kind in [Link.blockedByKind, Link.parentKind] {
      let old = { kind == Link.parentKind ? before.parents(of: $0) : before.blockers(of: $0) }
      let new = givenLinks.filter { $0.link.kind == kind && !old($0.plan).contains($0.target) }
      let found = ClosedCycle.closing(
        new.map { (from: $0.plan, to: $0.target) }, kind, of: Array(plans.keys), in: after)
      let targets = Dictionary(grouping: found, by: \.from).mapValues { Set($0.map(\.to)) }
      closing.links += new.filter { targets[$0.plan]?.contains($0.target) ?? false }
        .map { (line: $0.line, link: $0.link) }
    }
    return closing
  }

  /// The most plans of a cycle that are named.
  private static let mostNamed = 12

  /// Returns the reason why a cycle is refused, with the titles of its plans.
  private static func words(for cycle: ClosedCycle, of plans: [PlanID: Plan]) -> String {
    let ids = cycle.plans + cycle.plans.prefix(1)
    let titles = ids.map { "'\((plans[$0]?.title ?? $0.text).excerpt)'" }
    let named = titles.count > mostNamed ? titles.prefix(6) + ["…"] + titles.suffix(5) : titles[...]
    return "its link '\(cycle.kind)' makes a cycle: \(named.joined(separator: " → "))"
  }
}

/// Links of another tracker that close a cycle with links of the board. This can happen if somebody
/// has reversed a link or added one on the board.
struct ClosingLinks: Error {
  /// The links, each with the number of its line.
  var links: [(line: Int, link: Link)] = []
}
