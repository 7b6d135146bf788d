import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct LabelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "List labels, rename them, and merge them.",
    discussion: """
      Examples:
        pmgit labels
        pmgit labels rename bgu bug
        pmgit labels merge Bug bugs defect bug --dry-run
      """,
    subcommands: [LabelsListCommand.self, LabelsRenameCommand.self, LabelsMergeCommand.self],
    defaultSubcommand: LabelsListCommand.self)
}

struct LabelsListCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the labels of the board's plans.",
    usage: "pmgit labels list [<options>]",
    discussion: """
      Each with its open plans and all its plans.

      Examples:
        pmgit labels
        pmgit labels list --json | jq -r '.labels[].name'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.labels()
    session.tell(of: found.shown, missing: found.missing)
    if options.json { return session.show(Documents.labels(found)) }
    let rows = found.labels.map { row in
      [
        StyledText(row.name, .label), StyledText(String(row.open)), StyledText(String(row.plans)),
      ]
    }
    try await session.show(
      TableText(
        headings: ["label", "open", "plans"], rows: rows,
        records: found.labels.map { PlainRecord([$0.name, String($0.open), String($0.plans)]) },
        nothing: "no plan has a label"))
  }
}

struct LabelsRenameCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give every plan with a label another one in its place.",
    usage: "pmgit labels rename <old> <new> [--dry-run] [<options>]",
    discussion: """
      One change of all plans, which one 'pmgit undo' takes back.

      Examples:
        pmgit labels rename bgu bug
      """)

  @Argument(help: "The label as it is written now.", completion: .words(of: .label))
  var old: String

  @Argument(help: "What it is to be.", completion: .words(of: .label))
  var new: String

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, isRehearsing: dryRun)
    let renamed = try await session.workspace.renameLabels(RenameLabels([old], to: new))
    try session.report(renamed, as: "relabelled")
  }
}

struct LabelsMergeCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one label of several.",
    usage: "pmgit labels merge <label>... <into> [--dry-run] [<options>]",
    discussion: """
      Every plan with one of the labels gets the last one in their place.

      Examples:
        pmgit labels merge Bug bugs defect bug
      """)

  @Argument(
    help: ArgumentHelp("The labels, the last one being the one that stays.", valueName: "label"),
    completion: .words(of: .label))
  var labels: [String]

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard labels.count > 1 else { throw ValidationError("name labels, and the one that stays") }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, isRehearsing: dryRun)
    let merged = try await session.workspace.renameLabels(
      RenameLabels(Array(labels.dropLast()), to: labels[labels.count - 1]))
    try session.report(merged, as: "relabelled")
  }
}
