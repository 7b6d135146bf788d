import ArgumentParser
import Git
import PlanModel
import PlanStore
import PlanView

struct ImportCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take plans in from JSON Lines, as one commit.",
    usage: "pmgit import <file> [<options>]",
    discussion: """
      Each line is a plan object, as 'pmgit export' writes them; only 'title' must
      be there. A line with the id or an alias of a plan that the board has
      updates that plan, so importing a file twice changes nothing. Links may name
      aliases, also of plans that another file brings later. '@me' is you. Members
      that pmgit does not know are kept. If one line is wrong, nothing is imported,
      and all that is wrong is listed.

      Examples:
        pmgit import backlog.jsonl
        pmgit import backlog.jsonl --verbose
        ssh host pmgit -C project export | pmgit import -
      """)

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @Flag(help: "List the links to plans that are not here.")
  var verbose = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let bytes = try file == "-" ? context.readInput() : session.readFile(file)
    let now = session.context.now
    var plan: ImportPlan?
    let change = try await session.store.change(by: author) { transaction in
      let snapshot = transaction.before
      let lines = try ImportLine.lines(of: bytes, board: snapshot.board, me: author.person)
      let lasts = try snapshot.board.columns.compactMap {
        try session.store.ends(of: $0.id, in: snapshot).last
      }
      let ranks = Rank.spread(
        lines.count, at: now, after: lasts.max(by: Rank.isLess), using: &session.context.random)
      let steps = try ImportPlan(
        lines, existing: try snapshot.plans().plans, board: snapshot.board, ranks: ranks, now: now,
        person: author.person, using: &session.context.random)
      for step in steps.steps + steps.relinked {
        let stamp = transaction.stamp
        try transaction.put(step.id, isNew: step.isNew) { step.document(from: $0, stamp: stamp) }
      }
      plan = steps
      return CommitMessage(
        subject: "import \(CountText.words(lines.count, "plan"))", plans: [])
    }
    guard let plan else { return }
    try ImportReport(plan, change, listsLinks: verbose).tell(in: session)
  }
}
