import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanView

struct HooksFollowCommand: WritingCommand {
  static let commandName = "follow"
  static let about = CommandConfiguration(
    abstract: "Record commits on the plans that they name, and move those plans.",
    usage: "pmgit hooks follow [<rev>|<old>..<new>...] [<options>]",
    discussion: """
      Examples:
        pmgit hooks follow
        pmgit hooks follow ORIG_HEAD..HEAD          what 'git pull' has brought
        pmgit hooks follow v1.2..main && pmgit sync

      For commits that no hook has seen, as those that a host has merged. A commit
      that a plan has already moves nothing again. Without an argument it follows
      HEAD.
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
