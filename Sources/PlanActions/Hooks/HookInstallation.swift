import Git
import PlanModel
import PlanStore
import PlanView

/// The hooks of a repository, and the scripts that pmgit installs there.
package struct HookInstallation {
  let workspace: Workspace
  let hooks: HookFolder
  let scripts: [HookScript]
  /// Whether the scripts guard a repository that others push to.
  package let isServer: Bool
  /// Whether the user asked for the guard. If not, `isServer` is true only in a bare repository.
  let asksForServer: Bool
  let owner: HookManager?
  /// The scope of git's configuration that sets the hook folder for other repositories too, such as
  /// `global`; nil if none does.
  let foreignScope: String?

  /// The folder in which git looks for hooks.
  package var folder: String { hooks.path }
  /// The program that owns the hooks and may rewrite them at any time; nil if there is none.
  package var manager: String? { owner?.rawValue }

  package func states() throws -> [HookState] {
    try scripts.map { try HookState($0, in: hooks) }
  }

  var repository: Repository { workspace.store.repository }

  /// The folders in which pmgit may have installed its scripts for this repository: git's present
  /// hook folder, unless other repositories share it, and git's default folder.
  private var ownFolders: [HookFolder] {
    let usual = HookFolder(repository.commonDirectory + "hooks", for: "pmgit")
    if foreignScope != nil { return [usual] }
    return hooks.path == usual.path ? [hooks] : [hooks, usual]
  }
}

extension Workspace {
  /// Returns the hooks of the repository.
  ///
  /// - Parameter server: Whether to use the guard for a repository that others push to, instead of
  ///   the hooks for a clone. A bare repository always has the guard.
  package func hooks(server: Bool = false) async throws -> HookInstallation {
    let (folder, scope) = try await store.hookFolder()
    // A bare repository gets commits only by pushes.
    let isServer = server || store.repository.workTree == nil
    return HookInstallation(
      workspace: self, hooks: folder, scripts: isServer ? HookScript.server : HookScript.client,
      isServer: isServer, asksForServer: server, owner: try HookManager.owner(of: folder),
      foreignScope: scope.flatMap { ["local", "worktree"].contains($0) ? nil : $0 })
  }
}

// MARK: - Changing

extension HookInstallation {
  /// Installs the scripts. Existing hooks are kept and called first.
  ///
  /// - Returns: Notices of what was done.
  package func install() throws -> [Notice] {
    try requireOwn()
    try requireUndisplaced()
    let installed = try scripts.filter { try hooks.install($0.name.rawValue, script: $0.bytes) }
    if !isServer { try workspace.installMergeDriver() }
    return changed(
      installed, as: "installed",
      besides: (installed.isEmpty ? [] : workTreeNotices())
        + workspace.noticed { try missingBoardNotices() })
  }

  /// Removes the scripts and restores the hooks that were there before. A hook stays aside, with a
  /// warning, if another script took the place of pmgit's.
  ///
  /// - Returns: Notices of what was done.
  package func uninstall() throws -> [Notice] {
    let removed = try scripts.filter { script in
      let name = script.name.rawValue
      return try !ownFolders.filter { try $0.uninstall(name, script: script.bytes) }.isEmpty
    }
    let displaced = try scripts.filter { try $0.isDisplaced(in: hooks) }
    return changed(
      removed, as: "uninstalled",
      besides: displaced.map { script in
        .warning(
          "'\(hooks.keptFile(script.name.rawValue))' is left: somebody replaced the script that "
            + "kept it")
      })
  }

  private func changed(
    _ scripts: [HookScript], as done: String, besides notices: [Notice]
  ) -> [Notice] {
    let names = scripts.map(\.name.rawValue)
    guard !names.isEmpty else {
      return [Notice("nothing to change in '\(folder)'")] + notices
    }
    var words = [Notice("\(done) \(names.joined(separator: ", "))")]
    let kept = names.filter(hooks.keeps)
    if !kept.isEmpty {
      words.append(
        Notice("kept what was there, which is called first: \(kept.joined(separator: ", "))"))
    }
    return words + notices
  }

  /// Returns a notice if the hook folder is inside the work tree.
  private func workTreeNotices() -> [Notice] {
    guard let tree = repository.workTree, folder.hasPrefix(tree),
      !folder.hasPrefix(repository.commonDirectory)
    else { return [] }
    return [Notice.note("'\(folder)' is in the work tree, so 'git status' shows the files")]
  }

  /// Returns a notice if a clone has no board yet; none for a server.
  private func missingBoardNotices() throws -> [Notice] {
    if isServer { return [] }
    do {
      _ = try workspace.store.tip()
      return []
    } catch StoreError.noBoard(let board, _, _) {
      return [Notice.note("there is no board '\(board)' here yet; make one with \(pmgit: "init")")]
    }
  }
}

/// The reasons to refuse the installation of hooks.
extension HookInstallation {
  /// Fails if a hook manager or other repositories own the hooks, if hooks are switched off, or if
  /// a bare repository's guard was not requested.
  func requireOwn() throws {
    if isServer, !asksForServer {
      throw Problem.usage(
        "'\(repository.gitDirectory)' is a bare repository, where nobody commits",
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

  /// Fails if one of pmgit's scripts was replaced while an older hook was kept beside it.
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
