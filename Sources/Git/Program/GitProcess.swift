import Subprocess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run of the git program, from its start until it and its children have ended.
struct GitProcess: Sendable {
  let arguments: [String]
  let environment: [String: String]
  let input: [UInt8]

  /// Whether git leads a session and process group of its own, which can be ended as a whole.
  let ownsSession: Bool

  /// The most bytes of standard output that are kept; the rest is read and dropped, so that git
  /// never waits for a reader.
  static let outputLimit = 16 << 20

  /// The most bytes of the beginning, and of the end, of standard error that are kept: a remote may
  /// say as much there as it likes.
  static let errorLimit = 64 << 10

  /// How long git may take to remove its lock files after the signal to end.
  static let gracePeriod: Duration = .milliseconds(500)

  /// Runs git, and ends it at the deadline or when the task is cancelled.
  func run(deadline: Duration) async throws(GitProgramError) -> GitProgram.Output {
    do {
      return try await runToEnd(deadline: deadline)
    } catch let error as GitProgramError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .notFound(name: "git")
    } catch {
      if Task.isCancelled { throw .cancelled(command: command) }
      throw .notRun(command: command, reason: "\(error)")
    }
  }

  private func runToEnd(deadline: Duration) async throws -> GitProgram.Output {
    let configuration = try await configuration()
    if input.isEmpty {
      return try await output(
        of: Subprocess.run(configuration, input: .none, output: .sequence, error: .sequence) {
          await watch($0, deadline: deadline)
        }, deadline: deadline)
    }
    // Writing to a git that has ended must be an error here, and not end this process. Children get
    // the default handler back.
    BrokenPipes.ignore()
    defer { BrokenPipes.stopIgnoring() }
    return try await output(
      of: Subprocess.run(configuration, input: .inputWriter, output: .sequence, error: .sequence) {
        execution in
        async let writing: Void = write(to: execution.standardInputWriter)
        let result = await watch(execution, deadline: deadline)
        await writing
        return result
      }, deadline: deadline)
  }

  /// Writes the input. A failure is left to git, whose exit code tells of missing input.
  private func write(to writer: StandardInputWriter) async {
    do {
      _ = try await writer.write(input)
      try await writer.finish()
    } catch {
      // git ended without reading everything.
    }
  }

  /// The program to run: the first `git` in the environment's `PATH`, by its full path.
  ///
  /// Given the name alone, Subprocess would start a process in each folder until one finds it
  /// there. Empty and relative folders are skipped: a `git` in a work tree is not run by accident.
  func configuration() async throws(SubprocessError) -> Configuration {
    var options = PlatformOptions()
    options.createSession = ownsSession
    // For a cancelled task; at the deadline `end` does this and more.
    options.teardownSequence = [
      .send(
        signal: .terminate, toProcessGroup: ownsSession,
        allowedDurationToNextStep: Self.gracePeriod)
    ]
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment {
      // Subprocess refuses to run with a name that begins with a digit, which a shell cannot set.
      guard let key = Environment.Key(rawValue: name), name.first?.isWholeNumber == false else {
        continue
      }
      variables[key] = value
    }
    let environment = Environment.custom(variables)
    let path = try await Executable.name("git").resolveExecutablePath(in: environment)
    return Configuration(
      executable: .path(path), arguments: Arguments(arguments), environment: environment,
      platformOptions: options)
  }

  /// The program and its subcommand, without arguments.
  var command: String {
    var words = arguments[...]
    while let word = words.first, word.hasPrefix("-") {
      words = words.dropFirst(word == "-C" || word == "-c" ? 2 : 1)
    }
    return (["git"] + words.prefix(1)).joined(separator: " ")
  }
}
