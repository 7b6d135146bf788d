import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ConfigRuleCommand: NamedCommand {
  static let commandName = "rule"
  static let about = CommandConfiguration(
    abstract: "Add, change, list and remove rules of the board.",
    defaultSubcommand: ConfigRuleListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ConfigRuleListCommand.self, ConfigRuleAddCommand.self, ConfigRuleEditCommand.self,
    ConfigRuleRenameCommand.self, ConfigRuleRemoveCommand.self,
  ]
}

struct ConfigRuleListCommand: PmgitCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the rules, in the order in which they run.",
    usage: "pmgit config rule list [<options>]",
    discussion: """
      A rule that this pmgit does not understand, or that names what the board does
      not have, is marked with '!'.

      Examples:
        pmgit config rule list
        pmgit config rule list --json | jq '.rules[].text'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
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
    context.output.result(context.terminal.text(form))
  }
}

struct ConfigRuleAddCommand: ChangingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a rule, or bring a removed one back.",
    usage: "pmgit config rule add <name> <rule> [<options>]",
    discussion: """
      A rule is 'on TRIGGER: ACTION; ACTION', or 'on TRIGGER if QUERY: ACTION'. It
      runs in the commit of every change that triggers it, and never in merges,
      imports and undo. Rules run in the order of their names, each at most once
      for a plan in a change.

      Triggers: \(Self.lines(of: RuleTrigger.forms))

      Actions, with values as the options of 'pmgit edit' take them:
      \(Self.lines(of: RuleAction.forms))

      In an action, @me is the author of the change. The query is about the plan
      itself, without other plans and the history.

      Examples:
        pmgit config rule add review 'on move to review: label +needs-eyes'
        pmgit config rule add triage 'on add if no:priority: priority medium'
        pmgit config rule add start 'on move to doing if no:owner: owner @me'
        pmgit config rule add urgent 'on label urgent: priority urgent; due +2d'
        pmgit config rule add tidy 'on done: label -needs-eyes; assign none'
      """)

  /// Breaks a comma-separated list into lines that are short enough for the help.
  private static func lines(of list: String) -> String {
    var lines = [""]
    for word in list.split(separator: ", ") {
      let isFull = lines[lines.count - 1].count + word.count > 62
      if isFull { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : ", ") + word
    }
    return lines.joined(separator: ",\n")
  }

  @Argument(help: "Its name, such as review.")
  var name: String
  @Argument(help: ArgumentHelp("The rule, in quotes.", valueName: "rule"))
  var text: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addRule(name, text))
  }
}

struct ConfigRuleEditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Give a rule another text.",
    usage: "pmgit config rule edit <name> <rule> [<options>]",
    discussion: """
      Examples:
        pmgit config rule edit review 'on move to review if no:owner: owner @me'
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

struct ConfigRuleRenameCommand: ChangingCommand {
  static let commandName = "rename"
  static let about = CommandConfiguration(
    abstract: "Give a rule another name, and so another place.",
    usage: "pmgit config rule rename <name> <new-name> [<options>]",
    discussion: """
      Rules run in the order of their names.

      Examples:
        pmgit config rule rename review 10-review
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

struct ConfigRuleRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a rule.", usage: "pmgit config rule remove <name> [<options>]",
    discussion: """
      What it did to plans stays.

      Examples:
        pmgit config rule remove review
      """)

  @Argument(help: "The rule, by its name.", completion: .words(of: .rule))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removeRule(name))
  }
}
