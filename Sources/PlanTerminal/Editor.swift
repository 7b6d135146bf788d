import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The user's editor, as `git var GIT_EDITOR` names it.
package enum Editor {
  /// Opens a file in the editor, on this process's own terminal, and returns when it is closed.
  ///
  /// - Parameter command: The command with its arguments, which the shell splits, as it does for
  ///   git: `sh -c '<command> "$@"' <command> <path>`.
  /// - Throws: If the editor could not be started or did not end with status 0, by which editors
  ///   say that the text is not to be used.
  package static func edit(
    fileAt path: String, command: String
  ) async throws(ShellProgramError) {
    let status: TerminationStatus
    do {
      // Ctrl-C and Ctrl-\ are meant for the editor.
      status = try await ShellProgram.surviving([SIGINT, SIGQUIT]) {
        try await Subprocess.run(
          ShellProgram.shell(in: .inherit), arguments: ["-c", "\(command) \"$@\"", command, path],
          input: .currentStandardInput, output: .currentStandardOutput,
          error: .currentStandardError
        ).terminationStatus
      }
    } catch {
      throw ShellProgramError(command: command, reason: .notStarted("\(error)"))
    }
    if let reason = ShellProgram.failure(status) {
      throw ShellProgramError(command: command, reason: reason)
    }
  }
}
