package import PlanModel
import PlanStore
package import PlanView

/// The outcome of an import.
package struct PlansImported {
  package let report: ImportReport
  let change: Change
  /// The board after the import.
  package let after: ShownBoard
  /// The plans that were added or updated, in the order of the file.
  package let changed: [PlanID]
  package let added: Int
  package let updated: Int
  package let unchanged: Int
  /// The number of plans that stay the same, while the board remembers new values of their source.
  package let noted: Int
  /// The plans that were finished because they are missing from their source.
  package let closed: [PlanID]
  /// The number of fields that are in conflict now, because they changed both here and in the
  /// source.
  package let conflicts: Int
  /// The number of values that were kept because they changed here and not in the source.
  package let kept: Int
  /// What would happen to each plan; empty unless the import is only previewed.
  package let preview: [ImportedPlan]
  package let isRehearsal: Bool
  package let settings: ImportedSettings
  /// The columns that imported plans name but the board lacks, each with its number of plans.
  package let unknownColumns: [ExactString: Int]
  package internal(set) var notices: [Notice] = []
  /// The file of another tool that the plans come from; nil for pmgit's own format.
  package internal(set) var outside: TrackerImport?
  /// The plans that may already have an issue, made by a clone that has not synced, with that
  /// issue.
  var doubtful: [PlanID: String] = [:]

  package var didChange: Bool { change.didChange }

  init(
    _ run: ImportRun, _ settings: ImportedSettings, _ change: Change, after: ShownBoard,
    isRehearsal: Bool
  ) {
    self.isRehearsal = isRehearsal
    (noted, closed, conflicts, kept) = (run.noted, run.closed, run.conflicts, run.kept)
    preview = run.preview
    (report, self.settings, self.change, self.after) = (run.report, settings, change, after)
    (changed, added) = (run.changed, run.added)
    updated = run.updated
    unchanged = run.count - added - updated + report.alreadyDeleted
    unknownColumns = run.states.filter { after.board[column: $0.key.text] == nil }
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
  /// The ids of added milestones.
  package let addedMilestones: [String]
  /// Whether columns or milestones were added.
  package var hasAdded: Bool { !added.isEmpty || !addedMilestones.isEmpty }
  /// The unknown members of the settings, which were not imported.
  package let ignored: [String]

  fileprivate init(
    _ text: ImportText, _ scope: SettingsScope, made: SettingsImport, wouldChange: Bool
  ) {
    (added, removed) = (made.added, made.removed)
    addedMilestones = made.addedMilestones
    ignored = scope == .all ? text.settings?.ignored ?? [] : []
    outcome =
      text.settings == nil
      ? nil : wouldChange ? (scope == .all ? .taken : .leftOut) : .unchanged
  }
}

package struct ImportOptions: Sendable {
  /// Which of the file's settings to import, and how to treat columns that the board lacks.
  package var settings: SettingsScope
  /// Whether to restore plans in the file that are deleted on the board.
  package var restoresDeleted: Bool
  /// Whether to finish open plans that are missing from their source.
  package var closesMissing = false
  /// Aliases that identify the source of missing plans, needed if the source has an empty list.
  var sourceAliases: [String] = []
  /// The most plans that the import may add and finish; nil for any number.
  package var mostSurprises: Int?
  /// The values that plans had when their lines were exported from this board.
  var bases: [PlanID: ImportBase] = [:]
  /// The aliases of plans whose source shows only whether they are done.
  var kindsOnly: Set<ExactString> = []
  /// Whether to throw `ClosingLinks` for cycles that can be avoided by leaving out links.
  var leavesOutCycles = false

  package init(settings: SettingsScope = .nothing, restoresDeleted: Bool = false) {
    (self.settings, self.restoresDeleted) = (settings, restoresDeleted)
  }
}

extension Workspace {
  /// Imports plans from JSON Lines, in one commit.
  ///
  /// The input is read twice, and only a few of its plans are in memory at the same time.
  ///
  /// - Throws: `ImportError` with all faults of the input; nothing is imported then.
  package func importPlans(
    _ input: ImportInput, _ options: ImportOptions = ImportOptions()
  ) async throws -> PlansImported {
    try await importPlans(ImportRecords.lines(try input.inUTF8()), options)
  }

  /// Imports plans from JSON objects, in one commit.
  func importPlans(
    _ records: ImportRecords, _ options: ImportOptions
  ) async throws -> PlansImported {
    let scope = options.settings
    let author = try author()
    let text = try read(records, me: author.person)
    // Without readable settings, every line of the file would seem to name unknown columns.
    guard text.problems.isEmpty || scope == .nothing else { throw ImportError(text.problems) }
    let (change, done) = try await store.change(by: author) { transaction in
      // The lines state the final values of plans, so rules do not run.
      transaction.skipsRules = true
      let snapshot = transaction.before
      let plans = try snapshot.plans().plans
      let settings = try settingsImport(text, scope, on: snapshot, with: plans)
      transaction.deriveBoard(settings.additions)
      transaction.editBoard(settings.changes)
      let lines = try ImportedLines(
        of: text, in: records, board: settings.board, keepsUnknownStates: scope == .all)
      let lasts = try snapshot.board.columns.compactMap {
        try store.ends(of: $0.id, in: snapshot).last
      }
      let ranks = Rank.spread(
        lines.headings.count, at: now, after: lasts.max(by: Rank.isLess),
        using: &participant.random)
      var steps = try ImportSteps(
        of: lines.headings, problems: lines.problems, existing: plans, board: settings.board,
        restoresDeleted: options.restoresDeleted, now: now, person: author.person,
        using: &participant.random)
      (steps.bases, steps.kindsOnly) = (options.bases, options.kindsOnly)
      let run = ImportRun(
        lines, ranks: ranks, steps, over: plans, shownOn: snapshot.board, options, for: self)
      transaction.write({ writer in try run.write(to: writer) }) {
        Self.subject(run, changesSettings: !settings.edits.isEmpty)
      }
      let wouldChange = try !settingsImport(
        text, text.settings == nil ? .nothing : .all, on: snapshot, with: plans
      ).edits.isEmpty
      let done = (
        run: run,
        settings: ImportedSettings(text, scope, made: settings, wouldChange: wouldChange)
      )
      return (CommitMessage(subject: "import plans", plans: []), done)
    }
    var imported = PlansImported(
      done.run, done.settings, change, after: shown(change.after),
      isRehearsal: participant.isRehearsing)
    imported.notices =
      mendedSettings(by: change)
      + unknownPhases(
        done.run.phases, on: imported.after, offered: text.settings?.board.phases ?? Phases([]))
      + (try movedNow(done.run.movedNow, on: imported.after))
    return imported
  }

  /// Imports plans from a text in memory.
  package func importPlans(
    _ bytes: [UInt8], settings scope: SettingsScope = .nothing, restoresDeleted: Bool = false
  ) async throws -> PlansImported {
    try await importPlans(
      ImportInput(bytes), ImportOptions(settings: scope, restoresDeleted: restoresDeleted))
  }

  /// Reads all lines of an import for the first time.
  private func read(_ records: ImportRecords, me: String) throws -> ImportText {
    var text = ImportText(me: me)
    var count = 0
    defer { store.onReading(nil) }
    switch records {
    case .lines(let input):
      try input.eachLine { line, offset in
        text.read(line, at: offset)
        count += 1
        store.tell(.lines, done: count)
        return !text.isAtEnd
      }
    case .objects(let objects):
      for (index, object) in objects.enumerated() {
        text.read(object, at: index)
        store.tell(.lines, done: index + 1)
      }
    }
    return text
  }

  /// The most unknown milestones and iterations of an import that are named.
  private static let mostPhasesNamed = 5

  /// Returns warnings about the milestones and iterations that imported plans name but the board
  /// does not have.
  ///
  /// - Parameters:
  ///   - counts: The number of plans of each named milestone and iteration.
  ///   - offered: The milestones that the file describes.
  private func unknownPhases(
    _ counts: [Phase.Kind: [ExactString: Int]], on shown: ShownBoard, offered: Phases
  ) -> [Notice] {
    Phase.Kind.allCases.flatMap { kind -> [Notice] in
      let found = (counts[kind] ?? [:])
        .filter { shown.board.phases[kind, $0.key.text] == nil }
        .sorted { $0.key < $1.key }
      let last = found.lastIndex { offered[kind, $0.key.text] != nil }
      let named = found.enumerated().prefix(Self.mostPhasesNamed).map { index, phase in
        let (id, count) = (phase.key.text, CountWords.words(phase.value, "plan"))
        let isOffered = offered[kind, id] != nil
        let adding: Hint = "add it with \(pmgit: "config", "milestone", "add", id)"
        let canAdd = kind == .milestone && Phase.isID(id) && !isOffered
        let words: String =
          "\(count) in \(kind) '\(id.excerpt)', which the board does not have"
        let isLast = index == last.map { min($0, Self.mostPhasesNamed - 1) }
        return Notice.warning(
          Hint(words),
          hints: canAdd ? [adding] : isLast ? [ImportHints.milestones] : [])
      }
      let more = found.count - named.count
      return named + (more > 0 ? [.warning("and \(more) more \(kind.plural)")] : [])
    }
  }

  /// Returns a notice about plans whose move counts as made now; empty if there are none.
  private func movedNow(_ plans: [PlanID], on shown: ShownBoard) throws -> [Notice] {
    guard let first = plans.first else { return [] }
    let title = try shown.snapshot.plan(first).title
    let name = "\(try shown.shortID(first)) '\(title.excerpt)'"
    let words =
      plans.count == 1
      ? "\(name) counts as moved now: "
        + "the source's time is before its last move here, or in the future"
      : "\(plans.count) plans count as moved now, such as \(name): "
        + "the source's times are before their last moves here, or in the future"
    return [Notice(Hint(words))]
  }

  private func settingsImport(
    _ text: ImportText, _ scope: SettingsScope, on snapshot: BoardSnapshot, with plans: [Plan]
  ) throws(ImportError) -> SettingsImport {
    try SettingsImport(
      text, scope, on: snapshot.boardDocument,
      inUse: Set(plans.lazy.filter { !$0.isDeleted }.map { ExactString($0.state) }),
      using: &participant.random)
  }

  /// Returns the commit's subject: `import 40 plans and settings of the board`. Unchanged plans do
  /// not count.
  private static func subject(_ run: ImportRun, changesSettings: Bool) -> String {
    let settings = "settings of the board"
    guard run.changed.isEmpty else {
      let plans = CountWords.words(run.changed.count, "plan")
      return "import \(plans)" + (changesSettings ? " and \(settings)" : "")
    }
    if changesSettings { return "import \(settings)" }
    // Only remembered values of a source changed, or links of other plans.
    return run.noted > 0 ? "note \(CountWords.words(run.noted, "imported plan"))" : "import links"
  }
}
