import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct LogCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show what changed, newest first.",
    usage: "pmgit log [<id> | <query>...] [-n <count>] [<options>]",
    discussion: """
      The same history is in 'git log pmgit/main', a commit for each command.

      Examples:
        pmgit log
        pmgit log k7m2
        pmgit log label:bug -n 20
      """)

  @Argument(help: ArgumentHelp("A plan, or a query; see 'pmgit list'.", valueName: "id-or-query"))
  var words: [String] = []

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("The most commits to show.", valueName: "count"))
  var limit: Int?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("the limit must be at least 1") }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.history(
      ShowHistory(
        QueryText.joined(words), name: words.count == 1 ? words[0] : nil, limit: limit))
    session.tell(of: found.shown, missing: found.missing)
    session.tell(found.notices)
    if options.json { return session.show(Documents.history(found)) }
    let timeline = Timeline(
      found.entries, board: found.shown.board, viewpoint: try found.shown.viewpoint())
    try await session.show(TimelineText(timeline))
  }
}
