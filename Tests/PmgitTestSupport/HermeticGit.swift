import Foundation
import Subprocess

/// The `git` program with an environment that is independent of the user and the machine.
///
/// It does not use `GitProgram`, so that tests can compare `GitProgram` with it.
package struct HermeticGit: Sendable {
  /// The environment of every run: a separate home, no configuration, C locale, no prompts, no
  /// installed pmgit. It does not set the identity.
  package var environment: [String: String]

  /// Makes the tests survive a write to a closed pipe.
  ///
  /// Several commands run in this process at once. Each restores the signal handler that it found.
  /// With this handler installed, none of them can restore the default, which would end the
  /// process.
  private static let survivesBrokenPipes: Void = { _ = signal(SIGPIPE) { _ in } }()

  /// The full path of the program. Given only its name, Subprocess would try to start it in each
  /// folder of the `PATH`.
  private static let executable = Task<Executable, any Error> {
    .path(try await Executable.name("git").resolveExecutablePath(in: .inherit))
  }

  /// Creates a git whose home is the folder `home`.
  package init(home: String) throws {
    Self.survivesBrokenPipes
    environment = [
      "HOME": home,
      "XDG_CONFIG_HOME": home + "/.config",
      "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CONFIG_GLOBAL": home + "/.gitconfig",
      "GIT_TERMINAL_PROMPT": "0",
      "LC_ALL": "C",
      "TZ": "UTC",
      "PATH": try SystemPath.text,
    ]
  }

  /// The error that the exit code of a run was not 0.
  package struct Failure: Error, CustomStringConvertible {
    /// The subcommand and its arguments.
    package var arguments: [String]

    /// What git printed to standard error.
    package var standardError: String

    package var description: String {
      "git \(arguments.joined(separator: " ")): \(standardError)"
    }
  }

  /// Runs git in a folder, and returns its standard output without the final newline.
  ///
  /// - Parameters:
  ///   - variables: Environment variables for this run only.
  ///   - input: The standard input of git.
  package func run(
    _ arguments: [String], in folder: String, adding variables: [String: String] = [:],
    input: String = ""
  ) async throws -> String {
    var values: [Environment.Key: String] = [:]
    for (name, value) in environment.merging(variables, uniquingKeysWith: { $1 }) {
      if let key = Environment.Key(rawValue: name) { values[key] = value }
    }
    let result = try await Subprocess.run(
      Self.executable.value, arguments: Arguments(["-C", folder] + arguments),
      environment: .custom(values), input: .string(input), output: .string(limit: 64 << 20),
      error: .string(limit: 1 << 20))
    guard result.terminationStatus.isSuccess else {
      throw Failure(arguments: arguments, standardError: result.standardError)
    }
    let output = result.standardOutput
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }
}
