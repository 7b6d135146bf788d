import ArgumentParser
import PlanActions

struct ConfigBoardCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Choose the board that commands use in this clone.",
    usage: "pmgit config board <name> [<options>]",
    discussion: """
      Examples:
        pmgit config board roadmap
      """)

  @Argument(
    help: "A board's name, as in 'pmgit boards'.", completion: .words(of: .board))
  var name: String

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    try session.workspace.chooseBoard(name)
    if options.json { try ConfigShowCommand.show(try Session(context, options)) }
    session.tell("commands now use board '\(name)'")
  }
}
