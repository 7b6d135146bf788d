import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal

struct InitCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a board, or take up the one that the remote has.",
    usage: "pmgit init [<options>]",
    discussion: """
      Makes the branch pmgit/main, which shares no history with the code, and
      tells git how to merge its files (merge.pmgit.* in this clone's
      configuration). HEAD, the index and the work tree stay as they are. It needs
      no identity and no commit in the repository. Run twice, it changes nothing.

      Examples:
        pmgit init
        pmgit init --board roadmap
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let store = session.store
    let made = try await session.workspace.createBoard(
      terminalPrompt: session.context.terminal.errorIsTerminal)
    session.tell(made.notices)
    if options.json { session.show(JSONOutput.created(made.board, result: made.creation.word)) }
    switch made.creation {
    case .made:
      session.tell("created board '\(store.name)' on branch 'pmgit/\(store.name)'")
      session.tell(hint: "add a first plan with \(pmgit: "add", "Fix login")")
    case .takenUp:
      session.tell("took up board '\(store.name)' from '\(store.settings.remote ?? "")'")
      session.tell(hint: "see it with \(pmgit: "board")")
    case .existed: session.tell("board '\(store.name)' is here already")
    }
  }
}

extension BoardStore.Creation {
  /// For programs.
  fileprivate var word: String {
    switch self {
    case .made: "created"
    case .takenUp: "taken-up"
    case .existed: "existed"
    }
  }
}
