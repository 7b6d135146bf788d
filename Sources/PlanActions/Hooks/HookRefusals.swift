import PlanStore

/// The reasons to refuse the installation of hooks.
extension HookInstallation {
  /// Fails if others own the hooks, if hooks are switched off, or if a bare repository's guard was
  /// not requested.
  func requireOwn() throws(Problem) {
    if isServer, !asksForServer {
      throw Problem.usage(
        "nobody commits in '\(repository.gitDirectory)', which is a bare repository",
        hints: ["guard the boards in it with \(pmgit: "hooks", "install", "--server")"])
    }
    if folder == "/dev/null" {
      throw Problem(
        code: .noHooks, message: "hooks are switched off: core.hooksPath is '/dev/null'",
        hints: ["switch them on with 'git config --unset core.hooksPath'"])
    }
    let names = scripts.map(\.name)
    if let owner {
      throw Problem(
        code: .hookManager, message: "\(owner.rawValue) owns the hooks in '\(folder)'",
        hints: ["nothing was changed; let \(owner.rawValue) call pmgit as shown above"],
        detail: owner.instructions(for: names))
    }
    guard let foreignScope else { return }
    let ownFolder = repository.commonDirectory + "hooks"
    throw Problem(
      code: .sharedHooks,
      message: "'\(folder)' has the hooks of more repositories than this one",
      hints: [
        "nothing was changed; add these lines to the hooks there, or give this repository a "
          + "folder of its own with \(run: "git", "config", "core.hooksPath", ownFolder)"
      ],
      detail: ["core.hooksPath is set in the \(foreignScope) configuration"]
        + names.map { "\($0.rawValue):  \($0.call(with: "\"$@\""))" })
  }

  /// Fails, before any change, if another program replaced a script that keeps an older hook.
  func requireUndisplaced() throws {
    guard let script = try scripts.first(where: { try $0.isDisplaced(in: hooks) }) else { return }
    let name = script.name.rawValue
    throw Problem(
      code: .hookReplaced,
      message: "hook '\(name)' was replaced after pmgit had put its own there",
      hints: [
        "nothing was changed; make one of '\(hooks.file(name))' and '\(hooks.keptFile(name))', "
          + "remove the other, and install again"
      ])
  }
}
