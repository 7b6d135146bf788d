import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct LabelsCommand: NamedCommand {
  static let commandName = "labels"
  static let about = CommandConfiguration(
    abstract: "List, rename and merge labels.",
    discussion: """
      Examples:
        pmgit labels
        pmgit labels rename bgu bug
        pmgit labels merge Bug bugs defect bug --dry-run
      """,
    defaultSubcommand: LabelsListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    LabelsListCommand.self, LabelsRenameCommand.self, LabelsMergeCommand.self,
  ]
}

struct LabelsListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the labels of the board's plans.", usage: "pmgit labels list [<options>]",
    discussion: """
      Each label has the number of its open plans and of all its plans.

      Examples:
        pmgit labels
        pmgit labels list --json | jq -r '.labels[].name'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.labels()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.labels(found)) }
    let rows = found.labels.map { row in
      [StyledText(row.name, .label), StyledText(String(row.open)), StyledText(String(row.plans))]
    }
    try await session.show(
      TableText(
        headings: ["label", "open", "plans"], rows: rows,
        records: found.labels.map { PlainRecord([$0.name, String($0.open), String($0.plans)]) },
        nothing: "no plan has a label", last: .whole))
  }
}

struct LabelsRenameCommand: ChangingCommand {
  static let commandName = "rename"
  static let about = CommandConfiguration(
    abstract: "Rename a label everywhere.",
    usage: "pmgit labels rename <old> <new> [--dry-run] [<options>]",
    discussion: """
      If plans have the new label already, the two become one, and pmgit says so.
      It is one change, which one 'pmgit undo' takes back.

      Examples:
        pmgit labels rename bgu bug
      """)

  @Argument(help: "The label as it is now.", completion: .words(of: .label))
  var old: String

  @Argument(help: "The new label.", completion: .words(of: .label))
  var new: String

  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    let renaming = MemberRenaming([old], to: new, saysMerged: true)
    try session.report(await session.workspace.renameLabels(renaming))
  }
}

struct LabelsMergeCommand: ChangingCommand {
  static let commandName = "merge"
  static let about = CommandConfiguration(
    abstract: "Merge labels into one.",
    usage: "pmgit labels merge <label>... <into> [--dry-run] [<options>]",
    discussion: """
      Every plan with one of the labels gets the last label instead.

      Examples:
        pmgit labels merge Bug bugs defect bug
      """)

  @Argument(
    help: ArgumentHelp("The labels; the last one stays.", valueName: "label"),
    completion: .words(of: .label))
  var labels: [String]

  @OptionGroup var changing: ChangeOptions

  func validate() throws {
    guard labels.count > 1 else {
      throw ValidationError("name at least two labels; the last one stays")
    }
  }

  func run(in session: Session) async throws {
    let renaming = MemberRenaming(Array(labels.dropLast()), to: labels[labels.count - 1])
    try session.report(await session.workspace.renameLabels(renaming))
  }
}
