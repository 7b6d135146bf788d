import ArgumentParser
import PlanModel
import PlanStore
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
    let snapshot = try session.store.snapshot()
    let entries = try entries(session, snapshot)
    if options.json {
      session.show(JSONOutput.log(entries))
      return
    }
    let timeline = Timeline(
      session.timeline(entries), board: snapshot.board,
      viewpoint: session.viewpoint(try snapshot.ids()))
    try await session.show(session.context.terminal.text(TimelineText(timeline)))
  }

  private func entries(_ session: Session, _ snapshot: BoardSnapshot) throws -> [HistoryEntry] {
    if words.isEmpty { return try session.store.history(from: snapshot.commit, limit: limit) }
    // A single word is a plan if it names one, else a word to search for.
    if words.count == 1, try names(words[0], in: snapshot) {
      let id = try snapshot.resolve(words[0])
      return try session.store.history(of: id, from: snapshot.commit, limit: limit)
    }
    let wanted = Set(try session.plans(matching: words, in: snapshot).map(\.id))
    if wanted.isEmpty, words.count == 1, !words[0].contains(":") {
      throw StoreError.unknownPlan(typed: words[0])
    }
    return try session.store.history(of: wanted, from: snapshot.commit, limit: limit)
  }

  /// Whether any plan's id begins with the word, or any plan has it as an alias.
  private func names(_ word: String, in snapshot: BoardSnapshot) throws -> Bool {
    if try !snapshot.ids(beginningWith: word).isEmpty { return true }
    return try !snapshot.aliases().plans(called: word).isEmpty
  }
}
