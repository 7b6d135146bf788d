import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

extension Session {
  /// Decides a conflict and reports it.
  func resolve(_ open: OpenConflict, by decision: Decision) async throws {
    let changes = try await workspace.resolve(open, by: decision)
    switch open.subject {
    case .plan:
      try report(
        changes, as: "resolved \(open.field) of", ending: decision.words(for: open),
        deciding: open.field)
    case .board:
      if options.json { show(Documents.changedBoard(changes)) }
      tell(
        changes.isRehearsal
          ? "would have resolved \(open.field) of the board; nothing was changed"
          : "resolved \(open.field) of the board")
      tell(changes.notices)
    }
  }

  /// Decides a conflict with the person's edit of all its values, or of the texts merged line by
  /// line.
  ///
  /// - Parameter merging: Whether texts that merge cleanly need no edit.
  /// - Returns: Whether it was decided.
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
      tell("nothing was decided: the text is as it was; \(other) decides for it")
      return false
    }
    guard !lines.trimmingEmptyLines.isEmpty else {
      // An emptied page means giving up, as in 'edit' and 'comment'.
      draft.discard()
      tell("nothing was decided: the text is empty; --value '' decides for an empty one")
      return false
    }
    try await draft.keepOnFailure {
      try proposed.requireDecided(lines)
      try await resolve(open, by: .value(Lines.joined(lines.trimmingEmptyLines)))
    }
    return true
  }
}

extension Decision {
  /// Returns words such as `: kept` for the value that a number means; empty for a text that the
  /// person wrote.
  fileprivate func words(for open: OpenConflict) -> String {
    guard case .take(let number) = self, open.words.indices.contains(number - 1) else { return "" }
    return ": \(open.words[number - 1])"
  }
}

// MARK: - Rules

extension Session {
  /// The most conflicts that messages name.
  private static let mostNamed = 10

  /// Decides conflicts by a rule, and reports which were decided and which were not.
  func resolve(_ request: ResolveByRule) async throws {
    let outcome = try await workspace.resolve(request)
    tell(of: outcome.shown, missing: outcome.missing)
    if options.json { show(try Documents.resolved(outcome)) }
    guard !outcome.decided.isEmpty else {
      return tell("nothing to decide: there are no conflicts")
    }
    let count = CountWords.words(outcome.decided.count, "conflict")
    if outcome.changes.isRehearsal {
      try showRehearsal(outcome)
      tell("would have resolved \(count) by \(outcome.rule.option); nothing was changed")
    } else if outcome.decided.count > Self.mostNamed {
      tell("resolved \(count) by \(outcome.rule.option)")
    } else {
      for entry in outcome.decided {
        tell("resolved \(try place(of: entry, outcome)): \(entry.words)")
      }
    }
    try tellOfLeft(outcome)
    tell(outcome.changes.notices)
    if outcome.decided.count > 1, !outcome.changes.isRehearsal {
      tell(hint: "take all of it back with \(pmgit: "undo")")
    }
  }

  private func tellOfLeft(_ outcome: ConflictsResolved) throws {
    for entry in outcome.left.prefix(Self.mostNamed) {
      tell("left \(try place(of: entry, outcome)): \(entry.reason?.words ?? "")")
    }
    let more = outcome.left.count - Self.mostNamed
    if more > 0 { tell("left \(CountWords.words(more, "more conflict"))") }
    guard !outcome.left.isEmpty else { return }
    tell(hint: "see the values with \(pmgit: "conflicts"), and decide with \(pmgit: "resolve")")
  }

  /// Returns words such as `title of k7m2`.
  private func place(
    of entry: ConflictsResolved.Entry, _ outcome: ConflictsResolved
  ) throws -> String {
    let owner = try entry.subject.plan.map { try outcome.changes.after.shortID($0) }
    return "\(entry.field) of \(owner ?? "the board")"
  }

  /// Shows the values that a rule would choose: the result of `--dry-run`.
  private func showRehearsal(_ outcome: ConflictsResolved) throws {
    guard !options.json else { return }
    let rows = try outcome.decided.map { entry in
      let id = try entry.subject.plan.map { try outcome.changes.after.shortID($0) }
      return [id ?? "board", entry.field, entry.words]
    }
    let form = TableText(
      headings: ["", "", ""], rows: rows.map { $0.map { StyledText($0) } },
      records: zip(outcome.decided, rows).map { entry, row in
        PlainRecord([entry.subject.plan?.text ?? "board"] + row.dropFirst())
      },
      nothing: "nothing would change")
    context.output.result(context.terminal.text(form))
  }
}
