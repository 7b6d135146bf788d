import ArgumentParser
import PlanActions
import PlanModel
import PlanDocuments
import PlanTerminal
import PlanView

struct TakeCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "take",
    abstract: "Claim a plan: it is yours only if the remote accepted it.",
    usage: "pmgit take (<id> | --next [<query>...]) [<options>]",
    discussion: """
      Makes you the owner, on the remote first. If two take a plan at once, one of
      them gets it, and the other is told who has it, with exit code 1. Your other
      unshared changes are pushed too. Without a remote the claim is made here.
      With --next it takes the first plan of 'pmgit next' that nobody owns, and
      prints the id. Plans that you own are passed over: begin them with 'pmgit
      start'. A plan in a column of kind todo moves to the first column of kind
      doing, unless --no-start is given.

      Programs that work under one git identity need names of their own: --as.

      Examples:
        pmgit take k7m2
        pmgit take k7m2 --as agent-3
        pmgit take --next
        pmgit take --next '#bug priority:>=high' --as agent-3
        pmgit take k7m2 --over 2d
        pmgit edit k7m2 --owner none
      """)

  @Argument(
    help: ArgumentHelp(
      "The plan: any unique beginning of its id; with --next, a query.", valueName: "id"),
    completion: .words(of: .planToTake))
  var words: [String] = []

  @Flag(help: "Take the best plan that is ready and has no owner; see 'pmgit next'.")
  var next = false

  @Flag(help: "Leave the plan in its column.")
  var noStart = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take it over if the claim is older than this: 2d, 1w, 4h.", valueName: "age"))
  var over: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([over])
    guard next || words.count == 1 else {
      throw ValidationError("name one plan, or take the next one with --next")
    }
  }

  private var request: TakePlan {
    TakePlan(
      next ? .next(QueryText.joined(words)) : .named(words[0]), starts: !noStart, over: over)
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    // Without a remote no network is used.
    let isShared = try session.workspace.hasRemote
    let words: SafeText = isShared ? "asking the remote …" : "taking it …"
    let progress = Progress(words, on: session.context.terminal)
    defer { progress.finish() }
    session.tellWaiting(on: progress, else: words)
    let taken = try await session.workspace.take(request)
    progress.finish()
    try report(taken, session)
    session.tell([taken.notHere].compactMap(\.self))
  }

  private func report(_ taken: PlanTaken, _ session: Session) throws {
    let changes = taken.changes
    if options.json { session.show(try Documents.changes(changes)) }
    // With '--next' the person must learn which plan it is, as after 'add'.
    if next, !options.json {
      session.context.output.result(changes.plans.map { $0.text + "\n" }.joined())
    }
    let byTheWay = Decided.words(changes.decided) { _ in "its" }
    let short = try changes.plans.map { try changes.after.shortID($0) }.joined()
    let title = next ? try changes.plans.map { try changes.after.plan($0).title }.first : nil
    let took =
      "took \(short)" + (title.map { " '\($0)'" } ?? "")
      + (taken.column.map { " to \($0.title)" } ?? "") + byTheWay
    if !changes.didChange {
      session.tell("'\(short)' is yours already")
    } else if let remote = taken.remote {
      session.tell("\(took); '\(remote)' accepted it")
    } else {
      session.tell("\(took); there is no remote that others could take it from")
    }
    session.tell(changes.notices)
  }
}
