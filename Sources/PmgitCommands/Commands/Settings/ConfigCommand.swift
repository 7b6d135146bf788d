import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct ConfigCommand: NamedCommand {
  static let commandName = "config"
  static let about = CommandConfiguration(
    abstract: "Show and change settings of the board and of this clone.",
    discussion: """
      The title, the columns, the fields, the views, the milestones, the iterations
      and the rules belong to the board and are shared; the remote and the board
      that commands use belong to this clone and are kept in git's configuration as
      pmgit.*.

      'git config pmgit.timeout SECONDS' sets how long a fetch, a push or a command
      of a bridge may take, and for how long 'sync' and 'take' try again when others
      are faster.

      Examples:
        pmgit config
        pmgit config title "Roadmap"
        pmgit config column add review --title "In review" --after doing --limit 3
        pmgit config column set doing --limit none
        pmgit config column set done --from review
        pmgit config column remove review
        pmgit config field add points --kind number --title "Story points"
        pmgit config view week 'due:<=eow is:open sort:due'
        pmgit config milestone add v1.0 --due 2026-12-01
        pmgit config iteration add --every 2w --start mon
        pmgit config rule add review 'on move to review: label +needs-eyes'
        pmgit config attachments --limit 10MB
        pmgit config remote upstream
      """,
    defaultSubcommand: ConfigShowCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ConfigShowCommand.self, ConfigTitleCommand.self, ConfigColumnCommand.self,
    ConfigFieldCommand.self, ConfigViewCommand.self, ConfigMilestoneCommand.self,
    ConfigIterationCommand.self, ConfigRuleCommand.self, ConfigAttachmentsCommand.self,
    ConfigRemoteCommand.self, ConfigBoardCommand.self,
  ]
}

struct ConfigShowCommand: PmgitCommand {
  static let commandName = "show"
  static let about = CommandConfiguration(
    abstract: "Show the settings.", usage: "pmgit config show [<options>]",
    discussion: """
      Examples:
        pmgit config
        pmgit config show --json
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try Self.show(try Session(context, options))
  }

  static func show(_ session: Session) throws {
    let found = try session.workspace.settings()
    session.report(on: found.shown)
    if session.options.json { return session.show(Documents.settings(found)) }
    let (board, phases) = (found.shown.board, found.shown.board.phases)
    var settings: [(key: String, value: String?)] = found.settings.map { ($0.key, $0.value) }
    settings += board.columns.map { ("column.\($0.id)", "\($0.title) (\(words(for: $0)))") }
    settings += board.fields.map { ("field.\($0.id)", "\($0.title) (\(words(for: $0)))") }
    settings += (phases.milestones + phases.iterations).map {
      ("\($0.kind).\($0.id)", words(for: $0))
    }
    settings += board.checkedRules.map { rule in
      ("rule.\(rule.stored.id)", rule.stored.text + (rule.fault.map { " (! \($0))" } ?? ""))
    }
    session.context.output.result(session.context.terminal.text(TableText(settings: settings)))
  }

  private static func words(for field: CustomField) -> String {
    field.kind.rawValue
      + (field.options.isEmpty ? "" : ": \(field.options.joined(separator: ", "))")
      + (field.isOnCard ? "; on cards" : "")
  }

  /// Describes a milestone or an iteration, for example as `Release one, due 2026-12-01, closed`.
  private static func words(for phase: Phase) -> String {
    let due = phase.kind == .milestone && phase.last != nil ? "due " : ""
    return [phase.title, due + phase.days, phase.isClosed ? "closed" : ""]
      .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func words(for column: Column) -> String {
    var words = column.kind.rawValue
    if let limit = column.limit { words += ", limit \(limit)" }
    if !column.from.isEmpty { words += ", from \(column.from.joined(separator: " or "))" }
    return words
  }
}

struct ConfigTitleCommand: WritingCommand {
  static let commandName = "title"
  static let about = CommandConfiguration(
    abstract: "Give the board a title; none removes it.",
    usage: "pmgit config title <title> [<options>]",
    discussion: """
      Examples:
        pmgit config title "Roadmap"
      """)

  @Argument(help: "The title: one line.")
  var title: String

  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.setTitle(title == "none" ? nil : title))
  }
}

struct ConfigRemoteCommand: SessionCommand {
  static let commandName = "remote"
  static let about = CommandConfiguration(
    abstract: "Choose the remote that the board is shared with.",
    usage: "pmgit config remote <name> [<options>]",
    discussion: """
      Examples:
        pmgit config remote upstream
      """)

  @Argument(help: "A remote's name, as in 'git remote'; or none.")
  var name: String

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let remote = name == "none" ? nil : name
    try session.workspace.chooseRemote(remote)
    if options.json { try ConfigShowCommand.show(Session(session.context, options)) }
    session.report(
      remote.map { "boards are now shared with '\($0)'" }
        ?? "the remote is 'origin' again, or the only one there is")
  }
}

struct ConfigBoardCommand: SessionCommand {
  static let commandName = "board"
  static let about = CommandConfiguration(
    abstract: "Choose the board that commands use in this clone.",
    usage: "pmgit config board <name> [<options>]",
    discussion: """
      Examples:
        pmgit config board roadmap
      """)

  @Argument(help: "A board's name, as in 'pmgit boards'.", completion: .words(of: .board))
  var name: String

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    try session.workspace.chooseBoard(name)
    if options.json { try ConfigShowCommand.show(Session(session.context, options)) }
    session.report("commands now use board '\(name)'")
  }
}
