import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct LabelCommand: NamedCommand {
  static let commandName = "label"
  static let about = CommandConfiguration(
    abstract: "List, rename, merge and remove labels.",
    discussion: """
      Examples:
        pmgit label
        pmgit label rename bgu bug
        pmgit edit k7m2 --label bug
      """,
    defaultSubcommand: LabelListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    LabelListCommand.self, LabelRenameCommand.self, LabelMergeCommand.self,
    LabelRemoveCommand.self,
  ]
}

struct LabelListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the labels of the board's plans.", usage: "pmgit label list [<options>]",
    discussion: """
      Examples:
        pmgit label
        pmgit label list --json | jq -r '.labels[].name'

      Each label has the number of its open plans and of all its plans.
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

struct LabelRenameCommand: ChangingCommand {
  static let commandName = "rename"
  static let about = CommandConfiguration(
    abstract: "Rename a label everywhere.",
    usage: "pmgit label rename <old> <new> [--dry-run] [<options>]",
    discussion: """
      Examples:
        pmgit label rename bgu bug

      If plans have the new label already, the two become one.
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

struct LabelMergeCommand: ChangingCommand {
  static let commandName = "merge"
  static let about = CommandConfiguration(
    abstract: "Merge labels into one.",
    usage: "pmgit label merge <label>... <into> [--dry-run] [<options>]",
    discussion: """
      Examples:
        pmgit label merge Bug bugs defect bug

      Every plan with one of the labels gets the last label instead.
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

struct LabelRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Take a label off all plans.", usage: "pmgit label remove <label> [<options>]",
    discussion: """
      Examples:
        pmgit label remove later
      """)

  @Argument(help: "The label.", completion: .words(of: .label))
  var label: String

  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removeLabel(label))
  }
}
