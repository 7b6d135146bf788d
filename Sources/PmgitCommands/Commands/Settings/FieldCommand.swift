import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct FieldCommand: NamedCommand {
  static let commandName = "field"
  static let about = CommandConfiguration(
    abstract: "List, add, change and remove the board's own fields.",
    discussion: """
      Examples:
        pmgit field
        pmgit field add points --kind number --title "Story points"
        pmgit edit k7m2 --field points=3
        pmgit list 'points:>2 sort:points'
      """,
    defaultSubcommand: FieldListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    FieldListCommand.self, FieldAddCommand.self, FieldEditCommand.self,
    FieldRemoveCommand.self,
  ]
}

struct FieldListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the fields of the board's own.", usage: "pmgit field list [<options>]",
    discussion: """
      Examples:
        pmgit field
        pmgit field list --json | jq '.fields[].id'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.settings()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.settings(found)) }
    let fields = found.shown.board.fields
    let rows = fields.map { field in
      [
        field.key, field.title, field.kind.rawValue, field.isOnCard ? "yes" : "no",
        field.options.isEmpty ? field.help ?? "" : field.options.joined(separator: ", "),
      ]
    }
    let records = fields.map { field in
      PlainRecord(
        [field.id, field.title, field.kind.rawValue, field.isOnCard ? "yes" : "no", field.help]
          + field.options)
    }
    let form = TableText(
      headings: ["field", "title", "kind", "on cards", "options or help"],
      rows: rows.map { $0.map { StyledText($0) } }, records: records, nothing: "no fields",
      last: .wrapped)
    session.context.output.result(session.context.terminal.text(form))
  }
}

struct FieldAddCommand: WritingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a field to the plans of the board.",
    usage: "pmgit field add <id> --kind <kind> [<options>]",
    discussion: """
      Examples:
        pmgit field add points --kind number --title "Story points" --card
        pmgit field add size --kind choice --option S --option M --option L

      The id is the key of the field in queries. A removed field comes back with the
      values that plans still have.
      """)

  @Argument(help: "Its id, such as points.")
  var id: String
  @OptionGroup var field: CustomFieldOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addField(id, field.changes))
  }
}

struct FieldEditCommand: WritingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change a field's title, kind, options or help.",
    usage: "pmgit field edit <field> [<options>]",
    discussion: """
      Examples:
        pmgit field edit points --title "Effort" --no-card
        pmgit field edit size --add-option XL --remove-option XS

      Plans keep their values; 'pmgit doctor' reports those that do not fit any more.
      """)

  @Argument(help: "The field, by its id or title.", completion: .words(of: .customField))
  var id: String
  @OptionGroup var field: CustomFieldOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An option to add behind the others (repeatable).", valueName: "text"))
  var addOption: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("An option to remove (repeatable).", valueName: "text"))
  var removeOption: [String] = []

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues(addOption + removeOption)
    guard field.option.isEmpty || addOption.isEmpty && removeOption.isEmpty else {
      throw ValidationError(
        "--option gives all options: leave out --add-option and --remove-option")
    }
  }

  func run(in session: Session) async throws {
    var changes = field.changes
    (changes.addedOptions, changes.removedOptions) = (addOption, removeOption)
    try session.report(await session.workspace.changeField(id, changes))
  }
}

struct FieldRemoveCommand: WritingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a field; plans keep their values.",
    usage: "pmgit field remove <field> [<options>]",
    discussion: """
      Examples:
        pmgit field remove points
      """)

  @Argument(help: "The field, by its id or title.", completion: .words(of: .customField))
  var id: String
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removeField(id))
  }
}

/// The options for the properties of a field.
struct CustomFieldOptions: ParsableArguments {
  @Option(help: "The kind: text, number, day, choice, choices, person, yes-no or url.")
  var kind: CustomField.Kind?

  @Option(parsing: .unconditional, help: ArgumentHelp("The name for people.", valueName: "text"))
  var title: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("What to enter, or none.", valueName: "text"))
  var helpText: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An option of a choice (repeatable): all of them, the least one first.", valueName: "text"))
  var option: [String] = []

  @Flag(inversion: .prefixedNo, help: "Show it on cards and in lists.")
  var card: Bool?

  var changes: CustomFieldChanges {
    var changes = CustomFieldChanges()
    (changes.title, changes.kind, changes.help) = (title, kind, helpText)
    (changes.options, changes.isOnCard) = (option.isEmpty ? nil : option, card)
    return changes
  }

  func validate() throws { try GlobalOptions.requireValues([title, helpText] + option) }
}

extension CustomField.Kind: ExpressibleByArgument {}
