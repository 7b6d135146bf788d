import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct UndoCommand: WritingCommand {
  static let commandName = "undo"
  static let about = CommandConfiguration(
    abstract: "Take back your last changes of the board.",
    usage: "pmgit undo [<count> | --since <moment>] [--list] [<options>]",
    discussion: """
      Your own changes, wherever you made them, the newest first; what others changed
      since stays as it is, and so does what hooks did for commits. On a board that
      was shared before, unshared changes leave no trace. Else undo makes a new
      commit, which syncs like any other change: a plan that you added is deleted,
      and one that you deleted is restored. 'pmgit redo' brings it back. Before an
      undo of more than ten plans, or after a move by a hook, a person is asked; a
      script needs --yes after a move by a hook.

      What was pushed to a URL, and not to a remote with a name, counts as unshared:
      if it comes back with a sync, undo it once more.

      Examples:
        pmgit undo
        pmgit undo --list
        pmgit undo 3
        pmgit undo --since 1h --as claude
        pmgit undo && pmgit redo
        pmgit undo --yes
      """)

  @Argument(
    help: ArgumentHelp(
      "How many changes to take back (default: 1), or to list (default: 20).", valueName: "count"))
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take back all since then: 1h, 14:00, yesterday. With --as, those of an agent.",
      valueName: "moment"),
    completion: .words(of: .moment))
  var since: String?

  @Flag(help: "List what can be taken back, the newest first, with its number.")
  var list = false

  @Flag(help: "Do not ask.")
  var yes = false

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues([since])
    guard count ?? 1 > 0 else { throw ValidationError("the number of changes must be at least 1") }
    guard count == nil || since == nil || list else {
      throw ValidationError("give the number of changes, or --since, but not both")
    }
  }

  func run(in session: Session) async throws {
    if list { return try await list(atMost: count ?? (since == nil ? 20 : .max), in: session) }
    // With its basis, a change that is made meanwhile does not take the place of an older one.
    let all = try since.map { try session.workspace.changesToUndo(since: $0) }
    let (count, basis) = (all?.count ?? count ?? 1, all?.basis)
    if !yes { try session.confirm(.undo, session.workspace.preview(.undo, count, basis: basis)) }
    try session.report(await session.workspace.undo(count, basis: basis))
  }

  /// Lists the changes with the numbers that undo them and all newer ones.
  private func list(atMost count: Int, in session: Session) async throws {
    let found = try session.workspace.undoableChanges(count, since: since)
    if options.json {
      return session.show(Documents.undoable(found, on: session.workspace.name))
    }
    let now = session.workspace.now
    let rows = found.enumerated().map { place, change in
      [
        StyledText("\(place + 1)"), StyledText(change.at.relativeWords(now: now), .muted),
        StyledText(change.subject),
      ]
    }
    let records = found.enumerated().map { place, change in
      PlainRecord(["\(place + 1)", change.at.description, change.subject, change.id.hex])
    }
    try await session.show(
      TableText(rows: rows, records: records, nothing: "there is no change of yours to undo"))
  }
}

struct RedoCommand: WritingCommand {
  static let commandName = "redo"
  static let about = CommandConfiguration(
    abstract: "Bring back what 'undo' took back.", usage: "pmgit redo [<count>] [<options>]",
    discussion: """
      It works as long as you have changed nothing else since. What others changed
      meanwhile stays as it is. Changes that one undo took back come back together.
      For more than ten plans it shows the number and asks.

      Examples:
        pmgit redo
        pmgit redo 2
        pmgit redo --yes
      """)

  @Argument(help: ArgumentHelp("How many changes to bring back.", valueName: "count"))
  var count = 1

  @Flag(help: "Do not ask before more than ten plans change.")
  var yes = false

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("the number of changes must be at least 1") }
    guard count == 1 || !options.json else {
      throw ValidationError("--json has the document of one redo; leave out the number")
    }
  }

  func run(in session: Session) async throws {
    if count > 1 { try requireRedoable(in: session) }
    var left = count
    repeat {
      if !yes { try session.confirm(.redo, session.workspace.preview(.redo)) }
      let outcome = try await session.workspace.redo()
      try session.report(outcome)
      left -= max(1, outcome.count)
    } while try left > 0 && session.workspace.previewIfAny(.redo) != nil
    if left > 0 {
      throw Problem(
        code: .nothingToRedo,
        message: "only \(CountWords.words(count - left, "change")) of yours could be redone")
    }
  }

  /// Fails if some, but not all of the changes can be redone.
  private func requireRedoable(in session: Session) throws {
    let found = try session.workspace.redoableCount(count)
    guard found < count, found > 0 else { return }
    throw Problem(
      code: .nothingToRedo,
      message: "only \(CountWords.words(found, "change")) of yours can be redone",
      hints: ["redo \(found == 1 ? "it" : "all of them") with \(pmgit: "redo", found)"])
  }
}

extension Session {
  /// Asks before many plans change, or before an undo of something older than a hook's move. Throws
  /// a problem if the person declines. If nobody can be asked, only reports what will change.
  fileprivate func confirm(_ way: UndoDirection, _ preview: UndoPreview) throws {
    guard preview.isSurprising else { return }
    guard let isWanted = confirm("\(way.verb) \(preview.words)?") else {
      if preview.laterMove != nil {
        throw Problem(
          code: .declined,
          message: "a hook has moved a plan since; this would undo \(preview.words)",
          hints: [
            "undo it with '--yes', or move the plan back with \(pmgit: "move", "ID", "COLUMN")"
          ])
      }
      report("\(way == .undo ? "undoing" : "redoing") \(preview.words)")
      return
    }
    guard isWanted else {
      throw Problem(code: .declined, message: "nothing was \(way == .undo ? "undone" : "redone")")
    }
  }

  func report(_ outcome: UndoOutcome) throws {
    if options.json { show(try Documents.undo(outcome, only: briefMembers)) }
    try showBriefly(outcome.didChange ? outcome.plans : [], on: outcome.after)
    report(outcome.notices)
    try reportUnshared()
  }
}
