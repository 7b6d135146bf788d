import ArgumentParser
import PlanActions
import PlanDocuments

struct UndoCommand: WritingCommand {
  static let commandName = "undo"
  static let about = CommandConfiguration(
    abstract: "Take back your last changes of the board.",
    usage: "pmgit undo [<count>] [<options>]",
    discussion: """
      Your own changes, wherever you made them, the newest first; what others
      changed since stays as it is, and so does what hooks did for commits. On a
      board that was shared before, unshared changes leave no trace. Else undo makes
      a new commit, which syncs like any other change: a plan that you added is
      deleted, and one that you deleted is restored. 'pmgit redo' brings it back.
      For more than ten plans it shows the number and asks.

      What was pushed to a URL, and not to a remote with a name, counts as
      unshared: if it comes back with a sync, undo it once more.

      Examples:
        pmgit undo
        pmgit undo 3
        pmgit undo && pmgit redo
        pmgit undo --yes
      """)

  @Argument(help: ArgumentHelp("How many changes to take back.", valueName: "count"))
  var count = 1

  @Flag(help: "Do not ask before more than ten plans change.")
  var yes = false

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("the number of changes must be at least 1") }
  }

  func run(in session: Session) async throws {
    if !yes { try session.confirm(.undo, session.workspace.preview(.undo, count)) }
    try session.report(await session.workspace.undo(count))
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
    var left = count
    while left > 0 {
      // Fewer than asked for are enough, as one undo may have reversed several changes.
      if left < count, try session.workspace.previewIfAny(.redo) == nil { return }
      if !yes { try session.confirm(.redo, session.workspace.preview(.redo)) }
      let outcome = try await session.workspace.redo()
      try session.report(outcome)
      left -= max(1, outcome.commits.count)
    }
  }
}

extension Session {
  /// Asks before many plans change, and throws a problem if the person declines. If nobody can be
  /// asked, only reports how many plans will change.
  fileprivate func confirm(_ way: UndoDirection, _ preview: UndoPreview) throws {
    guard preview.isLarge else { return }
    guard let isWanted = confirm("\(way.verb) \(preview.words)?") else {
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
