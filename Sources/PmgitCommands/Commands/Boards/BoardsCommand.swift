import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct BoardsCommand: SessionCommand {
  static let commandName = "boards"
  static let about = CommandConfiguration(
    abstract: "List the boards here and on the remote.", usage: "pmgit boards [<options>]",
    discussion: """
      Those on the remote are as of the last 'git fetch': 'pmgit sync' fetches only
      its own board.

      Examples:
        git fetch && pmgit boards
        pmgit --board roadmap list
        pmgit config board roadmap          use it from now on
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let boards = try session.workspace.boards()
    let current = session.workspace.name
    if options.json { return session.show(Documents.boards(boards, current: current)) }
    for board in boards {
      let place = board.isLocal ? (board.isRemote ? "here, shared" : "here") : "remote"
      let isForPeople = session.context.terminal.isTerminal
      let mark = board.name == current ? "*" : " "
      session.context.output.result(
        isForPeople ? "\(mark) \(board.name)  (\(place))\n" : "\(board.name)\t\(place)\n")
    }
    if boards.isEmpty {
      session.report(session.words(of: "there is no board yet; create one with \(pmgit: "init")"))
    }
  }
}
