import ArgumentParser
import PlanActions
import PlanAgents
import PlanModel

struct AgentsMCPCommand: PmgitCommand {
  static let commandName = "mcp"
  static let about = CommandConfiguration(
    abstract: "Serve the board to a coding agent.",
    usage: "pmgit agents mcp [--as <name>] [<options>]",
    discussion: """
      Examples:
        claude mcp add pmgit -- pmgit agents mcp
        pmgit agents mcp --as agent-1

      Speaks the Model Context Protocol on standard input and output; coding agents
      start it. Its tools: ready, take, show, list, add, edit, comment, check, done
      and sync. Changes are made in the name of --as, else PMGIT_AGENT, else what the
      client calls itself with a mark of the work tree, with you as the committer.
      """)

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if options.json { throw ValidationError("'mcp' always speaks JSON: leave out --json") }
  }

  func run(in context: CommandContext) async throws {
    // An invalid agent name is an error at once. A missing repository or board is reported by each
    // call instead, because it may be created while the server runs.
    if let name = author.name { try context.participant().act(as: name) }
    var server = ServerOptions(
      folder: Session.directory(context, options.directory), environment: context.environment,
      clock: CommandContext.readClock, clocks: context.clocks,
      machine: CommandContext.machineName(), version: Version.number)
    (server.board, server.agent) = (try options.boardName(), author.name)
    let agents = AgentServer(server, write: context.writeToAgent)
    try await context.withAutomaticSyncs(options) {
      await agents.serve(read: context.readFromAgent)
    }
  }
}
