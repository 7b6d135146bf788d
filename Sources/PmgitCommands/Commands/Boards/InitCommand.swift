import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

struct InitCommand: SessionCommand {
  static let commandName = "init"
  static let about = CommandConfiguration(
    abstract: "Create a board, or fetch the one that the remote has.",
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

  func run(in session: Session) async throws {
    let made = try await session.workspace.createBoard()
    session.report(made.notices)
    if options.json { session.show(Documents.created(made)) }
    let name = made.shown.name
    switch made.creation {
    case .made:
      session.report("created board '\(name)' on branch 'pmgit/\(name)'")
      session.report(hint: "add a first plan with \(pmgit: "add", "Fix login")")
      if options.board != nil {
        let key = "pmgit.board"
        session.report(hint: "use it without --board after \(run: "git", "config", key, name)")
      }
    case .takenUp:
      session.report("fetched board '\(name)' from '\(session.workspace.remote ?? "")'")
      session.report(hint: "see it with \(pmgit: "board")")
    case .existed: session.report("board '\(name)' is here already")
    }
  }
}
