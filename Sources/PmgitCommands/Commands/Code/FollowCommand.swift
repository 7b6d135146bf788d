import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanView

struct FollowCommand: WritingCommand {
  static let commandName = "follow"
  static let about = CommandConfiguration(
    abstract: "Record commits on the plans that they name, and move those plans.",
    usage: "pmgit follow [<rev>|<old>..<new>...] [<options>]",
    discussion: """
      For commits that no hook has seen: made on a host, as by a button that
      merges, or by somebody without hooks. It does what the hooks do: a commit
      that a plan has moves nothing again. Without an argument it follows HEAD.

      Examples:
        pmgit follow
        pmgit follow ORIG_HEAD..HEAD          what 'git pull' has brought
        pmgit follow v1.2..main && pmgit sync
      """)

  @Argument(help: ArgumentHelp("Commits and ranges of commits.", valueName: "rev|range"))
  var things: [String] = ["HEAD"]

  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    let followed = try await session.workspace.follow(things)
    session.reportFromHook(followed.recorded?.notices ?? [])
    if options.json {
      session.show(Documents.followed(followed, board: session.workspace.name))
    }
    let plans = (followed.recorded?.entries ?? []).map(\.plan).unique
    try session.showBriefly(plans, on: session.workspace.board())
    let count = plans.count
    if let failure = followed.failure {
      session.report("recorded commits on \(CountWords.words(count, "plan")), and then stopped")
      throw failure
    }
    session.report(
      "looked at \(CountWords.words(followed.commits, "commit")): "
        + (count == 0
          ? "nothing new for any plan" : "new for \(CountWords.words(count, "plan"))"))
  }
}
