import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct ShowCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a plan with its checklist, comments, conflicts and last changes.",
    usage: "pmgit show <id> [<options>]",
    discussion: """
      Examples:
        pmgit show k7m2
        pmgit show k7m2 --json | jq .plan.body
        pmgit show k7m2 --at yesterday
        pmgit show k7m2 --at 3f2a9c1
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  /// The changes that are shown; all are in 'pmgit log ID'.
  private static let lastChanges = 5

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let snapshot = try session.snapshot(past)
    let id = try snapshot.resolve(id)
    let plan = try session.store.plan(id, in: snapshot, now: session.context.now)
    session.warn(of: try snapshot.wrongValues(of: id))
    if options.json {
      session.show(JSONOutput.plan(plan, in: snapshot, today: session.context.today))
      return
    }
    var titles: [PlanID: String] = [:]
    for target in plan.links.compactMap({ PlanID($0.target) }) {
      guard let document = try snapshot.document(target) else { continue }
      titles[target] = Plan(document, id: target).title
    }
    var commits: [PlanDetail.CodeCommit] = []
    for id in plan.commits.compactMap({ ObjectID(hex: $0) }) {
      guard let commit = try session.store.codeCommit(id) else { continue }
      commits.append(
        PlanDetail.CodeCommit(
          id: id.hex, subject: commit.subject, at: Timestamp(seconds: commit.author.seconds)))
    }
    var history: [HistoryEntry] = []
    do {
      history = try session.store.history(of: id, from: snapshot.commit, limit: Self.lastChanges)
    } catch {
      // A board that was cut short has no history to show, but it has the plan.
      guard case .shallow = error else { throw error }
    }
    let detail = PlanDetail(
      plan, board: snapshot.board, viewpoint: session.viewpoint(try snapshot.ids()),
      titles: titles, commits: commits, lastChanges: session.timeline(history),
      authors: try session.store.authors(of: [(plan: id, conflicts: plan.conflicts)], in: snapshot))
    try await session.show(session.context.terminal.text(PlanText(detail)))
  }
}
