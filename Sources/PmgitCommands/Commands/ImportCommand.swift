import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

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

      The columns must be on the board: --add-columns adds those that are missing;
      --settings gives the board the title, columns, rules and views with which
      'pmgit export --settings' begins, and removes columns that have no plans and
      are not among them. One 'pmgit undo' takes all of it back. Plans that are
      deleted here, as after such an undo, are left out; --restore brings them back.

      Examples:
        pmgit import backlog.jsonl
        pmgit import backlog.jsonl --verbose
        pmgit import jira.jsonl --add-columns
        ssh host pmgit -C project export is:any --settings | pmgit import - --settings
      """)

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @Flag(help: "List the links to plans that are not here.")
  var verbose = false

  @Flag(help: "Add the columns that plans name and the board lacks.")
  var addColumns = false

  @Flag(help: "Take the settings of the board with which the file begins.")
  var settings = false

  @Flag(help: "Bring back the plans of the file that are deleted here.")
  var restore = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard !(addColumns && settings) else {
      throw ValidationError("--settings brings all columns of the file; leave out --add-columns")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    let bytes = try file == "-" ? context.readInput() : session.readFile(file)
    let imported = try await session.workspace.importPlans(
      bytes, settings: settings ? .all : addColumns ? .missingColumns : .nothing,
      restoresDeleted: restore)
    if options.json { session.show(Documents.imported(imported)) }
    ImportReport(imported, listsLinks: verbose).tell(in: session)
    try session.tellUnshared()
  }
}
