import ArgumentParser
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct HooksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hooks",
    abstract: "Let the board follow the code: install, remove and show git hooks.",
    discussion: """
      With them a commit can name a plan, start it and close it, and a server can
      refuse a push that would break a board; see docs/hooks.md.

      Examples:
        pmgit hooks install
        pmgit hooks install --server    in the repository that others push to
        pmgit hooks status
        pmgit hooks uninstall
      """,
    subcommands: [
      HooksInstallCommand.self, HooksUninstallCommand.self, HooksStatusCommand.self,
    ],
    defaultSubcommand: HooksStatusCommand.self)
}

/// Which hooks a command is about.
struct HookOptions: ParsableArguments {
  @Flag(help: "The guard of a repository that others push to, instead of a person's hooks.")
  var server = false
}

struct HooksInstallCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Put pmgit's hooks into this repository, beside those of others.",
    usage: "pmgit hooks install [--server] [<options>]",
    discussion: """
      They go where git looks for hooks, which core.hooksPath may say. A hook that
      is there is kept beside, and called first; 'pmgit hooks uninstall' puts it
      back as it was. Where another manager of hooks is at work nothing is
      touched, and the lines to add to its files are shown.

      Examples:
        pmgit hooks install
        pmgit hooks install --server
        git config pmgit.hooks.requirePlan true    a commit must name a plan
        git config pmgit.hooks.pushBoard true      'git push' shares the board
      """)

  @OptionGroup var hooks: HookOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let place = try await HookPlace(session, hooks)
    try place.requireOwn()
    var installed: [HookScript] = []
    for script in place.scripts where try place.folder.install(script) { installed.append(script) }
    if !hooks.server { try session.installMergeDriver() }
    try place.report(changed: installed, as: "installed")
  }
}

struct HooksUninstallCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Take pmgit's hooks out, and put back what was there before.",
    usage: "pmgit hooks uninstall [--server] [<options>]",
    discussion: """
      Examples:
        pmgit hooks uninstall
        pmgit hooks uninstall --server
      """)

  @OptionGroup var hooks: HookOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let place = try await HookPlace(session, hooks)
    var removed: [HookScript] = []
    for script in place.scripts where try place.folder.uninstall(script) { removed.append(script) }
    try place.report(changed: removed, as: "uninstalled")
  }
}

struct HooksStatusCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show which of pmgit's hooks are installed.",
    usage: "pmgit hooks status [--server] [<options>]",
    discussion: """
      Examples:
        pmgit hooks
        pmgit hooks status --server
        pmgit hooks status --json
      """)

  @OptionGroup var hooks: HookOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let place = try await HookPlace(try Session(context, options), hooks)
    try place.show()
  }
}

/// Where the hooks of a repository are, and which of them a command is about.
struct HookPlace {
  let folder: HookFolder
  let scripts: [HookScript]
  private let session: Session
  private let options: HookOptions
  private let manager: HookManager?
  /// Who said where hooks are, if not this repository.
  private let foreignScope: String?

  init(_ session: Session, _ options: HookOptions) async throws {
    (self.session, self.options) = (session, options)
    let repository = session.store.repository
    let found: GitProgram.HooksFolder
    do {
      found = try await repository.program(environment: session.context.environment).hooksFolder()
    } catch {
      throw StoreError.program(error)
    }
    let base = repository.workTree ?? repository.gitDirectory
    folder = HookFolder(found.path.hasPrefix("/") ? found.path : base + found.path)
    foreignScope = found.scope.flatMap { ["local", "worktree"].contains($0) ? nil : $0 }
    scripts = options.server ? HookScript.server : HookScript.client
    manager = try git { [folder] () throws(GitError) in try HookManager.owner(of: folder) }
    if repository.workTree == nil, !options.server {
      throw Failure.usage(
        "nobody commits in '\(repository.gitDirectory)', which is a bare repository",
        hints: ["guard the boards in it with 'pmgit hooks install --server'"])
    }
  }

  /// Fails where hooks belong to somebody else.
  func requireOwn() throws {
    let names = scripts.map(\.name)
    if let manager {
      throw Failure(
        code: "hook-manager", message: "\(manager.rawValue) owns the hooks in '\(folder.path)'",
        hints: ["nothing was changed; let \(manager.rawValue) call pmgit as shown above"],
        detail: manager.instructions(for: names))
    }
    if let foreignScope {
      throw Failure(
        code: "shared-hooks",
        message: "'\(folder.path)' has the hooks of more repositories than this one",
        hints: [
          "nothing was changed; add these lines to the hooks there, or give this repository a "
            + "folder of its own with 'git config core.hooksPath .git/hooks'"
        ],
        detail: ["core.hooksPath is set in the \(foreignScope) configuration"]
          + names.map { "\($0.rawValue):  pmgit hook \($0.rawValue) \"$@\"" })
    }
  }

  func report(changed: [HookScript], as done: String) throws {
    if session.options.json { try show() }
    guard !changed.isEmpty else {
      session.tell("nothing to change in '\(folder.path)'")
      return
    }
    session.tell("\(done) \(changed.map(\.name.rawValue).joined(separator: ", "))")
    let kept = changed.filter { folder.keeps($0.name.rawValue) }.map(\.name.rawValue)
    if !kept.isEmpty {
      session.tell("kept what was there, which is called first: \(kept.joined(separator: ", "))")
    }
  }

  /// Prints the state of each hook.
  func show() throws {
    let states = try scripts.map { (name: $0.name.rawValue, state: try folder.state(of: $0)) }
    if session.options.json {
      session.show([
        "format": .number(1), "folder": .string(folder.path),
        "manager": .optional(manager?.rawValue),
        "hooks": .array(
          states.map { name, state in
            .object([
              "name": .string(name), "state": .string(state.word),
              "kept": .bool(folder.keeps(name)),
            ])
          }),
      ])
      return
    }
    let records = states.map { name, state in
      PlainRecord([name, state.words(keeps: folder.keeps(name))])
    }
    session.context.output.result(records.map { $0.line + "\n" }.joined())
    session.tell("in '\(folder.path)'")
    if let manager { session.tell("\(manager.rawValue) owns the hooks here") }
  }
}

extension HookFolder.State {
  fileprivate var word: String {
    switch self {
    case .absent: "absent"
    case .installed(isCurrent: true): "installed"
    case .installed(isCurrent: false): "outdated"
    case .foreign: "foreign"
    }
  }

  fileprivate func words(keeps: Bool) -> String {
    switch self {
    case .absent: "not installed"
    case .installed(isCurrent: true): keeps ? "installed, after the one before" : "installed"
    case .installed(isCurrent: false): "not as this pmgit installs it"
    case .foreign(isExecutable: true): "somebody else's"
    case .foreign(isExecutable: false): "somebody else's, not executable"
    }
  }
}
