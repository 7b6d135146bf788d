import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The user's editor, as given by `git var GIT_EDITOR`.
package enum Editor {
  /// Opens a file in the editor on this process's terminal, and returns when the editor ends.
  ///
  /// - Parameter command: The command with its arguments, which the shell splits. As git does, this
  ///   runs `sh -c '<command> "$@"' <command> <path>`.
  /// - Throws: An error if the editor could not be started, or ended with a nonzero status. Editors
  ///   use such a status to tell the caller not to use the text.
  package static func edit(
    fileAt path: String, command: String
  ) async throws(ShellProgramError) {
    let status: TerminationStatus
    do {
      // Only the editor should react to Ctrl-C and Ctrl-\.
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
