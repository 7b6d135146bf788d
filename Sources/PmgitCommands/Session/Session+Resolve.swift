import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Decides a conflict and reports it.
  @discardableResult
  func resolve(_ open: OpenConflict, by decision: Decision) async throws -> PlanChanges {
    let changes = try await workspace.resolve(open, by: decision)
    switch open.subject {
    case .plan: try report(changes)
    case .board:
      if options.json { show(Documents.changedBoard(changes)) }
      try showBriefly([], withSettings: changes.didChange, on: changes.after)
      report(done: try changes.outcome())
      report(changes.notices)
    }
    return changes
  }

  /// Lets the person edit the value of a conflict, beginning with the shown value or the texts
  /// merged line by line, and decides the conflict for the result.
  ///
  /// - Parameter merging: Whether the texts must be merged line by line. Texts that merge cleanly
  ///   are saved without the editor; other values than texts are an error.
  /// - Returns: Whether the conflict was decided.
  @discardableResult
  func resolveInEditor(_ open: OpenConflict, merging: Bool) async throws -> Bool {
    let proposed = try workspace.page(for: open)
    if merging {
      guard let merged = proposed.merged else { throw Problem.notMergeable(open.field) }
      if merged.isClean {
        try await resolve(open, by: .lines(merged.lines))
        return true
      }
    }
    let page = EditorPage(open.conflict, proposed)
    let draft = try await edit(page.text, for: .resolve)
    guard let lines = page.changedLines(in: draft.text) else {
      draft.discard()
      let other = proposed.merged?.isClean == true ? "--merge" : "--take 1"
      report(done: "nothing was decided: the text is as it was; \(other) decides for it")
      return false
    }
    guard !lines.trimmingEmptyLines.isEmpty else {
      // An emptied page means giving up, as in 'edit' and 'comment'.
      draft.discard()
      report(done: "nothing was decided: the text is empty; --value '' decides for an empty one")
      return false
    }
    try await draft.keepOnFailure {
      try proposed.requireDecided(lines)
      try await resolve(open, by: .value(Lines.joined(lines.trimmingEmptyLines)))
    }
    return true
  }
}

// MARK: - Rules

extension Session {
  /// Decides conflicts by a rule, and reports which were decided and which were not.
  ///
  /// - Parameter names: As in `Workspace.resolve(_:field:by:)`.
  func resolve(_ names: [String]?, field: String?, by rule: ConflictRule) async throws {
    let outcome = try await workspace.resolve(names, field: field, by: rule)
    report(on: outcome.shown)
    if options.json { show(try Documents.resolved(outcome, only: briefMembers)) }
    try showBriefly(outcome.changes, withSettings: !outcome.changes.decidedOnBoard.isEmpty)
    if outcome.changes.isDryRun { try showDryRun(outcome) }
    report(try outcome.words())
    if outcome.decided.count > 1, !outcome.changes.isDryRun {
      report(hint: "take all of it back with \(pmgit: "undo")")
    }
  }

  /// Shows the values that a rule would choose: the result of `--dry-run`.
  private func showDryRun(_ outcome: ConflictsResolved) throws {
    let rows = try outcome.decided.map { entry in
      let id = try entry.subject.plan.map { try outcome.changes.after.shortID($0) }
      return [id ?? "board", entry.field, entry.words]
    }
    show(
      rows: rows,
      records: zip(outcome.decided, rows).map { entry, row in
        PlainRecord([entry.subject.plan?.text ?? "board"] + row.dropFirst())
      })
  }
}

/// Shows one conflict after another, and lets the person at the terminal decide or skip each.
///
/// Each decision is a separate change, so decisions stay if the person quits.
struct ConflictWalk {
  private var session: Session
  private let found: ConflictsListed
  private let list: ConflictList
  private var decided = 0

  /// Whether there is a person who can be asked, and results go to a terminal.
  static func isPossible(in session: Session) -> Bool {
    session.context.canAsk && session.context.terminal.isTerminal && !session.options.json
  }

  init(in session: Session) throws {
    self.session = session
    // Printed only once, at the end.
    self.session.reportsUnshared = false
    found = try session.workspace.conflicts()
    list = try found.list()
  }

  /// Shows the conflicts one after another until the person quits.
  ///
  /// - Parameters:
  ///   - subject: The plan or the settings whose conflicts are shown; nil for all.
  ///   - field: The field whose conflict is shown; nil for all.
  mutating func run(of subject: ConflictSubject? = nil, field: String? = nil) async throws {
    session.report(on: found.shown)
    let waiting = found.waiting(of: subject, field: field)
    guard !waiting.isEmpty else {
      return session.report([.noConflicts])
    }
    for conflict in waiting {
      // An earlier decision may have hidden the plan.
      guard let open = try session.workspace.stillOpen(conflict) else { continue }
      show(conflict)
      guard try await decide(open) else { break }
    }
    let left = try session.workspace.conflicts().waiting(of: subject, field: field).count
    session.report(
      "decided \(CountWords.words(decided, "conflict"))" + (left > 0 ? ", \(left) left" : ""))
    if decided > 1 {
      session.report(hint: "take them back with \(pmgit: "undo", String(decided))")
    }
    session.reportsUnshared = decided > 0
    try session.reportUnshared()
  }

  private func show(_ waiting: OpenConflict) {
    let id = waiting.subject.plan?.text ?? "board"
    let form = ConflictText(list.only(waiting.conflict.path, of: id))
    session.context.output.result(session.context.terminal.text(form))
  }

  /// Shows every value: texts in full, others in words.
  private func view(_ open: OpenConflict) {
    let texts = zip(open.conflict.values, open.words).map { $0.value.lines ?? [$1] }
    let lines = texts.enumerated().flatMap { index, lines in
      [StyledText("── \(index + 1)", .heading)] + lines.map { StyledText($0) }
    }
    session.context.output.result(session.context.terminal.text(lines))
  }

  /// Asks until the person decides or skips the conflict.
  ///
  /// - Returns: false if the person quits.
  private mutating func decide(_ open: OpenConflict) async throws -> Bool {
    let count = open.conflict.values.count
    let numbers = count == 2 ? "1 or 2" : "1 to \(count)"
    while true {
      session.context.output.message("take \(numbers), (v)iew, (e)dit, (s)kip or (q)uit? ")
      guard let answer = session.context.readLine() else {
        // The prompt does not end with a line feed.
        session.context.output.message("\n")
        return false
      }
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "q", "quit": return false
      case "s", "skip": return true
      case "v", "view": view(open)
      case "e", "edit":
        let isDecided = try await attempt { [session] in
          try await session.resolveInEditor(open, merging: false)
        }
        if isDecided { return true }
      case let text:
        guard let number = Int(text), (1...count).contains(number) else {
          session.report("type a number from 1 to \(count), or v, e, s or q")
          continue
        }
        let isOver = try await attempt { [session] in
          try await session.resolve(open, by: .take(number))
          return true
        }
        if isOver { return true }
      }
    }
  }

  /// Runs a decision. If it fails, reports the problem, so that the person can be asked again.
  ///
  /// - Returns: Whether the conflict is finished: it was decided, or its values have changed
  ///   meanwhile.
  private mutating func attempt(_ decision: () async throws -> Bool) async throws -> Bool {
    do {
      guard try await decision() else { return false }
      decided += 1
      return true
    } catch {
      let problem = Problem(error)
      session.show(problem)
      // The values are no longer those that were shown.
      return problem.code == .changedMeanwhile
    }
  }
}
