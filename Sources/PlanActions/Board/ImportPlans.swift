package import PlanModel
import PlanStore
import PlanView

/// The outcome of an import.
package struct PlansImported {
  package let plan: ImportPlan
  let change: Change
  /// The board after the import.
  package let after: ShownBoard
  /// The plans that were added or updated, in the order of the file.
  package let changed: [PlanID]
  package let added: Int
  package let updated: Int
  package let unchanged: Int
  package let settings: ImportedSettings
  /// The columns that imported plans name but the board lacks, each with its number of plans.
  package let unknownColumns: [ExactString: Int]
  package internal(set) var notices: [Notice] = []

  package var didChange: Bool { change.didChange }

  init(
    _ plan: ImportPlan, _ settings: ImportedSettings, _ change: Change, after: ShownBoard
  ) throws(StoreError) {
    (self.plan, self.settings, self.change, self.after) = (plan, settings, change, after)
    let unknown = plan.steps.compactMap(\.state).filter { after.board[column: $0] == nil }
    unknownColumns = Dictionary(unknown.map { (ExactString($0), 1) }, uniquingKeysWith: +)
    added = plan.steps.count { $0.isNew }
    var changed: [PlanID] = []
    for step in plan.steps {
      let isAltered =
        step.isNew
        ? true : try change.before.document(step.id) != change.after.document(step.id)
      if isAltered { changed.append(step.id) }
    }
    self.changed = changed
    updated = changed.count - added
    unchanged = plan.steps.count - added - updated + plan.alreadyDeleted
  }
}

/// The outcome for the board's settings, which an import file may start with.
package struct ImportedSettings: Sendable {
  /// The raw values are for programs.
  package enum Outcome: String, Sendable {
    case taken
    /// The settings differ from the board's, and the request did not include them.
    case leftOut = "left-out"
    /// The board already has these settings.
    case unchanged
  }

  /// The outcome; nil for a file without settings.
  package let outcome: Outcome?
  package let added: [String]
  package let removed: [String]
  /// The unknown members of the settings, which were not imported.
  package let ignored: [String]

  fileprivate init(
    _ text: ImportText, _ scope: SettingsScope, made: SettingsImport, wouldChange: Bool
  ) {
    (added, removed) = (made.added, made.removed)
    ignored = scope == .all ? text.settings?.ignored ?? [] : []
    outcome =
      text.settings == nil
      ? nil : wouldChange ? (scope == .all ? .taken : .leftOut) : .unchanged
  }
}

extension Workspace {
  /// Imports plans from JSON Lines, in one commit.
  ///
  /// - Parameters:
  ///   - scope: Which of the file's settings to import, and how to treat columns that the board
  ///     lacks.
  ///   - restoresDeleted: Whether to restore plans in the file that are deleted on the board.
  /// - Throws: `ImportError` with all faults of the input; nothing is imported then.
  package func importPlans(
    _ bytes: [UInt8], settings scope: SettingsScope = .nothing, restoresDeleted: Bool = false
  ) async throws -> PlansImported {
    let author = try author()
    let text = ImportText(bytes)
    // Without readable settings, every line of the file would seem to name unknown columns.
    guard text.problems.isEmpty || scope == .nothing else { throw ImportError(text.problems) }
    let (change, done) = try await store.change(by: author) { transaction in
      let snapshot = transaction.before
      let plans = try snapshot.plans().plans
      let settings = try settingsImport(text, scope, on: snapshot, with: plans)
      transaction.editBoard(settings.edits)
      let file = ImportFile(
        text, board: settings.board, me: author.person, keepsUnknownStates: scope == .all)
      let lasts = try snapshot.board.columns.compactMap {
        try store.ends(of: $0.id, in: snapshot).last
      }
      let ranks = Rank.spread(
        file.lines.count, at: now, after: lasts.max(by: Rank.isLess), using: &participant.random)
      let steps = try ImportPlan(
        file, existing: plans, board: settings.board, ranks: ranks,
        restoresDeleted: restoresDeleted, now: now, person: author.person,
        using: &participant.random)
      for step in steps.steps + steps.relinked {
        let stamp = transaction.stamp
        try transaction.put(step.id, isNew: step.isNew) { step.document(from: $0, stamp: stamp) }
      }
      try checkRules(for: steps.steps, in: transaction)
      try checkCycles(of: steps, over: plans, in: transaction)
      let wouldChange = try !settingsImport(
        text, text.settings == nil ? .nothing : .all, on: snapshot, with: plans
      ).edits.isEmpty
      let done = (
        plan: steps,
        settings: ImportedSettings(text, scope, made: settings, wouldChange: wouldChange)
      )
      return (CommitMessage(subject: Self.subject(file, settings), plans: []), done)
    }
    var imported = try PlansImported(
      done.plan, done.settings, change, after: shown(change.after))
    imported.notices = mendedSettings(by: change)
    return imported
  }

  private func settingsImport(
    _ text: ImportText, _ scope: SettingsScope, on snapshot: BoardSnapshot, with plans: [Plan]
  ) throws(ImportError) -> SettingsImport {
    try SettingsImport(
      text, scope, on: snapshot.boardDocument,
      inUse: Set(plans.lazy.filter { !$0.isDeleted }.map { ExactString($0.state) }),
      using: &participant.random)
  }

  /// Returns the commit's subject: `import 40 plans and settings of the board`.
  private static func subject(_ file: ImportFile, _ settings: SettingsImport) -> String {
    let plans = CountWords.words(file.lines.count, "plan")
    return "import \(plans)" + (settings.edits.isEmpty ? "" : " and settings of the board")
  }

  /// Fails with all lines whose links close a cycle. Cycles that the board had before stay: merges
  /// can make them, and 'doctor' reports them.
  private func checkCycles(
    of file: ImportPlan, over existing: [Plan], in transaction: Transaction
  ) throws {
    let written = (file.steps + file.relinked).filter(\.mayHaveLinks)
    if written.isEmpty { return }
    var after = Dictionary(existing.map { ($0.id, $0) }) { first, _ in first }
    for step in written { after[step.id] = try transaction.plan(step.id) }
    let relations = { (plans: [Plan]) in
      PlanRelations(plans, board: transaction.before.board, aliases: AliasIndex(plans))
    }
    let cycles = ClosedCycle.all(
      of: Array(after.keys), from: relations(existing), to: relations(Array(after.values)))
    if cycles.isEmpty { return }
    let lines = Dictionary(written.map { ($0.id, $0.line) }) { first, _ in first }
    let problems = cycles.map { cycle in
      // A plan outside the file has no line. It gets a new link if it names a plan of the file by
      // an alias.
      let line = cycle.plans.lazy.compactMap { lines[$0] ?? nil }.first ?? 1
      return ImportError.Problem(line: line, reason: Self.words(for: cycle, of: after))
    }
    throw ImportError(problems.sorted { $0.line < $1.line })
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

  /// Fails with all lines whose plans a column's rule refuses.
  private func checkRules(for steps: [ImportStep], in transaction: Transaction) throws {
    let violations = try transaction.columnViolations()
    if violations.isEmpty { return }
    let byPlan = Dictionary(violations.map { ($0.plan, $0) }) { first, _ in first }
    var problems: [ImportError.Problem] = []
    for step in steps {
      guard let violation = byPlan[step.id], let line = step.line else { continue }
      let message = Problem(StoreError.columnRule(violation)).message
      problems.append(
        ImportError.Problem(line: line, reason: "\(message), only from \(violation.allowedWords)"))
    }
    guard problems.isEmpty else { throw ImportError(problems) }
  }
}
