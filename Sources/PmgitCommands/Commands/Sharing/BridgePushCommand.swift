import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct BridgePushCommand: PmgitCommand {
  static let commandName = "push"
  static let about = CommandConfiguration(
    abstract: "Send what was changed here to the other tracker.",
    usage: "pmgit bridge push [<name>] [--new <query>] [<options>]",
    discussion: """
      Examples:
        pmgit bridge push --dry-run
        pmgit bridge push hub
        pmgit bridge push hub --new 'label:public' --sync

      First pulls, so that nothing is overwritten. Then it runs a command of gh,
      glab or curl for each change of the title, the text, labels, assignees, the
      milestone, the due day (Gitea only), comments, and whether the issue is
      closed. If a push ends early, the next one goes on. Fields in conflict
      are not sent. --new makes issues of plans without one.

      With --sync, another clone can go on, too, even if this one is lost: the board
      is shared before issues are made, and at the end.
      """)

  @Argument(
    help: "The bridge; may be left out if there is only one that takes changes.",
    completion: .words(of: .bridge))
  var name: String?

  @Option(
    name: .customLong("new"), parsing: .unconditional,
    help: ArgumentHelp("Make issues of these plans, too.", valueName: "query"),
    completion: .words(of: .query))
  var query: String?

  @Flag(help: "Share the board before issues are made, and at the end.")
  var sync = false

  @Flag(help: "Print the commands, and run none.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws { try GlobalOptions.requireValues([query]) }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author, isDryRun: dryRun)
    let bridge = try bridge(in: session)
    let run = BridgeRun(session: session, sharesFirst: sync)
    if dryRun { return try await showDryRun(bridge, run) }
    let turn = try await session.workspace.bridgeTurn()
    defer { withExtendedLifetime(turn) {} }
    // An error is thrown here before anything is sent.
    _ = try session.workspace.outbox(of: bridge, new: query)
    session.report(try await run.pull(bridge, PullBridge()).words())
    // The pull has recorded which issues no longer exist.
    let pulled = try session.workspace.bridges(named: [bridge.name])[0]
    let (sent, waiting) = try await run.send(pulled, new: query)
    if options.json {
      session.show(Documents.sent(sent, waiting, of: bridge, naming: options.board))
    }
    try run.report(new: waiting, of: pulled, on: session.workspace.board())
    let failed = sent.compactMap(\.problem)
    let done = sent.count - failed.count
    session.report(
      sent.isEmpty
        ? "nothing to send to \(bridge.sourceText)"
        : "sent \(CountWords.words(done, "change")) to \(bridge.sourceText)")
    if sync { try await run.share() }
    if let first = failed.first {
      session.report("\(CountWords.words(failed.count, "command")) failed; try again")
      throw Verdict(exit: first.exit)
    }
    try session.reportUnshared()
  }

  private func bridge(in session: Session) throws -> Bridge {
    if let name { return try session.workspace.bridges(named: [name])[0] }
    let all = try session.workspace.bridges(named: [])
    let taking = all.filter(\.takesChanges)
    guard taking.count < 2 else {
      throw Problem.usage("name the bridge: \(taking.map(\.name).joined(separator: ", "))")
    }
    return taking.first ?? all[0]
  }

  private func showDryRun(_ bridge: Bridge, _ run: BridgeRun) async throws {
    let session = run.session
    let outbox = try session.workspace.dryRunOutbox(of: bridge, new: query)
    if options.json { return session.show(Documents.outbox(outbox, of: bridge)) }
    if try session.workspace.isFirstPull(of: bridge) {
      session.warn(
        "'\(bridge.sourceText)' was never pulled, so it is not known what a push would send",
        hints: ["pull first: \(pmgit: "bridge", "pull", bridge.name)"])
      if outbox.steps.isEmpty { return }
    }
    guard !outbox.steps.isEmpty else {
      session.report("nothing to send to \(bridge.sourceText)")
      return try run.report(outbox.waiting, on: outbox.shown)
    }
    let cells = try outbox.steps.map { step in
      [
        try outbox.shown.shortID(step.plan), step.alias ?? "-", step.what,
        step.shellCommand,
      ]
    }
    try await session.show(
      TableText(
        headings: ["plan", "issue", "change", "command"],
        rows: cells.map { $0.map { StyledText($0) } },
        records: cells.map { PlainRecord($0) }, last: .wrapped))
    try run.report(outbox.waiting, on: outbox.shown)
  }
}
