import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct AgentsCommand: NamedCommand {
  static let commandName = "agents"
  static let about = CommandConfiguration(
    abstract: "Give the board to coding agents: instructions, MCP, overview.",
    discussion: """
      Examples:
        pmgit agents install --dry-run
        pmgit agents install --for claude
        pmgit agents prime

      'install' writes files that agents read first, such as AGENTS.md, and MCP
      settings of their clients. Files that you have stay as they are; it prints the
      lines to put in. Nothing else in pmgit writes files of your code's work tree.
      """,
    defaultSubcommand: AgentsStatusCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    AgentsInstallCommand.self, AgentsUninstallCommand.self, AgentsStatusCommand.self,
    AgentsPrimeCommand.self, AgentsMCPCommand.self,
  ]
}

/// The options of commands that change the configuration files of agent clients.
struct AgentOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "The client: \(AgentClient.allCases.map(\.rawValue).joined(separator: ", ")). Repeatable.",
      valueName: "client"))
  var clients: [AgentClient] = []

  @Flag(help: "Show what would be written, and write nothing.")
  var dryRun = false
}

struct AgentsInstallCommand: SessionCommand {
  static let commandName = "install"
  static let about = CommandConfiguration(
    abstract: "Write instructions and MCP settings for agents into the work tree.",
    usage: "pmgit agents install [--for <client>]... [--dry-run] [<options>]",
    discussion: """
      Examples:
        pmgit agents install --dry-run
        pmgit agents install --for claude --for codex

      Without --for it is for the clients whose files or folders are there, and
      AGENTS.md alone if there are none. If another file is in the way, pmgit prints
      the lines to put in by hand, and the exit code is 1 until they are there.

        client   instructions   MCP settings
        claude   CLAUDE.md      .mcp.json
        codex    AGENTS.md      .codex/config.toml, read in trusted projects only
        cursor   AGENTS.md      .cursor/mcp.json
        gemini   GEMINI.md      .gemini/settings.json
        vscode   AGENTS.md      .vscode/mcp.json
      """)

  @OptionGroup var agents: AgentOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let setup = try session.workspace.agentSetup(naming: options.board != nil)
    let outcome = try setup.install(for: agents.clients, isDryRun: agents.dryRun)
    try await session.report(outcome, isDryRun: agents.dryRun, nothing: "all is there already")
  }
}

struct AgentsUninstallCommand: SessionCommand {
  static let commandName = "uninstall"
  static let about = CommandConfiguration(
    abstract: "Remove the files that 'pmgit agents install' has written.",
    usage: "pmgit agents uninstall [--for <client>]... [--dry-run] [<options>]",
    discussion: """
      Examples:
        pmgit agents uninstall --dry-run
        pmgit agents uninstall --for cursor

      Lines that you have added, and other files that you have written or changed,
      stay.
      """)

  @OptionGroup var agents: AgentOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let setup = try session.workspace.agentSetup(naming: options.board != nil)
    let outcome = try setup.uninstall(for: agents.clients, isDryRun: agents.dryRun)
    try await session.report(outcome, isDryRun: agents.dryRun, nothing: "nothing is there")
  }
}

struct AgentsStatusCommand: SessionCommand {
  static let commandName = "status"
  static let about = CommandConfiguration(
    abstract: "Show which files for agents pmgit has written.",
    usage: "pmgit agents status [<options>]",
    discussion: """
      Examples:
        pmgit agents
        pmgit agents status --json

      A file is absent, installed, outdated, by-hand or foreign. The last two have
      lines that pmgit has not written; those that are by-hand mention it already.
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let setup = try session.workspace.agentSetup(naming: options.board != nil)
    let files = try setup.states()
    if options.json { return session.show(Documents.agents(files)) }
    let rows = files.map { file in
      [file.path, file.state.rawValue, file.clients.map(\.rawValue).joined(separator: ",")]
    }
    try await session.show(
      TableText(
        rows: rows.map { [StyledText($0[0]), StyledText($0[1]), StyledText($0[2], .muted)] },
        records: rows.map { PlainRecord($0) }))
    if files.allSatisfy({ $0.state == .absent || $0.state == .foreign }) {
      session.report(
        hint: "see what would be written with \(pmgit: "agents", "install", "--dry-run")")
    } else if files.contains(where: { $0.state == .outdated }) {
      session.report(hint: "update the outdated ones with \(pmgit: "agents", "install")")
    }
  }
}

extension Session {
  /// Reports changes of agents' files, and fails if one was refused.
  fileprivate func report(
    _ outcome: AgentSetup.Outcome, isDryRun: Bool, nothing: String
  ) async throws {
    if options.json {
      show(Documents.agents(changed: outcome, isDryRun: isDryRun, naming: options.board))
    } else if isDryRun {
      try await show(DifferencesText(changes: outcome.changes))
    }
    for change in outcome.changes where !isDryRun {
      report("\(change.verb) '\(change.path)'")
    }
    for path in outcome.byHand {
      report("'\(path)' mentions pmgit, but has other lines, too: it stays as it is")
    }
    if outcome.changes.isEmpty, outcome.refusals.isEmpty, outcome.byHand.isEmpty { report(nothing) }
    guard !outcome.refusals.isEmpty else { return }
    if !options.json { for refusal in outcome.refusals { show(refusal) } }
    throw Verdict(exit: .failed)
  }

  /// Reports a file that was not changed. The lines to insert are printed as a result, without
  /// indentation, so that they can be pasted.
  private func show(_ refusal: AgentSetup.Refusal) {
    var problem = refusal.problem
    problem.detail = []
    show(problem)
    context.output.result(([""] + refusal.problem.detail).map { $0 + "\n" }.joined())
  }
}

extension AgentSetup.Change {
  fileprivate var verb: String { before == nil ? "created" : after == nil ? "removed" : "changed" }
}

/// The changes of files as lines, the same for people and programs. They are not wrapped, because
/// they are the lines of the files.
private struct DifferencesText: TextForm {
  let changes: [AgentSetup.Change]

  private var text: [StyledText] {
    changes.flatMap { StyledText.difference(of: $0.path, from: $0.before, to: $0.after) }
  }

  func lines(widthInCells width: Int) -> [StyledText] { text }
  var records: [PlainRecord] { text.map { PlainRecord([$0.string]) } }
}

extension AgentClient: ExpressibleByArgument {}
