import ArgumentParser
import PlanActions
import PlanModel
import PlanStore
import PlanTerminal

struct BoardsCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "boards",
    abstract: "List the boards here and on the remote.",
    usage: "pmgit boards [<options>]",
    discussion: """
      Examples:
        pmgit boards
        pmgit --board roadmap list
        pmgit config board roadmap          use it from now on
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let boards = try session.store.boards()
    if options.json {
      session.show(JSONOutput.boards(boards, current: session.store.name))
      return
    }
    for board in boards {
      let place = board.isLocal ? (board.isRemote ? "here, shared" : "here") : "remote"
      if session.context.terminal.isTerminal {
        let mark = board.name == session.store.name ? "*" : " "
        session.context.output.result("\(mark) \(board.name)  (\(place))\n")
      } else {
        session.context.output.result("\(board.name)\t\(place)\n")
      }
    }
    if boards.isEmpty {
      session.tell(session.words(of: "there is no board yet; create one with \(pmgit: "init")"))
    }
  }
}
