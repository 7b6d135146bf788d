import Git

extension BoardStore {
  /// Returns the folder of this repository's hooks, and the scope of the configuration that sets
  /// it. The scope is nil for git's default folder.
  package func hookFiles() async throws(StoreError) -> (files: HookFiles, scope: String?) {
    let found: GitProgram.HooksFolder
    do { found = try await program.hooksFolder() } catch { throw .program(error) }
    let base = repository.workTree ?? repository.gitDirectory
    return (HookFiles(in: found.path.hasPrefix("/") ? found.path : base + found.path), found.scope)
  }
}

/// A folder of git's hooks with pmgit's scripts. Its methods call those of `HookFolder`.
package struct HookFiles: Sendable {
  private let folder: HookFolder

  package init(in path: String) { folder = HookFolder(path, for: "pmgit") }

  /// The kind of file at a hook's path.
  package enum State: Hashable, Sendable {
    case absent
    /// A script of pmgit, of this version or another one.
    case installed(isCurrent: Bool)
    /// A hook of another program or of the user. git runs it only if it is executable.
    case foreign(isExecutable: Bool)
  }

  /// The path of the folder, without a `/` at the end.
  package var path: String { folder.path }
  package func file(_ hook: String) -> String { folder.file(hook) }
  package func keptFile(_ hook: String) -> String { folder.keptFile(hook) }
  package func keeps(_ hook: String) -> Bool { folder.keeps(hook) }

  package func text(of hook: String) throws(StoreError) -> String? {
    try StoreError.wrapping(try folder.text(of: hook))
  }

  package func state(of hook: String, script: [UInt8]) throws(StoreError) -> State {
    switch try StoreError.wrapping(try folder.state(of: hook, script: script)) {
    case .absent: .absent
    case .installed(let isCurrent): .installed(isCurrent: isCurrent)
    case .foreign(let isExecutable): .foreign(isExecutable: isExecutable)
    }
  }

  package func isDisplaced(_ hook: String, script: [UInt8]) throws(StoreError) -> Bool {
    try StoreError.wrapping(try folder.isDisplaced(hook, script: script))
  }

  /// - Returns: Whether a file was changed.
  package func install(_ hook: String, script: [UInt8]) throws(StoreError) -> Bool {
    try StoreError.wrapping(try folder.install(hook, script: script))
  }

  /// - Returns: Whether a script was removed.
  package func uninstall(_ hook: String, script: [UInt8]) throws(StoreError) -> Bool {
    try StoreError.wrapping(try folder.uninstall(hook, script: script))
  }
}
