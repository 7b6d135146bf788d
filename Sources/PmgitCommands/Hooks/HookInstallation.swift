import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

/// Where the hooks of a repository are, and which of them a command is about.
struct HookInstallation {
  let folder: HookFolder
  let scripts: [HookScript]
  /// Whether it is about the guard of a repository that others push to.
  let isServer: Bool
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
    folder = HookFolder(
      found.path.hasPrefix("/") ? found.path : base + found.path, for: "pmgit")
    foreignScope = found.scope.flatMap { ["local", "worktree"].contains($0) ? nil : $0 }
    // Nobody commits in a bare repository.
    isServer = options.server || repository.workTree == nil
    scripts = isServer ? HookScript.server : HookScript.client
    manager = try git { [folder] () throws(GitError) in try HookManager.owner(of: folder) }
  }

  /// Fails where hooks belong to somebody else, or are switched off, and where the guard would be put
  /// in unasked.
  func requireOwn() throws {
    if isServer, !options.server {
      throw Problem.usage(
        "nobody commits in '\(session.store.repository.gitDirectory)', which is a bare repository",
        hints: ["guard the boards in it with \(pmgit: "hooks", "install", "--server")"])
    }
    let names = scripts.map(\.name)
    if folder.path == "/dev/null" {
      throw Problem(
        code: .noHooks, message: "hooks are switched off: core.hooksPath is '/dev/null'",
        hints: ["switch them on with 'git config --unset core.hooksPath'"])
    }
    if let manager {
      throw Problem(
        code: .hookManager, message: "\(manager.rawValue) owns the hooks in '\(folder.path)'",
        hints: ["nothing was changed; let \(manager.rawValue) call pmgit as shown above"],
        detail: manager.instructions(for: names))
    }
    if let foreignScope {
      let ownFolder = session.store.repository.commonDirectory + "hooks"
      throw Problem(
        code: .sharedHooks,
        message: "'\(folder.path)' has the hooks of more repositories than this one",
        hints: [
          "nothing was changed; add these lines to the hooks there, or give this repository a "
            + "folder of its own with \(run: "git", "config", "core.hooksPath", ownFolder)"
        ],
        detail: ["core.hooksPath is set in the \(foreignScope) configuration"]
          + names.map { "\($0.rawValue):  \($0.call(with: "\"$@\""))" })
    }
  }

  /// The folders in which pmgit may have put its scripts into this repository: where git looks now,
  /// unless that is for others too, and where it looks by itself.
  var ownFolders: [HookFolder] {
    let usual = HookFolder(session.store.repository.commonDirectory + "hooks", for: "pmgit")
    if foreignScope != nil { return [usual] }
    return folder.path == usual.path ? [folder] : [folder, usual]
  }

  /// Fails, before anything is touched, where somebody replaced a script that keeps another hook.
  func requireUndisplaced() throws {
    guard let script = try displaced.first else { return }
    let name = script.name.rawValue
    throw Problem(
      code: .hookReplaced,
      message: "hook '\(name)' was replaced after pmgit had put its own there",
      hints: [
        "nothing was changed; make one of '\(folder.file(name))' and '\(folder.keptFile(name))', "
          + "remove the other, and install again"
      ])
  }

  func tellOfDisplaced() throws {
    for script in try displaced {
      session.tell(
        "warning: '\(folder.keptFile(script.name.rawValue))' is left: somebody replaced the script "
          + "that kept it")
    }
  }

  private var displaced: [HookScript] {
    get throws {
      try scripts.filter { script in
        try git { () throws(GitError) in
          try folder.isDisplaced(script.name.rawValue, script: script.bytes)
        }
      }
    }
  }

  func report(changed: [HookScript], as done: String) async throws {
    if session.options.json { try await show() }
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

  /// Says so where there is nothing for hooks to do as yet.
  func noteMissingBoard() throws {
    if isServer { return }
    do {
      _ = try session.store.tip()
    } catch {
      guard case .noBoard(let board, _) = error else { throw error }
      session.tell(
        session.words(
          of: "note: there is no board '\(board)' here yet; make one with \(pmgit: "init")"))
    }
  }

  /// Says so where the hooks are among the files that are checked out.
  func warnOfWorkTree() {
    let repository = session.store.repository
    if let tree = repository.workTree, folder.path.hasPrefix(tree),
      !folder.path.hasPrefix(repository.commonDirectory)
    {
      session.tell("note: '\(folder.path)' is in the work tree, so 'git status' shows the files")
    }
  }

  /// Prints the state of each hook.
  func show() async throws {
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
    let text = HookText(states.map { ($0.name, $0.state.words(keeps: folder.keeps($0.name))) })
    try await session.show(session.context.terminal.text(text))
    session.tell("in '\(folder.path)'")
    if let manager { session.tell("\(manager.rawValue) owns the hooks here") }
    if states.contains(where: { $0.state == .installed(isCurrent: false) }) {
      session.tell(
        hint: isServer
          ? "write them anew with \(pmgit: "hooks", "install", "--server")"
          : "write them anew with \(pmgit: "hooks", "install")")
    }
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
