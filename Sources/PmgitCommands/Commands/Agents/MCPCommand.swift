import ArgumentParser
import PlanActions
import PlanAgents
import PlanModel

struct MCPCommand: PmgitCommand {
  static let commandName = "mcp"
  static let about = CommandConfiguration(
    abstract: "Serve the board to a coding agent.", usage: "pmgit mcp [--as <name>] [<options>]",
    discussion: """
      Speaks the Model Context Protocol on standard input and output, until the
      input ends. Coding agents start it; 'pmgit agents install' tells them how.
      It has ten tools: ready, take, show, list, add, edit, comment, check, done and
      sync. All work trees of a repository have the same board.

      Changes are made in the name of the agent, with you as the committer. The name
      is --as, else PMGIT_AGENT, else what the client calls itself with a mark of
      the work tree, such as claude-code-k3p9.

      Examples:
        claude mcp add pmgit -- pmgit mcp
        pmgit mcp --as agent-1
        echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | pmgit mcp
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
    await AgentServer(server, write: context.writeToAgent).serve(read: context.readFromAgent)
  }
}
