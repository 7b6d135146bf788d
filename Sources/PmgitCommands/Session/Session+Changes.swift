import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Reports a command's change in the words of its action.
  func report(_ changes: PlanChanges) throws {
    if options.json { show(try Documents.changes(changes, only: briefMembers)) }
    try showBriefly(changes)
    guard !changes.plans.isEmpty else { return report(changes.notices + readings) }
    report(done: changes.isDryRun ? try showDryRun(changes) : try changes.outcome())
    report(changes.notices + readings)
    guard changes.didChange, !changes.isDryRun else { return }
    if changes.named.count > PlanChanges.mostNamed {
      report(hint: "take it back with \(pmgit: "undo")")
    }
    try reportUnshared()
  }

  /// Prints the short ids of changed plans, one per line, if `--brief` was given without `--json`.
  /// The board's own settings are `board`.
  func showBriefly(_ plans: [PlanID], withSettings: Bool = false, on shown: ShownBoard) throws {
    guard isBrief, !options.json else { return }
    let ids = (withSettings ? ["board"] : []) + (try plans.map { try shown.shortID($0) })
    context.output.result(ids.map { $0 + "\n" }.joined())
  }

  /// Prints the short ids of the plans that a change altered; see
  /// `showBriefly(_:withSettings:on:)`.
  func showBriefly(_ changes: PlanChanges, withSettings: Bool = false) throws {
    try showBriefly(
      changes.didChange ? changes.named : [], withSettings: withSettings, on: changes.after)
  }

  /// The members of plans in a document: only the id with `--brief`; nil for all.
  var briefMembers: PlanMembers? { isBrief ? .id : nil }

  /// Reports once a day how many changes are not shared yet, if messages go to a terminal and
  /// `reportsUnshared` is set.
  func reportUnshared() throws {
    guard reportsUnshared, context.terminal.errorIsTerminal, !isSilent, !workspace.syncsByItself,
      let waiting = try workspace.unsharedWords(), workspace.isDue(.unshared)
    else { return }
    report(StyledText(words(of: waiting), .muted))
  }

  /// Shows what a change would do to each plan, which is the result of `--dry-run`, and returns the
  /// outcome in words.
  private func showDryRun(_ changes: PlanChanges) throws -> String {
    let lines = try changes.lines()
    let changed = lines.compactMap { line in line.words.map { (plan: line.plan, words: $0) } }
    show(
      rows: try changed.map { plan, words in
        [try changes.after.shortID(plan.id), words, plan.title]
      }, records: changed.map { PlainRecord([$0.plan.id.text, $0.words, $0.plan.title]) })
    return try changes.dryRunOutcome(altering: changed.count, of: lines.count)
  }

  /// Shows what a change does to each plan or conflict, unless `--json` or `--brief` was given.
  func show(rows: [[String]], records: [PlainRecord]) {
    guard !options.json, !isBrief, !rows.isEmpty else { return }
    let form = TableText(rows: rows.map { $0.map { StyledText($0) } }, records: records)
    context.output.result(context.terminal.text(form))
  }

  /// Reports a change of the board's settings.
  func report(_ change: BoardChange) throws {
    if options.json { show(Documents.changed(change)) }
    try showBriefly([], withSettings: change.didChange, on: change.after)
    report(done: change.outcome)
    report(change.notices)
    if change.didChange, !change.isDryRun { try reportUnshared() }
  }

  /// Reports the plans that a closed milestone or iteration left open, and where they were moved.
  func report(_ closed: PhaseClosed) throws {
    let changes = closed.changes
    if options.json { show(try Documents.closed(closed, only: briefMembers)) }
    try showBriefly(changes.changed, withSettings: changes.didChange, on: changes.after)
    let board = changes.after.board
    let plans = try changes.plans.map { try changes.after.plan($0) }
    show(
      rows: try plans.map { plan in
        [try changes.after.shortID(plan.id), board.title(of: plan.state), plan.title]
      }, records: plans.map { PlainRecord([$0.id.text, $0.state, $0.title]) })
    report(done: closed.outcome)
    report(changes.notices)
    if changes.didChange, !changes.isDryRun { try reportUnshared() }
  }
}
