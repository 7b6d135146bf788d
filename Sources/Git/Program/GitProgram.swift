/// The user's `git` program. Every run of git uses this type.
///
/// git runs for tasks that libgit2 can't do as the user has configured them, such as fetching,
/// pushing and signing. Its messages are in English, so that they can be parsed. Arguments from
/// outside stand after `--`, so git never reads them as options.
package struct GitProgram: Sendable {
  /// The environment for git, without the variables that name another repository.
  package let environment: [String: String]

  /// The git directory of the repository; `nil` for the repository of the working directory, if
  /// any.
  package let gitDirectory: String?

  /// The folder that git runs in, to which relative paths of remotes refer; `nil` for this
  /// process's working directory.
  package let workingDirectory: String?

  /// Creates a git program for one repository.
  ///
  /// - Parameter environment: The environment of the process. Variables that locate a repository
  ///   are dropped, because git sets them for hooks. Others are kept, such as `GIT_SSH_COMMAND`,
  ///   `GIT_ASKPASS` and the settings of `git -c`.
  package init(
    environment: [String: String], gitDirectory: String?, workingDirectory: String? = nil
  ) {
    var environment = environment.filter { !Self.repositoryVariables.contains($0.key) }
    environment["LC_ALL"] = "C"
    environment["LANGUAGE"] = nil
    self.environment = environment
    self.gitDirectory = gitDirectory
    self.workingDirectory = workingDirectory
  }

  /// The result of a run of git.
  package struct Output: Equatable, Sendable {
    /// The exit code; if a signal ended git, 128 plus the signal's number, as in shells.
    package var exitCode: Int32

    /// The bytes of git's standard output, at most 16 MiB.
    package var standardOutput: [UInt8]

    /// The text of git's standard error, with invalid UTF-8 replaced by U+FFFD. At most the first
    /// 64 KiB and the last 64 KiB are kept. The text may contain escape sequences from a remote.
    package var standardError: String

    /// The number of lines left out between the beginning and the end.
    package var omittedErrorLines = 0
  }

  /// The variables of `git rev-parse --local-env-vars` that locate a repository and its parts.
  package static let repositoryVariables: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_DIR",
    "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_QUARANTINE_PATH", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}

extension Repository {
  /// Returns the git program for this repository. It runs in the work tree, or in the git directory
  /// if the repository is bare.
  package func program(environment: [String: String]) -> GitProgram {
    GitProgram(
      environment: environment, gitDirectory: gitDirectory,
      workingDirectory: workTree ?? gitDirectory)
  }
}

extension GitProgram {
  /// Makes git flush the files that it writes. pmgit flushes the branch that it moves, and that
  /// branch may refer to objects that git fetched or signed.
  ///
  /// By default git flushes packs, but not loose objects and references. git before 2.36 ignores
  /// the setting.
  private static let flushing = ["-c", "core.fsync=objects,derived-metadata,reference"]

  /// Runs git and returns its output, for any exit code.
  ///
  /// - Parameters:
  ///   - arguments: The subcommand and its arguments.
  ///   - variables: Additional environment variables.
  ///   - input: The bytes for git's standard input; if empty, git reads `/dev/null`.
  ///   - deadline: The longest time that git may take. After that git gets a signal to end. Shortly
  ///     afterwards git and its child processes are killed.
  ///   - terminalPrompt: Whether git and its children may ask the user on the terminal. If not,
  ///     they run in their own session, which has no terminal. If so, they stay in this process's
  ///     group, because the system stops background groups that read the terminal. In that case
  ///     only git itself is ended at the deadline.
  /// - Throws: `GitProgramError`: `.notFound`, `.timedOut`, `.cancelled` or `.notRun`.
  package func run(
    _ arguments: [String], adding variables: [String: String] = [:], input: [UInt8] = [],
    deadline: Duration, terminalPrompt: Bool = false
  ) async throws(GitProgramError) -> Output {
    var environment = environment.merging(variables) { _, new in new }
    if !terminalPrompt { environment["GIT_TERMINAL_PROMPT"] = "0" }
    let folder = workingDirectory.map { ["-C", $0] } ?? []
    let repository = gitDirectory.map { ["--git-dir=\($0)"] } ?? []
    let process = GitProcess(
      arguments: folder + repository + Self.flushing + arguments, environment: environment,
      input: input,
      ownsSession: !terminalPrompt)
    return try await process.run(deadline: deadline)
  }

  /// Runs git without hooks, and throws `GitProgramError.failed` if it fails.
  ///
  /// - Parameter arguments: The subcommand and its arguments.
  package func succeed(_ arguments: [String], deadline: Duration) async throws(GitProgramError) {
    let output = try await run(["-c", "core.hooksPath=/dev/null"] + arguments, deadline: deadline)
    if output.exitCode != 0 { throw .failed("git \(arguments.first ?? "")", output) }
  }

  /// Returns git's value for a variable of `git var`, such as `GIT_EDITOR` or `GIT_PAGER`.
  ///
  /// - Throws: `GitProgramError.failed` if git has no value, such as an editor on a dumb terminal.
  package func variable(_ name: String) async throws(GitProgramError) -> String {
    let output = try await run(["var", name], deadline: .seconds(10))
    if output.exitCode != 0 { throw .failed("git var", output) }
    return output.firstLine
  }
}

extension GitProgram.Output {
  /// The standard output up to the first newline.
  var firstLine: String {
    let line = standardOutput.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}
