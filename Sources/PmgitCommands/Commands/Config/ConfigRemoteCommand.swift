import ArgumentParser
import PlanActions

struct ConfigRemoteCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote", abstract: "Choose the remote that the board is shared with.",
    usage: "pmgit config remote <name> [<options>]",
    discussion: """
      Examples:
        pmgit config remote upstream
      """)

  @Argument(help: "A remote's name, as in 'git remote'; or none.")
  var name: String

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    if name == "none" {
      try session.workspace.chooseRemote(nil)
      session.tell("the remote is 'origin' again, or the only one there is")
      return
    }
    try session.workspace.chooseRemote(name)
    if options.json { try ConfigShowCommand.show(try Session(context, options)) }
    session.tell("boards are now shared with '\(name)'")
  }
}
