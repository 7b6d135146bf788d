import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

struct InitCommand: PmgitCommand {
  static let commandName = "init"
  static let about = CommandConfiguration(
    abstract: "Create a board, or fetch the one that the remote has.",
    usage: "pmgit init [--demo [<folder>]] [<options>]",
    discussion: """
      Examples:
        pmgit init
        pmgit init --board roadmap
        pmgit init --demo
        cd "$(pmgit init --demo -q)/one" && pmgit board

      Makes the branch pmgit/main, which shares no history with the code, and sets
      merge.pmgit.* in this clone's configuration. HEAD, the index and the work tree
      stay as they are. Run twice, it changes nothing.

      A demo is two clones and another repository that share a board, in a folder of
      its own, with a title that two people have just changed. Remove the folder when
      you have seen enough.
      """)

  @Argument(
    help: ArgumentHelp(
      "With --demo: a folder that is not there yet (default: a temporary one).",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Flag(help: "Make a board to play with, in a folder of its own, and print its name.")
  var demo = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard demo || folder == nil else {
      throw ValidationError("a folder belongs to --demo; use -C for the repository of a board")
    }
    if demo, options.board != nil { throw ValidationError("a demo has one board of its own") }
  }

  func run(in context: CommandContext) async throws {
    if demo { return try await makeDemo(in: context) }
    let session = try Session(context, options)
    let made = try await session.workspace.createBoard(askHome: session.askHome)
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
    session.syncInBackground()
  }
}

extension Session {
  /// Asks a person whether a board that the remote lacks is in another repository.
  ///
  /// - Returns: Its address; nil to create the board here, or if no person can answer.
  fileprivate func askHome() -> String? {
    guard context.canAsk else { return nil }
    context.output.message(
      "'\(workspace.remote ?? "")' has no board '\(workspace.name)' yet.\n"
        + "Press Enter to create it here, or type the address of its repository: ")
    let answer = context.readLine() ?? ""
    return answer.isEmpty ? nil : answer
  }
}
