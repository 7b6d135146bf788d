import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

struct DemoCommand: PmgitCommand {
  static let commandName = "demo"
  static let about = CommandConfiguration(
    abstract: "Make a board to play with, in a folder of its own.",
    usage: "pmgit demo [<folder>] [<options>]",
    discussion: """
      Two people have worked on an app for five weeks, each in a clone, and
      share their board through a repository beside them. Both have just changed
      the title of one plan. Nothing outside of the folder is touched; remove it
      when you have seen enough. Its name is printed.

      Examples:
        pmgit demo
        cd "$(pmgit demo -q)/one" && pmgit board
        pmgit demo ~/demo
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder that is not there yet (default: a temporary one).", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if options.board != nil { throw ValidationError("a demo has one board of its own") }
  }

  func run(in context: CommandContext) async throws {
    let files = HostFiles(directory: Session.directory(context, options.directory))
    // Rejects an invalid agent name before the folder is created.
    try context.participant().actAsAgentOfEnvironment()
    let made = try await Demo.make(
      at: folder.map(files.path), orBelow: files.path(context.temporaryFolder),
      as: context.participant())
    var (context, options) = (context, options)
    (context.directory, options.directory) = (made.clones[0], [])
    let session = try Session(context, options)
    if options.json { return session.show(Documents.demo(made)) }
    context.output.result(made.folder + "\n")
    session.report("two people share a board in '\(made.folder)'")
    for hint in Self.hints(for: made) { session.report(hint: hint) }
  }

  private static func hints(for made: Demo) -> [Hint] {
    [
      "go to the clone of the first with \(run: "cd", made.clones[0])",
      """
      there try \(pmgit: "board"), \(pmgit: "web"), \(pmgit: "conflicts"), \(pmgit: "log"), \(pmgit: "stats") and \
      \(pmgit: "diff", "1w ago")
      """,
      "bring it to the second clone with \(pmgit: "-C", made.clones[1], "sync")",
      "remove all of it with \(run: "rm", "-rf", made.folder)",
    ]
  }
}
