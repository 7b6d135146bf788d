import PlanFormats
package import PlanModel
import PlanStore
import PlanView

/// The outcome of an import. It has the members of its tally, too.
@dynamicMemberLookup
package struct PlansImported {
  package let report: ImportReport
  let tally: ImportTally
  package let settings: ImportedSettings
  let change: Change
  /// The board after the import.
  package let after: ShownBoard
  package let isDryRun: Bool
  let hints: ImportHints
  package internal(set) var notices: [Notice] = []
  /// The file of another tool that the plans come from; nil for pmgit's own format.
  package internal(set) var tracker: TrackerImport?
  /// The plans for which a clone that has not synced may already have created an issue, each with
  /// that issue.
  var doubtful: [PlanID: String] = [:]

  package subscript<Value>(dynamicMember member: KeyPath<ImportTally, Value>) -> Value {
    tally[keyPath: member]
  }

  package var unchanged: Int {
    tally.count - tally.added - tally.updated + report.alreadyDeleted
  }
  /// The columns that imported plans name but the board lacks, each with its number of plans.
  package var unknownColumns: [ExactString: Int] {
    tally.states.filter { after.board[column: $0.key.text] == nil }
  }
  package var didChange: Bool { change.didChange }
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
    ignored = scope == .all ? text.ignoredSettings : []
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
  package var hints = ImportHints.file(command: nil)
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
    try await importPlans(.lines(try input.inUTF8()), options)
  }

  /// Imports the plans of a file, in one commit.
  func importPlans(_ file: ImportedFile, _ options: ImportOptions) async throws -> PlansImported {
    let author = try author()
    let text = try read(file, me: author.person)
    // Without readable settings, every line of the file would seem to name unknown columns.
    guard text.problems.isEmpty || options.settings == .nothing else {
      throw ImportError(text.problems)
    }
    let (change, done) = try await store.change(by: author) { transaction in
      // The lines state the final values of plans, so rules do not run.
      transaction.skipsRules = true
      let snapshot = transaction.before
      let plans = try snapshot.plans().plans
      let settingsOf = { scope in
        try self.settingsImport(text, scope, on: snapshot, with: plans)
      }
      let settings = try settingsOf(options.settings)
      transaction.deriveBoard(settings.additions)
      transaction.editBoard(settings.changes)
      let run = try importRun(
        text, in: file, settings.board, over: plans, on: snapshot, options, by: author.person)
      transaction.write({ writer in try run.write(to: writer) }) {
        Self.subject(run.tally, changesSettings: !settings.edits.isEmpty)
      }
      let all = try settingsOf(text.settings == nil ? .nothing : .all)
      let imported = ImportedSettings(
        text, options.settings, made: settings, wouldChange: !all.edits.isEmpty)
      return (CommitMessage(subject: "import plans", plans: []), (run: run, settings: imported))
    }
    var imported = PlansImported(
      report: done.run.report, tally: done.run.tally, settings: done.settings, change: change,
      after: shown(change.after), isDryRun: participant.isDryRun, hints: options.hints)
    imported.notices =
      repairedSettings(by: change)
      + unknownPhases(of: imported, offered: text.settings?.phases ?? Phases([]))
      + noticed { try namesakes(of: done.run.tally.names, on: done.run.existing) }
      + (try movedNow(done.run.movedNow, on: imported.after))
    return imported
  }

  /// Prepares the second reading of an import, which writes the plans.
  ///
  /// - Parameters:
  ///   - board: The board's settings after the import.
  ///   - existing: The plans of the board.
  private func importRun(
    _ text: ImportText, in file: ImportedFile, _ board: Board, over existing: [Plan],
    on snapshot: BoardSnapshot, _ options: ImportOptions, by person: String
  ) throws -> ImportRun {
    let lines = try ImportedLines(
      of: text, in: file, board: board, keepsUnknownStates: options.settings == .all)
    let lasts = try snapshot.board.columns.compactMap {
      try store.ends(of: $0.id, in: snapshot).last
    }
    let ranks = Rank.spread(
      lines.headings.count, at: now, after: lasts.max(by: Rank.isLess), using: &participant.random)
    var steps = try ImportSteps(
      of: lines.headings, problems: lines.problems, existing: existing, board: board,
      restoresDeleted: options.restoresDeleted, now: now, person: person,
      using: &participant.random)
    (steps.bases, steps.kindsOnly) = (options.bases, options.kindsOnly)
    return ImportRun(
      lines, ranks: ranks, steps, over: existing, shownOn: snapshot.board, options, for: self)
  }

  /// Reads all lines of an import for the first time.
  private func read(_ file: ImportedFile, me: String) throws -> ImportText {
    defer { store.onReading(nil) }
    switch file {
    case .lines(let input):
      var text = ImportText(me: me)
      var count = 0
      try input.eachLine { line, offset in
        text.read(line, at: offset)
        count += 1
        store.report(.lines, done: count)
        return !text.isAtEnd
      }
      return text
    case .tracker(let plans):
      var text = ImportText(me: me, settings: plans.settings)
      for index in 0..<plans.count {
        text.add(plans.line(at: index), at: index..<index + 1)
        store.report(.lines, done: index + 1)
      }
      return text
    }
  }

  /// The most unknown milestones and iterations of an import that are named.
  private static let mostPhasesNamed = 5

  /// Returns warnings about the milestones and iterations that imported plans name but the board
  /// does not have.
  ///
  /// - Parameter offered: The milestones that the file describes.
  private func unknownPhases(
    of imported: PlansImported, offered: Phases
  ) -> [Notice] {
    Phase.Kind.allCases.flatMap { kind -> [Notice] in
      let found = (imported.phases[kind] ?? [:])
        .filter { imported.after.board.phases[kind, $0.key.text] == nil }
        .sorted { $0.key < $1.key }
      let last = found.lastIndex { offered[kind, $0.key.text] != nil }
      let named = found.enumerated().prefix(Self.mostPhasesNamed).map { index, phase in
        let (id, count) = (phase.key.text, CountWords.words(phase.value, "plan"))
        let isOffered = offered[kind, id] != nil
        let adding: Hint = "add it with \(pmgit: "milestone", "add", id)"
        let canAdd = kind == .milestone && Phase.isID(id) && !isOffered
        let words: String =
          "\(count) in \(kind) '\(id.excerpt)', which the board does not have"
        let isLast = index == last.map { min($0, Self.mostPhasesNamed - 1) }
        return Notice.warning(
          Hint(words),
          hints: canAdd ? [adding] : isLast ? [imported.hints.milestones] : [])
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
  private static func subject(_ tally: ImportTally, changesSettings: Bool) -> String {
    let settings = "settings of the board"
    guard tally.changed.isEmpty else {
      let plans = CountWords.words(tally.changed.count, "plan")
      return "import \(plans)" + (changesSettings ? " and \(settings)" : "")
    }
    if changesSettings { return "import \(settings)" }
    // Only remembered values of a source changed, or links of other plans.
    let noted = CountWords.words(tally.noted, "imported plan")
    return tally.noted > 0 ? "note \(noted)" : "import links"
  }
}
