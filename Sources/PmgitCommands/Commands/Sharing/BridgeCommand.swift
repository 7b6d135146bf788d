import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct BridgeCommand: NamedCommand {
  static let commandName = "bridge"
  static let about = CommandConfiguration(
    abstract: "Keep the board in step with issues of another tracker.",
    discussion: """
      Examples:
        pmgit bridge add hub github:OWNER/REPO
        pmgit bridge pull
        pmgit bridge push --dry-run
        pmgit sync --bridges

      A bridge runs the tracker's own program, such as gh, with its login, or curl
      with git's. It is defined in this clone's git configuration, and never on the
      board.
      """,
    defaultSubcommand: BridgeListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    BridgeListCommand.self, BridgeAddCommand.self, BridgeRemoveCommand.self,
    BridgePullCommand.self, BridgePushCommand.self,
  ]
}

struct BridgeListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the bridges of this clone.", usage: "pmgit bridge list [<options>]",
    discussion: """
      Examples:
        pmgit bridge
        pmgit bridge list --json | jq -r '.bridges[].name'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let bridges = try session.workspace.bridges()
    for name in try session.workspace.unreadableBridges() {
      session.warn("the source of '\(name.excerpt)' in git's configuration can't be read")
    }
    if options.json { return session.show(Documents.bridges(bridges)) }
    let cells = bridges.map { bridge in
      [
        bridge.name, bridge.sourceText, bridge.last?.words ?? "never pulled",
        bridge.takesChanges
          ? bridge.listings[0][0] : bridge.listings.first?.shellCommand ?? "reads the file",
      ]
    }
    try await session.show(
      TableText(
        headings: ["bridge", "source", "last pull", "command"],
        rows: cells.map { $0.map { StyledText($0) } },
        records: cells.map { PlainRecord($0) },
        nothing: "this clone has no bridge", last: .wrapped))
  }
}

struct BridgeAddCommand: SessionCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Define a bridge in this clone.",
    usage: "pmgit bridge add <name> (<source> | --command <command>) [<options>]",
    discussion: """
      Examples:
        pmgit bridge add hub github:OWNER/REPO
        pmgit bridge add lab gitlab:HOST/GROUP/PROJECT --close-missing
        pmgit bridge add berg gitea:codeberg.org/OWNER/REPO
        pmgit bridge add beads file:.beads/issues.jsonl
        pmgit bridge add jira --command 'jira-export APP' --format jira

      github runs gh, gitlab glab, and gitea, for Forgejo too, curl with git's login.
      The address of a page on a host will do, too.
      A file, or the output of a command for sh, is what 'pmgit import' reads.
      Bridges to files and commands only pull.
      """)

  @Argument(help: "A name for the bridge: a–z, 0–9 and '-'.")
  var name: String

  @Argument(
    help: "github:OWNER/REPO, gitlab:GROUP/PROJECT, gitea:HOST/OWNER/REPO or file:PATH.")
  var source: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A command for sh that prints the issues.", valueName: "command"))
  var command: String?

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The format of a file or command, as for 'pmgit import'.", valueName: "format"),
    completion: .list(ImportMaterial.formats))
  var format: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "The source of the issues where a file does not name it.", valueName: "source"))
  var origin: String?

  @Flag(help: "Let each pull finish the open plans that the source no longer has.")
  var closeMissing = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many plans a pull after the first may add and finish (default: 50).", valueName: "count")
  )
  var atMost: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([command, atMost])
    _ = try ImportCommand.count(atMost)
  }

  func run(in session: Session) async throws {
    var request = AddBridge(
      name, source: source, command: command,
      in: Session.directory(session.context, options.directory))
    (request.format, request.origin) = (format, origin)
    request.closesMissing = closeMissing
    request.mostSurprises = try ImportCommand.count(atMost)
    let bridge = try session.workspace.addBridge(request)
    if options.json { return session.show(Documents.changed(bridge)) }
    session.report("added bridge '\(bridge.name)' to \(bridge.sourceText.excerpt)")
    session.report(hint: "see what it brings with \(pmgit: "bridge", "pull", name, "--dry-run")")
  }
}

struct BridgeRemoveCommand: SessionCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a bridge from this clone.", usage: "pmgit bridge remove <name> [<options>]",
    discussion: """
      Examples:
        pmgit bridge remove hub

      The plans stay, and so does what they remember of the source.
      """)

  @Argument(help: "The bridge.", completion: .words(of: .bridge))
  var name: String

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let bridge = try session.workspace.removeBridge(name)
    if options.json { return session.show(Documents.changed(bridge)) }
    session.report("removed bridge '\(bridge.name)' to \(bridge.sourceText.excerpt)")
  }
}

struct BridgePullCommand: PmgitCommand {
  static let commandName = "pull"
  static let about = CommandConfiguration(
    abstract: "Take what was changed in the other tracker.",
    usage: "pmgit bridge pull [<name>...] [<options>]",
    discussion: """
      Examples:
        pmgit bridge pull
        pmgit bridge pull hub --add-columns
        pmgit bridge pull hub --dry-run

      What was changed here and not there stays, and what was changed on both sides
      is in conflict: see 'pmgit resolve'. A pull that adds and finishes more than 50
      plans asks, or fails in a script, except for the first; --at-most sets another
      number.
      """)

  @Argument(help: "The bridges; all without a name.", completion: .words(of: .bridge))
  var names: [String] = []

  @Flag(help: "Show what would change, plan by plan, and change nothing.")
  var dryRun = false

  @Flag(help: "Add the columns and milestones that plans name and the board lacks.")
  var addColumns = false

  @Flag(help: "Apply the board settings with which the source begins.")
  var settings = false

  @Flag(help: "Finish the open plans that the source no longer has.")
  var closeMissing = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Refuse to add and finish more plans than this.", valueName: "count"))
  var atMost: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try ImportCommand.check(addColumns: addColumns, settings: settings)
    try GlobalOptions.requireValues([atMost])
    _ = try ImportCommand.count(atMost)
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author, isDryRun: dryRun)
    let bridges = try session.workspace.bridges(named: names)
    var request = PullBridge()
    (request.closesMissing, request.mostSurprises) = (closeMissing, try ImportCommand.count(atMost))
    request.settings = settings ? .all : addColumns ? .missingColumns : .nothing
    let pulled = try await BridgeRun(session: session).pull(all: bridges, request)
    if options.json { session.show(Documents.pulled(pulled, naming: options.board)) }
    if let failed = pulled.compactMap(\.problem).first { throw Verdict(exit: failed.exit) }
    if !dryRun { try session.reportUnshared() }
  }
}
