import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ConfigFieldCommand: NamedCommand {
  static let commandName = "field"
  static let about = CommandConfiguration(
    abstract: "List, add, change and remove fields of the board's own.",
    defaultSubcommand: ConfigFieldListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ConfigFieldListCommand.self, ConfigFieldAddCommand.self, ConfigFieldEditCommand.self,
    ConfigFieldRemoveCommand.self,
  ]
}

struct ConfigFieldListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the fields of the board's own.", usage: "pmgit config field list [<options>]",
    discussion: """
      Examples:
        pmgit config field list
        pmgit config field list --json | jq '.fields[].id'
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

struct ConfigFieldAddCommand: WritingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a field to the plans of the board.",
    usage: "pmgit config field add <id> --kind <kind> [<options>]",
    discussion: """
      The id is of a-z, 0-9, '-' and '_'. It is the key of the field in queries and
      in 'pmgit edit --field', so words that mean something else there are refused.
      A removed field comes back with the values that plans still have.

      Examples:
        pmgit config field add points --kind number --title "Story points" --card
        pmgit config field add size --kind choice --option S --option M --option L
        pmgit config field add customer --help-text "Who asked for it" --kind text
        pmgit edit k7m2 --field points=3 --field size=M
        pmgit list 'points:>2 size:>=M sort:points'
      """)

  @Argument(help: "Its id, such as points.")
  var id: String
  @OptionGroup var field: CustomFieldOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addField(id, field.changes))
  }
}

struct ConfigFieldEditCommand: WritingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change a field's title, kind, options or help.",
    usage: "pmgit config field edit <field> [<options>]",
    discussion: """
      Plans keep their values. Those that do not fit the field any more are not
      shown as values; 'pmgit doctor' and 'pmgit show' report them.

      Examples:
        pmgit config field edit points --title "Effort" --no-card
        pmgit config field edit size --option S --option M --option L --option XL
        pmgit config field edit customer --help-text none
      """)

  @Argument(help: "The field, by its id or title.", completion: .words(of: .customField))
  var id: String
  @OptionGroup var field: CustomFieldOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.changeField(id, field.changes))
  }
}

struct ConfigFieldRemoveCommand: WritingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a field; plans keep their values.",
    usage: "pmgit config field remove <field> [<options>]",
    discussion: """
      Examples:
        pmgit config field remove points
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
