import Subprocess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run of git, from its start until git and its children have ended.
struct GitProcess: Sendable {
  let arguments: [String]
  let environment: [String: String]
  let input: [UInt8]

  /// Whether git leads its own session and process group, which can be ended as a whole.
  let ownsSession: Bool

  /// The most bytes of standard output to keep. The rest is read and dropped, so that git never
  /// blocks on a full pipe.
  static let outputLimit = 16 << 20

  /// The most bytes of standard error to keep, for its beginning and for its end. A remote can send
  /// any amount of text there.
  static let errorLimit = 64 << 10

  /// The time that git gets to remove its lock files after the signal to end.
  static let gracePeriod: Duration = .milliseconds(500)

  /// Runs git. Ends it at the deadline, or when the task is cancelled.
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
    // If git has ended, writing its input must throw an error here, not end this process. Child
    // processes get the default handler.
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

  /// Writes the input. A failure is not reported: git's exit code shows that input was missing.
  private func write(to writer: StandardInputWriter) async {
    do {
      _ = try await writer.write(input)
      try await writer.finish()
    } catch {
      // git ended without reading everything.
    }
  }

  /// Returns how to run the first `git` in the environment's `PATH`, by its full path.
  ///
  /// With only the name, Subprocess would try to start a process in each folder of `PATH`. Empty
  /// and relative folders are skipped, so that a `git` in a work tree is never run by accident.
  func configuration() async throws(SubprocessError) -> Configuration {
    var options = PlatformOptions()
    options.createSession = ownsSession
    // This is used for cancelled tasks; at the deadline, `end` also kills the children.
    options.teardownSequence = [
      .send(
        signal: .terminate, toProcessGroup: ownsSession,
        allowedDurationToNextStep: Self.gracePeriod)
    ]
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment {
      // Subprocess refuses names that begin with a digit, which a shell cannot set.
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

  /// git and its subcommand, without options and arguments.
  var command: String {
    var words = arguments[...]
    while let word = words.first, word.hasPrefix("-") {
      words = words.dropFirst(word == "-C" || word == "-c" ? 2 : 1)
    }
    return (["git"] + words.prefix(1)).joined(separator: " ")
  }
}
