import ArgumentParser
import PlanActions
import PlanModel
import PlanScreen

extension ScreenSource {
  /// Makes a change by the action of the command that does the same, and reports it in the words of
  /// that command.
  ///
  /// - Parameter commit: The board's commit that the person saw; nil for the newest.
  func make(_ change: ScreenChange, on commit: String?) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    // These depend on the newest changes, or ask the remote.
    switch change {
    case .undo: return try await run(UndoCommand.parse(["--yes"]), messages)
    case .redo: return try await run(RedoCommand.parse(["--yes"]), messages)
    case .take(let ids):
      for id in ids { try await TakeCommand.parse([id.text]).run(in: context(messages)) }
      return messages.outcome(ids)
    case .add(let line, let column):
      let place = column.map { ["--state", $0] } ?? []
      return try await run(AddCommand.parse(place + ["--quick", "--", line]), messages)
    default: break
    }
    let session = try session(messages)
    if let commit { try session.workspace.decide(on: commit) }
    return messages.outcome(try await make(change, session))
  }

  /// Runs a command, whose result is the id of a plan or nothing.
  private func run(
    _ command: some PmgitCommand, _ messages: ScreenMessages
  ) async throws -> ScreenOutcome {
    try await command.run(in: context(messages))
    let ids = messages.result.split(separator: "\n").compactMap { PlanID(String($0)) }
    return messages.outcome(ids)
  }

  /// - Returns: The plans that the change is about.
  private func make(_ change: ScreenChange, _ session: Session) async throws -> [PlanID] {
    let workspace = session.workspace
    switch change {
    case .move(let ids, let column, let place):
      let moved = try await workspace.move(
        MovePlans(Self.named(ids), to: column, at: Place(place)))
      try session.report(moved.changes, as: "moved", to: moved.column.title)
      return ids
    case .set(let ids, let field, let value):
      var fields = FieldChanges()
      switch field {
      case .title: fields.title = value
      case .body: fields.body = Lines.entered(value)
      case .state: fields.state = value
      default: fields[field] = value
      }
      return try await edit(ids, fields, session)
    case .label(let ids, let added, let removed):
      var fields = FieldChanges()
      fields[.labels] = FieldChanges.SetChange(added: added, removed: removed)
      return try await edit(ids, fields, session)
    case .assign(let ids, let added, let removed):
      var fields = FieldChanges()
      fields[.assignees] = FieldChanges.SetChange(added: added, removed: removed)
      return try await edit(ids, fields, session)
    case .addLine(let id, let text):
      var fields = FieldChanges()
      fields.checklist = [text]
      return try await edit([id], fields, session)
    case .link(let id, let text):
      var fields = FieldChanges()
      fields[.links] = FieldChanges.SetChange(added: [text])
      return try await edit([id], fields, session)
    case .tick(let id, let item, let isDone):
      let changes = try await workspace.check(
        CheckLines(Self.named([id]), lines: .named([item]), action: isDone ? .check : .uncheck))
      try session.report(changes, as: isDone ? "ticked a line of" : "unticked a line of")
      return [id]
    case .comment(let ids, let text):
      let changes = try await workspace.comment(
        CommentOnPlan(Self.named(ids), text: Lines.entered(text)))
      try session.report(changes, as: "commented on")
      return ids
    case .delete(let ids):
      let changes = try await workspace.delete(Self.named(ids))
      try session.report(changes, as: "deleted", unchanged: .deleted)
      return ids
    case .resolve(let subject, let field, let decision):
      let open = try workspace.openConflict(subject, field: field)
      if case .value(let value) = decision {
        try workspace.page(for: open).requireDecided(Lines.entered(value))
      }
      try await session.resolve(open, by: Decision(decision))
      return open.subject.plan.map { [$0] } ?? []
    case .undo, .redo, .take, .add: return []
    }
  }

  private func edit(
    _ ids: [PlanID], _ fields: FieldChanges, _ session: Session
  ) async throws -> [PlanID] {
    let changes = try await session.workspace.edit(EditPlan(Self.named(ids), fields: fields))
    try session.report(changes, as: "edited", unchanged: UnchangedWords(fields))
    return ids
  }

  private static func named(_ ids: [PlanID]) -> PlanChoice { .named(ids.map(\.text)) }

  /// Opens a text of a plan in the editor, as the command does that edits it, and reports what was
  /// changed.
  func edit(_ id: PlanID, _ text: ScreenEffect.EditedText) async throws -> ScreenOutcome {
    let messages = ScreenMessages()
    let context = context(messages, isEditing: true)
    switch text {
    case .body, .plan: try await EditCommand.parse([id.text]).run(in: context)
    case .comment: try await CommentCommand.parse([id.text]).run(in: context)
    }
    return messages.outcome([id])
  }

  /// Shares the board, and reports what came and went.
  ///
  /// - Parameter report: Receives what the sync waits for, in words.
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
  init(_ place: ScreenPlace) {
    self =
      switch place {
      case .usual: .unsaid
      case .top: .top
      case .bottom: .bottom
      case .before(let id): .before(id.text)
      case .after(let id): .after(id.text)
      }
  }
}

extension Decision {
  init(_ decision: ScreenDecision) {
    self =
      switch decision {
      case .take(let number): .take(number)
      case .value(let text): .value(text)
      }
  }
}
