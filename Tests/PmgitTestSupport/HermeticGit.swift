import Foundation
import Subprocess

/// The `git` program with an environment in which nothing of the user or the machine shows.
///
/// It is run through Subprocess and not through `GitProgram`, so that tests of that have a judge.
package struct HermeticGit: Sendable {
  /// The environment of every run: a home of its own, no configuration, C locale, no prompts, no
  /// installed pmgit. Who commits is not set.
  package var environment: [String: String]

  /// Lets the tests survive a pipe that nobody reads, for good.
  ///
  /// Several commands run in this process at once, and each sets the signal's handler back to what
  /// it found. With this one below, none of them finds the default, which would end all tests.
  private static let survivesBrokenPipes: Void = { _ = signal(SIGPIPE) { _ in } }()

  /// The program by its full path: by its name, Subprocess would start a process in each folder of
  /// the `PATH` until one finds it there.
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

  /// A run that did not end with the exit code 0.
  package struct Failure: Error, CustomStringConvertible {
    /// The subcommand and its arguments.
    package var arguments: [String]

    /// What git said.
    package var standardError: String

    package var description: String {
      "git \(arguments.joined(separator: " ")): \(standardError)"
    }
  }

  /// Runs git in a folder and returns its standard output without the newline at the end.
  ///
  /// - Parameters:
  ///   - variables: Variables for this run only.
  ///   - input: What git reads from its standard input.
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
