import ArgumentParser
import PlanActions
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct StatusCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how the board stands, here and against the remote.",
    usage: "pmgit status [<options>]",
    discussion: """
      Compares with what was last fetched; it asks nobody on the network.

      Examples:
        pmgit status
        pmgit status --json | jq .conflicts
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let sharing = try session.store.sharingStatus()
    let (plans, unreadable) = try snapshot.plans()
    let broken = try session.store.brokenFiles(unreadable, in: snapshot)
    let remote: StatusModel.Remote =
      switch (sharing.remote, sharing.isShared) {
      case (nil, _): .none
      case (let name?, false): .neverSynced(name: name)
      case (let name?, true): .tracked(name: name, ahead: sharing.ahead, behind: sharing.behind)
      }
    let status = StatusModel(
      name: snapshot.name, remote: remote, plans: plans, board: snapshot.board,
      viewpoint: session.viewpoint(plans.map(\.id)), unreadableCount: broken.count)
    session.warn(of: broken)
    if options.json {
      session.show(
        JSONOutput.status(
          snapshot, sharing: sharing, conflicts: status.conflictCount,
          counts: status.columns.map { ($0.id, $0.count) }, unreadable: broken))
      return
    }
    try await session.show(session.context.terminal.text(StatusText(status)))
  }
}
