import Subprocess
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pager or an editor that did not do its work.
package struct ShellProgramError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// It ended with a status that is not zero; the shell's 127 is a command that is not there.
    case exited(Int32)
    case killed(signal: Int32)
    /// The system's words for why there is no process.
    case notStarted(String)
  }

  /// The command as the user configured it.
  package let command: String
  package let reason: Reason

  package init(command: String, reason: Reason) {
    (self.command, self.reason) = (command, reason)
  }
}

/// Running what a user configured as a shell command, as git does.
enum ShellProgram {
  /// The shell by its full path: by its name, a process would be started in each folder of the
  /// `PATH` until one finds it there.
  static func shell(in environment: Environment) async throws -> Executable {
    .path(try await Executable.name("sh").resolveExecutablePath(in: environment))
  }

  /// Calls `body` while this process stays alive at some signals.
  ///
  /// A handler that does nothing rather than `SIG_IGN`: `exec` sets handlers back to the default,
  /// so the child gets Ctrl-C and the closed pipe as ever.
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

  /// By signal: how many calls want to survive it, and the handler from before the first of them.
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

  /// Nil for a program that ended well, else why not.
  static func failure(_ status: TerminationStatus) -> ShellProgramError.Reason? {
    switch status {
    case .exited(0): nil
    case .exited(let code): .exited(code)
    case .signaled(let number): .killed(signal: number)
    }
  }
}
