import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct TakeCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Claim a plan: it is yours only if the remote accepted it.",
    usage: "pmgit take <id> [<options>]",
    discussion: """
      Makes you the owner, on the remote first. If two take a plan at once, one of
      them gets it, and the other is told who has it, with exit code 1. What else
      waits to be shared goes along. Without any remote the claim is made here.

      Programs that work under one git identity need names of their own: --as.

      Examples:
        pmgit take k7m2
        pmgit take k7m2 --as agent-3
        pmgit list owner:none kind:todo
        pmgit edit k7m2 --owner none
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: ArgumentHelp("Take it in this name instead of your own.", valueName: "name"))
  var name: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws { try GlobalOptions.requireValues([name]) }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    // Without a remote no network is used.
    let isShared = try session.workspace.hasRemote
    let progress = Progress(
      isShared ? "asking the remote …" : "taking it …", on: session.context.terminal)
    defer { progress.finish() }
    session.tellLostRaces(on: progress)
    let taken = try await session.workspace.take(TakePlan(id, as: name))
    progress.finish()
    try report(taken, session)
    session.tell([taken.notHere].compactMap(\.self))
  }

  private func report(_ taken: PlanTaken, _ session: Session) throws {
    let changes = taken.changes
    if options.json { session.show(try Documents.changes(changes)) }
    let byTheWay = Decided.words(changes.decided) { _ in "its" }
    let short = try changes.plans.map { try changes.after.shortID($0) }.joined()
    if !changes.didChange {
      session.tell("'\(short)' is yours already")
    } else if let remote = taken.remote {
      session.tell("took \(short)\(byTheWay); '\(remote)' accepted it")
    } else {
      session.tell("took \(short)\(byTheWay); there is no remote that others could take it from")
    }
  }
}
