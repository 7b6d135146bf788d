import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ConfigCommand: NamedCommand {
  static let commandName = "config"
  static let about = CommandConfiguration(
    abstract: "Show and change the title, the remote and other settings.",
    discussion: """
      Examples:
        pmgit config
        pmgit config title "Roadmap"
        pmgit config remote upstream
        pmgit config home ../board.git
        pmgit config board roadmap
        pmgit config attachments --limit 10MB
        git config pmgit.timeout 60

      The title and the limit belong to the board and are shared; the remote and the
      board belong to this clone. Columns, fields, rules, views, milestones and
      iterations have commands of their own.

      pmgit.timeout is the time in seconds for a fetch or a push, and for how long
      'sync' and 'take' try again when others are faster.
      """,
    defaultSubcommand: ConfigShowCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ConfigShowCommand.self, ConfigTitleCommand.self, ConfigAttachmentsCommand.self,
    ConfigRemoteCommand.self, ConfigHomeCommand.self, ConfigSyncCommand.self,
    ConfigBoardCommand.self,
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

struct ConfigHomeCommand: SessionCommand {
  static let commandName = "home"
  static let about = CommandConfiguration(
    abstract: "Keep the board in another repository, for several repositories of code.",
    usage: "pmgit config home [<address>] [<options>]",
    discussion: """
      Examples:
        pmgit config home git@example.org:team/board.git
        pmgit config home ../board.git          relative to the address of origin
        pmgit config home                       where the board is kept
        pmgit config home none                  move it back to this repository

      Merges the board with that of the other repository, then leaves a pointer on
      the board's branch here. Syncs of all clones follow it: at once if the address
      is relative or on the same host, else after this command in each clone. Do
      the same in each repository that shares the board.
      """)

  @Argument(help: "An address for git, a remote's name, or none.")
  var address: String?

  @Flag(help: "The home until now is gone; take the board as this clone has it.")
  var lost = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard !lost || address != nil else {
      throw ValidationError("--lost needs none, or the address of another home")
    }
  }

  func run(in session: Session) async throws {
    guard let address else { return try show(in: session) }
    if address == "none" {
      let synced = try await session.workspace.removeHome(isLost: lost)
      session.report("the board is kept in this repository again: \(synced.summary)")
    } else {
      let home = try await session.workspace.setHome(address, isLost: lost)
      session.report("the board is kept at '\(home)' now")
      session.report(hint: "other clones follow with \(pmgit: "sync")")
    }
    if options.json { try ConfigShowCommand.show(Session(session.context, options)) }
  }

  private func show(in session: Session) throws {
    if options.json { return try ConfigShowCommand.show(session) }
    if let home = try session.workspace.home {
      return session.context.output.result("\(SafeText(home).string)\n")
    }
    session.report("the board is kept in this repository")
  }
}

struct ConfigSyncCommand: SessionCommand {
  static let commandName = "sync"
  static let about = CommandConfiguration(
    abstract: "Choose whether commands share the board by themselves.",
    usage: "pmgit config sync (auto | manual) [<options>]",
    discussion: """
      Examples:
        pmgit config sync auto
        git config --global pmgit.sync auto     in all clones

      With auto, a command that changed the board shares it in the background, and
      one that reads it fetches if the last fetch was a minute ago. No command waits
      for that. Without an answer of the remote, the waits grow to an hour.
      """)

  @Argument(help: "The default is manual.")
  var choice: Choice

  @OptionGroup var options: GlobalOptions

  enum Choice: String, ExpressibleByArgument, CaseIterable { case auto, manual }

  func run(in session: Session) async throws {
    try session.workspace.setAutomaticSync(choice == .auto)
    if options.json { try ConfigShowCommand.show(Session(session.context, options)) }
    session.report(
      choice == .auto
        ? "commands now share the board by themselves"
        : "the board is now shared by 'pmgit sync' alone")
  }
}

struct ConfigBoardCommand: SessionCommand {
  static let commandName = "board"
  static let about = CommandConfiguration(
    abstract: "Choose the board that commands use in this clone, or list them.",
    usage: "pmgit config board [<name>] [<options>]",
    discussion: """
      Examples:
        pmgit config board
        pmgit config board roadmap
        pmgit --board roadmap list

      Boards on the remote are as of the last 'git fetch'.
      """)

  @Argument(help: "A board's name, as in 'pmgit config board'.", completion: .words(of: .board))
  var name: String?

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    guard let name else { return try listBoards(in: session) }
    try session.workspace.chooseBoard(name)
    if options.json { try ConfigShowCommand.show(Session(session.context, options)) }
    session.report("commands now use board '\(name)'")
  }
  private func listBoards(in session: Session) throws {
    let boards = try session.workspace.boards()
    let current = session.workspace.name
    if options.json { return session.show(Documents.boards(boards, current: current)) }
    for board in boards {
      let place = board.isLocal ? (board.isRemote ? "here, shared" : "here") : "remote"
      let isForPeople = session.context.terminal.isForPeople
      let mark = board.name == current ? "*" : " "
      session.context.output.result(
        isForPeople ? "\(mark) \(board.name)  (\(place))\n" : "\(board.name)\t\(place)\n")
    }
    if boards.isEmpty {
      session.report(session.words(of: "there is no board yet; create one with \(pmgit: "init")"))
    }
  }
}
