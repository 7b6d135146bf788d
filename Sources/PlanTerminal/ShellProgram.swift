import Subprocess
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The failure of a pager, an editor or a chooser.
package struct ShellProgramError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It ended with a nonzero status. The shell's status 127 means that the command was not found.
    case exited(Int32)
    case killed(signal: Int32)
    /// It could not be started, for the reason given by the system.
    case notStarted(String)
  }

  /// The command as the user configured it.
  package let command: String
  package let reason: Reason

  package init(command: String, reason: Reason) {
    (self.command, self.reason) = (command, reason)
  }
}

/// Runs commands that the user configured for the shell, as git does.
enum ShellProgram {
  /// Returns the full path of the shell. With only the name, Subprocess would try to start a
  /// process in each folder of `PATH`.
  static func shell(in environment: Environment) async throws -> Executable {
    .path(try await Executable.name("sh").resolveExecutablePath(in: environment))
  }

  /// Calls `body` while this process ignores some signals.
  ///
  /// This sets an empty handler instead of `SIG_IGN`, because `exec` resets handlers to the
  /// default. So the child reacts to Ctrl-C and to a closed pipe as usual.
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

  /// For each signal, the number of running calls that ignore it, and the original handler.
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

  /// Returns the reason of a failure; nil if the program succeeded.
  static func failure(_ status: TerminationStatus) -> ShellProgramError.Reason? {
    switch status {
    case .exited(0): nil
    case .exited(let code): .exited(code)
    case .signaled(let number): .killed(signal: number)
    }
  }
}
