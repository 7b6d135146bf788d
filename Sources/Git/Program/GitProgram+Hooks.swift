extension GitProgram {
  /// The folder in which git looks for hooks, and the configuration scope that sets it.
  package struct HooksFolder: Equatable, Sendable {
    /// The folder's path, absolute or relative to the folder that git runs in.
    package var path: String

    /// The scope of `core.hooksPath`: `local`, `worktree`, `global`, `system` or `command`; `nil`
    /// if the key is not set.
    package var scope: String?
  }

  /// Returns the folder in which git looks for hooks: `core.hooksPath`, or git's default.
  package func hooksFolder(
    deadline: Duration = .seconds(10)
  ) async throws(GitProgramError) -> HooksFolder {
    let output = try await run(["rev-parse", "--git-path", "hooks"], deadline: deadline)
    if output.exitCode != 0 { throw .failed("git rev-parse", output) }
    let setting = try await run(
      ["config", "--show-scope", "--get", "core.hooksPath"], deadline: deadline)
    // git exits with 1 if the key is not set.
    if setting.exitCode > 1 { throw .failed("git config", setting) }
    let scope = setting.firstLine.split(separator: "\t").first
    return HooksFolder(path: output.firstLine, scope: scope.map(String.init))
  }
}
