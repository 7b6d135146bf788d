/// The results of an import that concern more than one step.
package struct ImportReport: Sendable {
  /// Plans outside the import that get new links, because they name imported plans by alias.
  package fileprivate(set) var relinked: [ImportStep] = []
  /// Plans that have a line but are deleted here, and are not restored.
  package fileprivate(set) var leftOut: [PlanID] = []
  /// Plans that were deleted here and that the import restores.
  package fileprivate(set) var restored: [PlanID] = []
  /// The number of lines whose plan is deleted both in the file and here.
  package fileprivate(set) var alreadyDeleted = 0
  /// Plans that a line deletes but that were changed here later; they are kept.
  package fileprivate(set) var changedSinceDeletion: [PlanID] = []
  /// Links to targets that are neither on the board nor in the import; they are kept.
  package fileprivate(set) var danglingLinks: [(plan: PlanID, link: Link)] = []
  /// The dropped values as text, each with the number of lines that have it.
  package fileprivate(set) var ignored: [String: Int] = [:]
  /// The unknown members that the plans keep, each with the number of lines that have it.
  package fileprivate(set) var unknown: [ExactString: Int] = [:]

  /// - Parameters:
  ///   - line: The line of a plan that the import creates or changes.
  ///   - step: The plan's step, whose links are not edited yet.
  ///   - old: The plan before the import; nil for a new plan.
  fileprivate mutating func note(_ line: ImportLine, _ step: ImportStep, of old: Plan?) {
    for words in line.ignored { ignored[words, default: 0] += 1 }
    if !line.files.isSubset(of: old?.files.map(\.id) ?? []) {
      ignored["'files', because their contents are not in the file", default: 0] += 1
    }
    if step.isNew, line.hasConflicts {
      ignored["a value in 'conflicts' that is not shown", default: 0] += 1
    }
    if step.leavesOutEntry {
      // Whether the plan moves is known only after the merge; see `ImportNotes.isEntryUnknown`.
      if step.tracker != nil, !step.isNew { return noteUnknown(of: line) }
      let words =
        step.isNew
        ? "a 'closed', 'moved' or 'started' in the future"
        : "a 'closed', 'moved' or 'started' not between the last move of the plan and now"
      ignored[words, default: 0] += 1
    }
    noteUnknown(of: line)
  }

  private mutating func noteUnknown(of line: ImportLine) {
    for member in line.unknown { unknown[member, default: 0] += 1 }
  }
}

/// The steps of an import, made one after another, so that they need not be in memory together.
package struct ImportSteps {
  /// The results of the steps so far.
  package private(set) var report = ImportReport()
  private let pairing: ImportPairing
  private let existing: [Plan]
  let board: Board
  let now: Timestamp
  let person: String
  private let restoresDeleted: Bool
  private let headings: [ImportHeading]
  /// The states of plans when their lines were exported from this board.
  package var bases: [PlanID: ImportBase] = [:]
  /// The aliases of plans whose source only records whether they are done.
  package var kindsOnly: Set<ExactString> = []
  /// The number of lines so far.
  private var count = 0

  /// Pairs lines with plans.
  ///
  /// A line belongs to the plan with its `id`, else to the plan with one of its `aliases`, else to
  /// a new plan.
  ///
  /// - Parameters:
  ///   - lines: The headings of all lines without problems.
  ///   - problems: The problems of the other lines. They are thrown together with those found here.
  ///   - existing: All plans of the board, including deleted ones.
  ///   - restoresDeleted: Whether to restore plans that are deleted here but not in the file.
  ///   - now: The creation time of plans whose line has none.
  ///   - person: The creator of plans whose line has none.
  package init(
    of lines: [ImportHeading], problems: [ImportError.Problem], existing: [Plan], board: Board,
    restoresDeleted: Bool, now: Timestamp, person: String,
    using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    do {
      pairing = try ImportPairing(lines, existing: existing, using: &generator)
    } catch {
      throw ImportError((problems + error.problems).sorted { $0.line < $1.line })
    }
    guard problems.isEmpty else { throw ImportError(problems) }
    (self.board, self.now, self.person) = (board, now, person)
    (self.existing, self.restoresDeleted, headings) = (existing, restoresDeleted, lines)
  }

  /// Returns the step of the next line; nil for the line of a deleted plan that is not restored.
  ///
  /// The values of a line with an id replace the plan's. Set members are only added, because the
  /// line's source can't know members that were added here. If the plan's state at the export is
  /// known, the line is merged with the changes since then; see `ImportBase`. A line without an id
  /// comes from another tracker, and is merged too; see `TrackerMerge`.
  ///
  /// A link to an alias becomes a link to the plan with this alias when either of the two plans is
  /// imported. So the order in which several files are imported does not matter.
  ///
  /// - Parameters:
  ///   - line: The next of the lines that were given to the initializer.
  ///   - rank: The rank of a new plan.
  package mutating func next(
    _ line: ImportLine, rank: String, using generator: inout some RandomNumberGenerator
  ) -> ImportStep? {
    let id = pairing.ids[count]
    count += 1
    let old = pairing.existing[id]
    if let old, old.isDeleted, !restores(id, line) { return nil }
    let base = old == nil || line.id == nil ? nil : bases[id]
    let line = base?.leavingOutItems(of: line) ?? line
    var step = self.step(for: line, id: id, old: old, rank: rank, using: &generator)
    step.base = base
    for link in line.links {
      if !pairing.isKnown(link) { report.danglingLinks.append((id, link)) }
      if step.tracker == nil {
        step.edits.append(.add(pairing.resolved(link).description, to: .links))
      }
    }
    step.tracker?.resolve = { [pairing] link in pairing.resolved(link) }
    if line.aliases.contains(where: { kindsOnly.contains(ExactString($0)) }) {
      step.tracker?.kinds = board
    }
    let accounts = board.accounts
    step.tracker?.accounts = line.aliases.first.flatMap(Account.tracker).map(accounts.of)
    if let old {
      if old.isDeleted { step.edits.append(PlanDocument.restoration) }
      step.edits += pairing.relinkingEdits(of: old)
      if line.deletion != nil, step.deletion == nil { report.changedSinceDeletion.append(id) }
    }
    report.note(line, step, of: old)
    return step
  }

  /// Whether the line of a plan that is deleted here restores it. Records the outcome.
  private mutating func restores(_ id: PlanID, _ line: ImportLine) -> Bool {
    guard line.deletion == nil else {
      report.alreadyDeleted += 1
      return false
    }
    guard restoresDeleted else {
      report.leftOut.append(id)
      return false
    }
    report.restored.append(id)
    return true
  }

  /// Returns the steps that finish open plans whose sources no longer have them.
  ///
  /// - Parameters:
  ///   - column: The column of finished plans.
  ///   - aliases: Aliases whose sources are included even if no line has them.
  /// - Throws: `ImportError` if no alias names a source.
  package func closeMissing(
    in column: Column, on board: Board, of aliases: [String] = []
  ) throws(ImportError) -> [ImportStep] {
    let lines = headings.filter { $0.id == nil }.flatMap(\.aliases)
    let sources = Set((lines + aliases).compactMap(ImportSource.init))
    guard !sources.isEmpty else {
      throw ImportError(
        line: 0,
        reason: "no plan of the input has an alias, so it is unknown which plans are missing")
    }
    return pairing.missing(from: sources).compactMap { plan, alias in
      guard board.kind(of: plan.state) != .done else { return nil }
      var step = ImportStep(id: plan.id, isNew: false, edits: [])
      step.tracker = TrackerValues(closing: alias, in: column.id, now: now)
      if !kindsOnly.isEmpty { step.tracker?.kinds = board }
      return step
    }
  }

  /// Returns the steps of plans outside the import, after those of all lines.
  package mutating func relinkOthers() -> [ImportStep] {
    let imported = Set(pairing.ids)
    // A deletion holds only for the content it was made for, so deleted plans are left unchanged.
    for plan in existing where !plan.isDeleted && !imported.contains(plan.id) {
      let edits = pairing.relinkingEdits(of: plan, onlyToImported: true)
      guard !edits.isEmpty else { continue }
      report.relinked.append(ImportStep(id: plan.id, isNew: false, edits: edits))
    }
    return report.relinked
  }
}
