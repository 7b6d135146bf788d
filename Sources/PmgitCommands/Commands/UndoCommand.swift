import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

struct UndoCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back your last changes of the board.",
    usage: "pmgit undo [<count>] [<options>]",
    discussion: """
      Your own changes, wherever you made them, the newest first; what others
      changed since stays as it is. What you have not shared yet is as if it had
      never been. Else the undoing is a new commit, which syncs like any other
      change; a plan that you added is deleted, and one that you deleted is
      restored. 'pmgit redo' brings it back.

      Examples:
        pmgit undo
        pmgit undo 3
        pmgit undo && pmgit redo
      """)

  @Argument(help: ArgumentHelp("How many changes to take back.", valueName: "count"))
  var count = 1

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("the number of changes must be at least 1") }
  }

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    try await session.takeBack(.undo) { store, person, tip in
      let step = try store.undoStep(count, by: person, from: tip)
      let found = step.commits.count
      if found == count { return step }
      if found == 0 {
        throw Problem(
          code: .nothingToUndo,
          message: "there is no change of yours to undo on board '\(store.name)'",
          hints: ["see who changed what with \(pmgit: "log")"])
      }
      throw Problem(
        code: .nothingToUndo,
        message: "only \(CountText.words(found, "change")) of yours can be undone",
        hints: ["undo all of them with \(pmgit: "undo", found)"])
    }
  }
}

struct RedoCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Bring back what 'undo' took back.",
    usage: "pmgit redo [<options>]",
    discussion: """
      As long as you have changed nothing else since. What others changed
      meanwhile stays as it is.

      Examples:
        pmgit redo
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    try await session.takeBack(.redo) { store, person, tip in
      let step = try store.redoStep(by: person, from: tip)
      if !step.commits.isEmpty { return step }
      throw Problem(
        code: .nothingToRedo,
        message: "there is nothing to redo on board '\(store.name)'",
        hints: ["only what you undid last can be redone, until you change something else"])
    }
  }
}
