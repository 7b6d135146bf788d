import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal

struct InitCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a board, or take up the one that the remote has.",
    usage: "pmgit init [<options>]",
    discussion: """
      Makes the branch pmgit/main, which shares no history with the code, and
      tells git how to merge its files (merge.pmgit.* in this clone's
      configuration). HEAD, the index and the work tree stay as they are. It needs
      no identity and no commit in the repository. Run twice, it changes nothing.

      Examples:
        pmgit init
        pmgit init --board roadmap
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let isTakenUp = try await fetchIfShared(session)
    // Before the board, so that an init which fails has made none.
    try session.installMergeDriver()
    let creation = isTakenUp ? .takenUp : try await session.store.create()
    let snapshot = try session.store.snapshot()
    let result = creation == .made ? "created" : creation == .takenUp ? "taken-up" : "existed"
    if options.json { session.show(JSONOutput.created(snapshot, result: result)) }
    switch creation {
    case .made:
      session.tell("created board '\(session.store.name)' on branch 'pmgit/\(session.store.name)'")
      session.tell(hint: "add a first plan with \(pmgit: "add", "Fix login")")
    case .takenUp:
      session.tell(
        "took up board '\(session.store.name)' from '\(session.store.settings.remote ?? "")'")
      session.tell(hint: "see it with \(pmgit: "board")")
    case .existed: session.tell("board '\(session.store.name)' is here already")
    }
  }

  /// Asks the remote for its board, unless one is here; what can't be reached is no reason to fail.
  ///
  /// - Returns: Whether the remote had one, which is now here.
  private func fetchIfShared(_ session: Session) async throws -> Bool {
    let store = session.store
    guard try store.localTip() == nil, try store.trackingTip() == nil,
      store.settings.remote != nil
    else { return false }
    do {
      _ = try await store.sync(
        .pull, person: nil, terminalPrompt: session.context.terminal.errorIsTerminal)
      return true
    } catch StoreError.noRemoteBoard {
      return false
    } catch StoreError.program(let error) {
      let problem = Problem(StoreError.program(error))
      session.tell("warning: could not ask for the remote's board: \(problem.message)")
      return false
    }
  }
}
