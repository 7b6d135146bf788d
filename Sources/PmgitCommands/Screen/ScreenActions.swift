import PlanActions
import PlanModel
import PlanScreen

extension ScreenSource {
  /// Makes a change with the action of the corresponding command, and reports it in the words of
  /// that command.
  ///
  /// - Parameter commit: The board's commit that the person saw; nil for the newest. An undo or
  ///   redo applies to the last change, or the last undo, of the person as of this commit.
  func make(_ change: ScreenChange, on commit: String?) async throws -> ScreenOutcome {
    switch change {
    case .take(let ids): return try await take(ids)
    // An undo may restore a commit that another program made.
    case .undo: return try await takeBack(made: []) { try await $0.undo(1, basis: commit) }
    case .redo: return try await takeBack { try await $0.redo(basis: commit) }
    case .add(let line, let column): return try await add(line, to: column)
    default:
      let messages = ScreenMessages()
      let session = try session(messages)
      if let commit { try session.workspace.base(on: commit) }
      let changes = try await make(change, session)
      if let changes { messages.note(changes.after, ifChanged: changes.didChange) }
      return messages.outcome(changes?.plans ?? [])
    }
  }

  private func takeBack(
    made: [String]? = nil, _ action: (Workspace) async throws -> UndoOutcome
  ) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    let session = try session(messages)
    let outcome = try await action(session.workspace)
    messages.note(outcome.after, ifChanged: outcome.didChange)
    try session.report(outcome)
    return messages.outcome(made: made)
  }

  private func add(_ line: String, to column: String?) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    let session = try session(messages)
    let quick = try session.workspace.quickPlan(line)
    let fields = column.map { FieldChanges(.state, $0) } ?? FieldChanges()
    let added = try await session.workspace.add(
      session.workspace.request(for: quick, fields: fields))
    try session.report(added: added, quick)
    messages.note(added.after, ifChanged: added.didChange)
    return messages.outcome(added.plans)
  }

  /// Returns what the person must agree to before an undo or a redo; nil if it can be made at once.
  ///
  /// Only small changes that were made on this screen are undone at once. Other changes are shown
  /// first.
  ///
  /// - Parameter madeHere: The commits that were made on this screen.
  func consent(
    to change: ScreenChange, on commit: String?, madeHere: Set<String>
  ) throws -> ScreenConfirmation? {
    switch change {
    case .undo(isAgreed: false):
      let preview = try session(ScreenMessages()).workspace.preview(.undo, basis: commit)
      let isFromHere = madeHere.isSuperset(of: preview.commits)
      if isFromHere, !preview.isLarge { return nil }
      return ScreenConfirmation(
        isFromHere ? preview.words : preview.wordsForOtherProgram, commit: commit)
    case .redo(isAgreed: false):
      let preview = try session(ScreenMessages()).workspace.preview(.redo, basis: commit)
      return preview.isLarge ? ScreenConfirmation(preview.words, commit: commit) : nil
    default: return nil
    }
  }

  /// Returns the id of the person's last change, wherever it was made; nil if there is none.
  func lastChange() throws -> String? { try session(ScreenMessages()).workspace.lastChange() }

  /// Takes plans one after another, because the remote accepts each claim separately. A refused
  /// claim does not stop the others. Throws only if no plan could be taken.
  private func take(_ ids: [PlanID]) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    var taken: [PlanID] = []
    var refusals: [any Error] = []
    var made: [String] = []
    for id in ids {
      do {
        let claim = try await session(messages).take(TakePlan(id.text))
        messages.note(claim.after, ifChanged: claim.didChange)
        taken.append(id)
        // After the claim, a merge with the remote's changes may follow.
        if claim.didChange, let last = try lastChange() { made.append(last) }
      } catch {
        refusals.append(error)
      }
    }
    if taken.isEmpty, let first = refusals.first { throw first }
    guard ids.count > 1 else { return messages.outcome(taken, made: made) }
    let count = refusals.isEmpty ? "\(taken.count)" : "\(taken.count) of \(ids.count)"
    return ScreenOutcome(
      "took \(count) plans", notices: refusals.map { failure($0).message } + messages.all,
      plans: taken, commit: messages.commit, made: made)
  }

  /// Makes a change by the action of the corresponding command.
  ///
  /// - Returns: nil for a change that this function does not make.
  private func make(_ change: ScreenChange, _ session: Session) async throws -> PlanChanges? {
    let workspace = session.workspace
    var changes: PlanChanges
    switch change {
    case .move(let ids, let column, let place):
      changes = try await workspace.move(MovePlans(Self.named(ids), to: column, at: place))
      if let direction = place.direction, let column = changes.wording.column {
        changes.wording = ChangeWords("moved", ending: " \(direction) in \(column)")
      }
    case .edit(let ids, let fields):
      changes = try await workspace.edit(EditPlan(Self.named(ids), fields: fields))
    case .tick(let id, let item, let isDone):
      changes = try await workspace.check(
        CheckLines(Self.named([id]), lines: .named([item]), action: isDone ? .check : .uncheck))
    case .delete(let ids): changes = try await workspace.delete(Self.named(ids))
    case .restore(let ids): changes = try await workspace.restore(Self.named(ids))
    case .resolve(let subject, let field, let decision):
      return try await resolve(subject, field, by: decision, session)
    case .take, .add, .undo, .redo: return nil
    }
    try session.report(changes)
    return changes
  }

  private func resolve(
    _ subject: String, _ field: String, by decision: Decision, _ session: Session
  ) async throws -> PlanChanges {
    let open = try session.workspace.openConflict(subject, field: field)
    if case .value(let value) = decision {
      try session.workspace.page(for: open).requireDecided(Lines.entered(value))
    }
    return try await session.resolve(open, by: decision)
  }

  private static func named(_ ids: [PlanID]) -> PlanChoice { .named(ids.map(\.text)) }

  /// Opens a plan in the editor, like `pmgit edit`, and reports what was changed.
  func edit(_ id: PlanID) async throws -> ScreenOutcome {
    try await inEditor(id) { try await $0.editPlan(id.text, isDraft: false) }
  }

  /// Opens a new comment in the editor, like `pmgit comment`, and reports what was changed.
  func comment(on id: PlanID) async throws -> ScreenOutcome {
    try await inEditor(id) { session in
      try await session.writeComment(on: session.workspace.livePlan(named: id.text).id)
    }
  }

  private func inEditor(
    _ id: PlanID, _ change: (Session) async throws -> Void
  ) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    let session = try session(messages, isEditing: true)
    let before = try lastChange()
    try await change(session)
    let last = try lastChange()
    return messages.outcome([id], made: last == before ? [] : [last].compactMap(\.self))
  }

  /// Opens the values of a conflict in the editor, like `pmgit resolve --edit`, and reports the
  /// decision.
  func decide(_ subject: String, field: String) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    let session = try session(messages, isEditing: true)
    try await session.resolveInEditor(
      session.workspace.openConflict(subject, field: field), merging: false)
    return messages.outcome(PlanID(subject).map { [$0] } ?? [])
  }

  /// Syncs the board, and reports which changes were fetched and pushed.
  ///
  /// - Parameter report: Receives the progress of the sync, in words.
  func sync(_ report: @escaping @Sendable (String) -> Void) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    let session = try session(messages)
    let remote = session.workspace.remote ?? ""
    let waiting = "talking to '\(remote)' …"
    report(waiting)
    session.workspace.onReading { report($0 ?? waiting) }
    session.workspace.onLostRace { report("others are faster; trying again …") }
    try await session.sync(.both)
    return messages.outcome()
  }
}

extension Place {
  /// The direction of a move beside another plan of the column; nil for other moves.
  fileprivate var direction: String? {
    switch self {
    case .before: "up"
    case .after: "down"
    case .unspecified, .top, .bottom: nil
    }
  }
}
