import Subprocess
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The failure of a pager or an editor.
package struct ShellProgramError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It ended with a status other than 0; the shell's 127 means that there is no such command.
    case exited(Int32)
    case killed(signal: Int32)
    /// It could not be started, for the reason in the system's words.
    case notStarted(String)
  }

  /// The command as the user configured it.
  package let command: String
  package let reason: Reason

  package init(command: String, reason: Reason) {
    (self.command, self.reason) = (command, reason)
  }
}

/// The running of commands that a user configured for the shell, as git runs them.
enum ShellProgram {
  /// Returns the full path of the shell: given its name alone, Subprocess would start a process in
  /// each folder of the `PATH` until one finds it there.
  static func shell(in environment: Environment) async throws -> Executable {
    .path(try await Executable.name("sh").resolveExecutablePath(in: environment))
  }

  /// Calls `body` while this process survives some signals.
  ///
  /// The handler does nothing, instead of `SIG_IGN`, because `exec` sets handlers back to the
  /// default: so the child gets Ctrl-C and the closed pipe as usual.
  ///
  /// The C function is `signal`.
  static func surviving<Result>(
    _ signals: [Int32], _ body: () async throws -> Result
  ) async rethrows -> Result {
    for number in signals { survive(number) }
    defer { for number in signals { stopSurviving(number) } }
    return try await body()
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  /// The number of calls that must survive each signal, and the handler from before the first.
  private static let survived = Mutex<[Int32: (users: Int, former: Handler?)]>([:])

  private static func survive(_ number: Int32) {
    survived.withLock { survived in
      if survived[number] == nil { survived[number] = (0, signal(number) { _ in }) }
      survived[number]?.users += 1
    }
  }

  private static func stopSurviving(_ number: Int32) {
    survived.withLock { survived in
      survived[number]?.users -= 1
      guard let entry = survived[number], entry.users == 0 else { return }
      _ = signal(number, entry.former)
      survived[number] = nil
    }
  }

  /// Returns the reason of a failure; nil for a program that succeeded.
  static func failure(_ status: TerminationStatus) -> ShellProgramError.Reason? {
    switch status {
    case .exited(0): nil
    case .exited(let code): .exited(code)
    case .signaled(let number): .killed(signal: number)
    }
  }
}
