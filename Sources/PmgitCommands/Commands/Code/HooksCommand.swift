import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal

struct HooksCommand: NamedCommand {
  static let commandName = "hooks"
  static let about = CommandConfiguration(
    abstract: "Let the board follow the code, by git hooks.",
    discussion: """
      Examples:
        pmgit hooks install
        pmgit hooks install --server    in the repository that others push to
        pmgit hooks follow ORIG_HEAD..HEAD

      With them the last paragraph of a commit's message can name plans:
        Plan: k7m2      the plan gets a link to the commit
        Starts: k7m2    and moves to the first column of kind doing
        Closes: k7m2    and moves to the first column of kind done
      '(k7m2)' at the end of the subject is as Plan. With --server, the repository
      that others push to refuses what would break a board.
      """,
    defaultSubcommand: HooksStatusCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    HooksInstallCommand.self, HooksUninstallCommand.self, HooksStatusCommand.self,
    HooksFollowCommand.self, HooksRunCommand.self, HooksMergeDriverCommand.self,
  ]
}

/// The option that chooses between a person's hooks and the guard of a server.
struct HookOptions: ParsableArguments {
  @Flag(help: "The guard for a shared repository, instead of the hooks of a clone.")
  var server = false
}

struct HooksInstallCommand: SessionCommand {
  static let commandName = "install"
  static let about = CommandConfiguration(
    abstract: "Put pmgit's hooks into this repository, beside those of others.",
    usage: "pmgit hooks install [--server] [<options>]",
    discussion: """
      Examples:
        pmgit hooks install
        pmgit hooks install --server
        git config pmgit.hooks.requirePlan true    a commit must name a plan
        git config pmgit.hooks.pushBoard true      'git push' shares the board
        git config pmgit.hooks.start true          a first commit starts its plan

      They go where git looks for hooks. An existing hook is kept beside, and called
      first. If another manager owns the hooks, pmgit shows the lines for its files.
      """)

  @OptionGroup var hooks: HookOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let hooks = try await session.workspace.hooks(server: hooks.server)
    let notices = try hooks.install()
    if options.json { session.show(try Documents.hooks(hooks)) }
    session.report(notices)
  }
}

struct HooksUninstallCommand: SessionCommand {
  static let commandName = "uninstall"
  static let about = CommandConfiguration(
    abstract: "Remove pmgit's hooks, and put back what was there before.",
    usage: "pmgit hooks uninstall [--server] [<options>]",
    discussion: """
      Examples:
        pmgit hooks uninstall
      """)

  @OptionGroup var hooks: HookOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let hooks = try await session.workspace.hooks(server: hooks.server)
    let notices = try hooks.uninstall()
    if options.json { session.show(try Documents.hooks(hooks)) }
    session.report(notices)
  }
}

struct HooksStatusCommand: SessionCommand {
  static let commandName = "status"
  static let about = CommandConfiguration(
    abstract: "Show which of pmgit's hooks are installed.",
    usage: "pmgit hooks status [--server] [<options>]",
    discussion: """
      Examples:
        pmgit hooks
        pmgit hooks status --server
      """)

  @OptionGroup var hooks: HookOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let hooks = try await session.workspace.hooks(server: hooks.server)
    if options.json { return session.show(try Documents.hooks(hooks)) }
    let states = try hooks.states()
    try await session.show(HookText(states.map { ($0.name, $0.words) }))
    session.report("in '\(hooks.folder)'")
    if let manager = hooks.manager { session.report("\(manager) owns the hooks here") }
    if states.contains(where: \.isOutdated) {
      session.report(
        hint: hooks.isServer
          ? "update them with \(pmgit: "hooks", "install", "--server")"
          : "update them with \(pmgit: "hooks", "install")")
    }
  }
}

struct HooksRunCommand: PmgitCommand {
  static let commandName = "run"
  static let about = CommandConfiguration(
    abstract: "Do the work of a git hook; the installed scripts call it.",
    usage: "pmgit hooks run <name> [<argument>...]",
    discussion: """
      Examples:
        pmgit hooks run commit-msg "$@"

      The arguments and the input are those that git gives to the hook of that name.
      """)

  @Argument(help: "The hook, as git calls it.")
  var name: HookName

  @Argument(help: "What git gave to the hook.")
  var arguments: [String] = []

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await HookRun(name: name, arguments: arguments, options: options).run(in: context)
  }
}
