import ArgumentParser
import PlanActions
import PlanDocuments

struct ImportCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take plans in from JSON Lines, as one commit.",
    usage: "pmgit import <file> [<options>]",
    discussion: """
      Each line is a plan object, as 'pmgit export' writes them; only 'title' must
      be there. A line with the id or an alias of a plan that the board has
      updates that plan, so importing a file twice changes nothing. Links may name
      aliases, also of plans that another file brings later. '@me' is you. Members
      that pmgit does not know are kept. If one line is wrong, nothing is imported,
      and all that is wrong is listed.

      Examples:
        pmgit import backlog.jsonl
        pmgit import backlog.jsonl --verbose
        ssh host pmgit -C project export | pmgit import -
      """)

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @Flag(help: "List the links to plans that are not here.")
  var verbose = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let bytes = try file == "-" ? context.readInput() : session.readFile(file)
    let imported = try await session.workspace.importPlans(bytes)
    if options.json { session.show(Documents.imported(imported)) }
    ImportReport(imported, listsLinks: verbose).tell(in: session)
  }
}
