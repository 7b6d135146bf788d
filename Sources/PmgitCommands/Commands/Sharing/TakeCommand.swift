import ArgumentParser
import PlanActions
import PlanModel
import PlanDocuments
import PlanTerminal
import PlanView

struct TakeCommand: WritingCommand {
  static let commandName = "take"
  static let about = CommandConfiguration(
    abstract: "Claim a plan: it is yours only if the remote accepted it.",
    usage: "pmgit take (<id> | --next [<query>...] | --renew [<id>...]) [<options>]",
    discussion: """
      Makes you the owner, on the remote first. If two take a plan at once, one of
      them gets it, and the other is told who has it, with exit code 1. Your other
      unshared changes are pushed too. Without a remote the claim is made here.
      With --next it takes the first plan of 'pmgit next' that nobody owns, and
      prints the id. Plans that you own are passed over: begin them with 'pmgit
      start'. A plan in a column of kind todo moves to the first column of kind
      doing, unless --no-start is given.

      With --lease the claim ends after 1 minute to 30 days. Then the plan is free
      for everybody: 'take' and 'take --next' pass it on, also from a column of
      kind doing. Renew a lease in time with --renew: without ids all of yours, and
      without --lease for as long as before. If somebody else has the plan by then,
      that fails with exit code 1. A plain 'take' of a plan that you have makes the
      claim permanent. 'pmgit release' gives a plan back.

      Programs that work under one git identity need names of their own: --as.

      Examples:
        pmgit take k7m2
        pmgit take k7m2 --as agent-3
        pmgit take --next
        pmgit take --next '#bug priority:>=high' --lease 30m --as agent-3
        pmgit take --renew --as agent-3
        pmgit take --renew k7m2 --lease 2h
        pmgit take k7m2 --over 2d
        pmgit release k7m2
      """)

  @Argument(
    help: ArgumentHelp(
      "The plan: any unique beginning of its id; with --next, a query; with --renew, plans.",
      valueName: "id"),
    completion: .words(of: .planToTake))
  var words: [String] = []

  @Flag(help: "Take the best plan that is ready and has no owner; see 'pmgit next'.")
  var next = false

  @Flag(help: "Prolong the leases that you have on the plans, or all that you have.")
  var renew = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Let the claim end after this time: 90m, 2h, 1d.", valueName: "length"),
    completion: .list(["15m", "30m", "1h", "2h", "1d"]))
  var lease: String?

  @Flag(help: "Leave the plan in its column.")
  var noStart = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take it over if the claim is older than this: 2d, 1w, 4h.", valueName: "age"))
  var over: String?

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues([over, lease])
    guard !renew else {
      if next || noStart || over != nil {
        throw ValidationError("--renew goes only with --lease and the names of plans")
      }
      return
    }
    guard next || words.count == 1 else {
      throw ValidationError("name one plan, or take the next one with --next")
    }
  }

  private var request: TakePlan {
    TakePlan(
      next ? .next(QueryText.joined(words)) : .named(QueryText.joined(words)), starts: !noStart,
      over: over, lease: lease)
  }

  func run(in session: Session) async throws {
    guard !renew else { return try await renewLeases(session) }
    try await session.take(request, printingIDs: next)
  }

  private func renewLeases(_ session: Session) async throws {
    try await session.report(
      claims: session.askingRemote {
        try await session.workspace.renew(QueryText.written(words), length: lease)
      })
  }
}

extension Session {
  /// Takes a plan, and reports it.
  @discardableResult
  func take(_ request: TakePlan, printingIDs: Bool = false) async throws -> PlanChanges {
    let taken = try await askingRemote { try await workspace.take(request) }
    try report(claims: taken, printingIDs: printingIDs)
    return taken
  }

  /// Makes a change that the remote must accept, and shows a progress line meanwhile.
  func askingRemote<Outcome>(_ change: () async throws -> Outcome) async throws -> Outcome {
    // Without a remote the network is not used.
    let isShared = try workspace.hasRemote
    let words: SafeText = isShared ? "asking the remote …" : "changing the board …"
    let progress = ProgressLine(words, on: context.terminal)
    defer { progress.finish() }
    reportWaiting(on: progress, else: words)
    return try await change()
  }

  /// Reports a change of claims, such as `released k7m2 to Todo; 'origin' accepted it`.
  ///
  /// - Parameter printsIDs: Whether the ids of the plans are printed, as after `pmgit add`, because
  ///   the person did not choose the plans.
  func report(claims changes: PlanChanges, printingIDs printsIDs: Bool = false) throws {
    if options.json { show(try Documents.claims(changes, only: briefMembers)) }
    try showBriefly(changes)
    if printsIDs, !options.json, !isBrief {
      context.output.result(changes.plans.map { $0.text + "\n" }.joined())
    }
    report(done: try changes.outcome())
    report(changes.notices)
  }
}
