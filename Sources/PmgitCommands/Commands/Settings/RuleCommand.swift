import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct RuleCommand: NamedCommand {
  static let commandName = "rule"
  static let about = CommandConfiguration(
    abstract: "List, add, change and remove rules of the board.",
    discussion: """
      Examples:
        pmgit rule
        pmgit rule add review 'on move to review: label +needs-eyes'
        pmgit rule remove review

      'pmgit help rules' has the triggers, the actions and more examples.
      """,
    defaultSubcommand: RuleListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    RuleListCommand.self, RuleAddCommand.self, RuleEditCommand.self,
    RuleRenameCommand.self, RuleRemoveCommand.self,
  ]
}

struct RuleListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the rules, in the order in which they run.",
    usage: "pmgit rule list [<options>]",
    discussion: """
      Examples:
        pmgit rule
        pmgit rule list --json | jq '.rules[].text'

      '!' marks a rule that this pmgit does not understand, or that names what the
      board does not have.
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    if options.json {
      let found = try session.workspace.settings()
      session.report(on: found.shown)
      return session.show(Documents.settings(found))
    }
    let shown = try session.workspace.boardWithSettings()
    session.report(on: shown)
    let rules = shown.board.checkedRules
    let rows = rules.map { rule -> [StyledText] in
      [
        StyledText(rule.stored.id), StyledText(rule.stored.text),
        rule.fault.map { StyledText("! \($0)", .overdue) } ?? StyledText(""),
      ]
    }
    let records = rules.map { PlainRecord([$0.stored.id, $0.stored.text, $0.fault]) }
    let form = TableText(
      headings: ["rule", "what it does", ""], rows: rows, records: records, nothing: "no rules",
      last: .wrapped)
    session.context.output.result(session.context.terminal.text(form))
  }
}

struct RuleAddCommand: ChangingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a rule, or bring a removed one back.",
    usage: "pmgit rule add <name> <rule> [<options>]",
    discussion: """
      Examples:
        pmgit rule add review 'on move to review: label +needs-eyes'
        pmgit rule add start 'on move to doing if no:owner: owner @me'
        pmgit rule add urgent 'on label urgent: priority urgent; due +2d'

      'pmgit help rules' has all triggers and actions.
      """)

  @Argument(help: "Its name, such as review.")
  var name: String
  @Argument(help: ArgumentHelp("The rule, in quotes.", valueName: "rule"))
  var text: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addRule(name, text))
  }
}

struct RuleEditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Give a rule another text.",
    usage: "pmgit rule edit <name> <rule> [<options>]",
    discussion: """
      Examples:
        pmgit rule edit review 'on move to review if no:owner: owner @me'
      """)

  @Argument(help: "The rule, by its name.", completion: .words(of: .rule))
  var name: String
  @Argument(help: ArgumentHelp("The new text, in quotes.", valueName: "rule"))
  var text: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.changeRule(name, text))
  }
}

struct RuleRenameCommand: ChangingCommand {
  static let commandName = "rename"
  static let about = CommandConfiguration(
    abstract: "Give a rule another name, and so another place.",
    usage: "pmgit rule rename <name> <new-name> [<options>]",
    discussion: """
      Examples:
        pmgit rule rename review 10-review

      Rules run in the order of their names.
      """)

  @Argument(help: "The rule, by its name.", completion: .words(of: .rule))
  var name: String
  @Argument(help: "The new name.")
  var newName: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.renameRule(name, to: newName))
  }
}

struct RuleRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a rule.", usage: "pmgit rule remove <name> [<options>]",
    discussion: """
      Examples:
        pmgit rule remove review
      """)

  @Argument(help: "The rule, by its name.", completion: .words(of: .rule))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removeRule(name))
  }
}
