import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
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

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let claimer = try session.person(name ?? "@me", field: "owner")
    let remotes = try git { [session] () throws(GitError) in
      try session.store.repository.remoteNames()
    }
    var found: PlanID?
    let claim = { [id, now = session.context.now] (transaction: inout Transaction) in
      // The plan may be one that came just now.
      let plan = try transaction.livePlan(transaction.before.resolve(id))
      found = plan.id
      try Self.requireFree(plan, for: claimer, in: transaction, now: now)
      try transaction.edit(plan.id, [.owner(claimer)])
      let short = try transaction.before.shortID(plan.id)
      return CommitMessage(subject: "take \(short): \(plan.title)", plans: [plan.id])
    }
    let accepted: AcceptedChange
    if remotes.isEmpty {
      accepted = AcceptedChange(
        change: try await session.store.change(by: author, claim), problem: nil)
    } else {
      let progress = Progress("asking the remote …", on: session.context.terminal)
      defer { progress.finish() }
      session.store.onLostRace = {
        progress.update("others share at the same moment, waiting for a turn …")
      }
      do {
        accepted = try await session.store.changeOnRemote(
          by: author, person: try session.identity(.committer),
          terminalPrompt: session.context.terminal.errorIsTerminal, claim)
      } catch let error as StoreError {
        throw Self.problem(error)
      }
    }
    guard let found else { return }
    try report(accepted.change, of: found, isShared: !remotes.isEmpty, session)
    session.warn(ofNotHere: accepted.problem)
  }

  /// Says of a problem whether the plan was taken, as far as anybody knows.
  private static func problem(_ error: StoreError) -> Problem {
    var problem = Problem(error)
    let isUnknown =
      switch error {
      case .remote(_, .timedOut("git push", _)), .remote(_, .cancelled("git push")),
        .remote(_, .failed("git push", _, _, .disconnected)),
        .remote(_, .failed("git push", _, _, .unknown)):
        true
      default: false
      }
    problem.hints.insert(
      isUnknown
        ? "whether the remote took the claim is not known; run the same command again"
        : "the plan was not taken", at: 0)
    return problem
  }

  private func report(
    _ change: Change, of id: PlanID, isShared: Bool, _ session: Session
  ) throws {
    let decided = try change.decided(on: [id])
    if options.json { try session.showChanged([id], decided, in: change.after) }
    let byTheWay = Decided.words(decided) { _ in "its" }
    let short = try change.after.shortID(id)
    if !change.didChange {
      session.tell("'\(short)' is yours already")
    } else if isShared {
      let remote = session.store.settings.remote ?? ""
      session.tell("took \(short)\(byTheWay); '\(remote)' accepted it")
    } else {
      session.tell("took \(short)\(byTheWay); there is no remote that others could take it from")
    }
  }

  /// Fails if somebody else owns the plan, or says so in a conflict.
  private static func requireFree(
    _ plan: Plan, for claimer: String, in transaction: Transaction, now: Timestamp
  ) throws {
    let claims = try transaction.document(plan.id)[.field("owner")]
    let others = claims.filter { claim in
      guard let owner = claim.value.string else { return false }
      return !Person(owner).isSame(as: Person(claimer))
    }
    guard let other = others.first, let owner = other.value.string else { return }
    let since = other.stamp.time.map { ", \(RelativeTime.words(for: $0, now: now))" } ?? ""
    throw Problem(
      code: .taken,
      message: "plan '\(plan.id)' was taken by \(Person(owner).fullName)\(since)",
      hints: [
        "see what is free with \(pmgit: "list", "owner:none", "kind:todo")",
        "take it over all the same with \(pmgit: "edit", plan.id, "--owner", "@me"), then \(pmgit: "sync")",
      ])
  }
}
