import Foundation
import Subprocess

/// The built program, run by a shell in a scratch repository.
package struct Binary {
  package let repository: ScratchRepository

  package init(repository: ScratchRepository) { self.repository = repository }

  /// The folder of the program. It is the folder of the test runner, unless `PMGIT_BINARY` gives
  /// the path of another `pmgit`.
  package static let folder = {
    let program = ProcessInfo.processInfo.environment["PMGIT_BINARY"] ?? CommandLine.arguments[0]
    return URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
      .path(percentEncoded: false)
  }()

  /// The full path of bash. `HermeticGit.executable` says why it is needed.
  private static let bash = Task<Executable, any Error> {
    .path(try await Executable.name("bash").resolveExecutablePath(in: .inherit))
  }

  /// Runs a script in the work tree with `pmgit` on the `PATH`.
  ///
  /// - Returns: Standard output, standard error, and the exit code.
  @discardableResult
  package func shell(
    _ script: String, adding variables: [String: String] = [:]
  ) async throws -> (output: String, messages: String, exitCode: Int32) {
    var values: [Environment.Key: String] = [:]
    for (name, value) in repository.program.environment.merging(variables, uniquingKeysWith: { $1 })
    {
      if let key = Environment.Key(rawValue: name) { values[key] = value }
    }
    values["PATH"] = Self.folder + ":" + (values["PATH"] ?? "")
    let result = try await Subprocess.run(
      Self.bash.value, arguments: ["-c", "cd '\(repository.path)' || exit 99\n\(script)"],
      environment: .custom(values), input: .none, output: .string(limit: 64 << 20),
      error: .string(limit: 1 << 20))
    let code: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return (result.standardOutput, result.standardError, code)
  }
}
