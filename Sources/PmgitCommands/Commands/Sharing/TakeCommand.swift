import ArgumentParser
import PlanActions
import PlanModel
import PlanDocuments
import PlanTerminal
import PlanView

struct TakeCommand: WritingCommand {
  static let commandName = "take"
  static let about = CommandConfiguration(
    abstract: "Claim a plan, renew the claim, or give it up.",
    usage: """
      pmgit take (<id> | --next [<query>...]) [--lease <length>] [<options>]
             pmgit take (--renew [<id>...] | --release <id>...) [<options>]
      """,
    discussion: """
      Examples:
        pmgit take k7m2
        pmgit take --next
        pmgit take --next '#bug priority:>=high' --lease 30m --as agent-3
        pmgit take --renew --as agent-3
        pmgit take k7m2 --over 2d
        pmgit take --release k7m2

      Makes you the owner, on the remote first: if two take a plan at once, one of
      them gets it, and the other is told, with exit code 1. Changes that were not
      shared yet go with it. A plan in a column of kind todo moves to the first
      one of kind doing. --next takes the first of 'pmgit next' that
      nobody owns, not even you, and prints its id.

      With --lease the claim ends after 1 minute to 30 days, and then the plan is
      free for everybody. Without ids --renew prolongs all of yours, for as long as
      before.

      --release puts a plan back into the first column of kind todo, so that --next
      finds it; --stay leaves it. To free one of another person, use
      'pmgit edit ID --owner none --state todo'.
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

  @Flag(help: "Give up your claim on the plans, so that others can take them.")
  var release = false

  @Flag(help: "With --release: leave the plans in their columns.")
  var stay = false

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
    guard release || !stay else { throw ValidationError("--stay belongs to --release") }
    guard !release else {
      if next || renew || noStart || over != nil || lease != nil {
        throw ValidationError("--release goes only with --stay and the names of plans")
      }
      guard !words.isEmpty else { throw ValidationError("name at least one plan") }
      return
    }
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
    guard !release else { return try await giveUp(session) }
    guard !renew else { return try await renewLeases(session) }
    try await session.take(request, printingIDs: next)
  }

  private func giveUp(_ session: Session) async throws {
    try await session.report(
      claims: session.askingRemote {
        try await session.workspace.release(QueryText.written(words), stays: stay)
      })
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
