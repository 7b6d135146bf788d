import CPlatform
import PlanModel
import Subprocess

/// A program that a bridge runs, such as gh.
package struct ToolProgram: Sendable {
  /// The program and its arguments.
  package let words: [String]
  /// The bytes for the program's standard input; nil for no input.
  package let input: [UInt8]?
  /// The largest output in bytes.
  package let limit: Int
  /// The environment variables of the program.
  package let environment: [String: String]
  /// Whether messages on standard error are part of the outcome. Otherwise they go directly to this
  /// process's standard error.
  package let keepsMessages: Bool
  /// The timeout; nil for none.
  package let timeout: Duration?
  /// Whether the program gets a session of its own, so that its children are terminated with it. In
  /// a session of its own it can't use the terminal, and this process passes Ctrl-C on to it.
  package let ownsSession: Bool

  package init(
    _ words: [String], input: [UInt8]? = nil, limit: Int, environment: [String: String],
    keepsMessages: Bool = false, timeout: Duration? = nil, ownsSession: Bool = false
  ) {
    (self.words, self.input, self.limit, self.environment) = (words, input, limit, environment)
    (self.keepsMessages, self.timeout) = (keepsMessages, timeout)
    self.ownsSession = ownsSession
  }

  /// The result of a program.
  package struct Outcome: Hashable, Sendable {
    package let exitCode: Int32
    package let output: [UInt8]
    /// Whether the program was terminated because its output was too long.
    package let isTooLong: Bool
    /// The beginning of the program's messages, if they are kept.
    package let messages: [UInt8]

    package init(
      exitCode: Int32, output: [UInt8], isTooLong: Bool = false, messages: [UInt8] = []
    ) {
      (self.exitCode, self.output, self.isTooLong) = (exitCode, output, isTooLong)
      self.messages = messages
    }
  }

  /// The reason why a program has no outcome.
  package enum Failure: Error, Hashable, Sendable {
    case notFound
    case notStarted(String)
    /// The program was terminated after the timeout.
    case timedOut(Duration)
  }

  /// Runs the program and waits for its end, or terminates it after the timeout.
  ///
  /// Ctrl-C ends both programs.
  package func run() async throws(Failure) -> Outcome {
    do {
      guard let timeout else { return try await runToEnd() }
      return try await withThrowingTaskGroup(of: Outcome.self) { group in
        group.addTask { try await runToEnd() }
        group.addTask {
          try await Task.sleep(for: timeout)
          throw Failure.timedOut(timeout)
        }
        defer { group.cancelAll() }
        guard let outcome = try await group.next() else { throw CancellationError() }
        return outcome
      }
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .notFound
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .notStarted("\(error)")
    }
  }

  private func runToEnd() async throws -> Outcome {
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw Failure.notStarted("an argument has a NUL character")
    }
    var variables: [Environment.Key: String] = [:]
    for (name, value) in environment {
      // Subprocess rejects names that begin with a digit, which shells can't set anyway.
      guard let key = Environment.Key(rawValue: name), name.first?.isWholeNumber == false else {
        continue
      }
      variables[key] = value
    }
    let environment = Environment.custom(variables)
    let path = try await Executable.name(words[0]).resolveExecutablePath(in: environment)
    var options = PlatformOptions()
    options.createSession = ownsSession
    options.teardownSequence = ending
    let configuration = Configuration(
      executable: .path(path), arguments: Arguments(Array(words.dropFirst())),
      environment: environment, platformOptions: options)
    let place = ownsSession ? pmgit_pass_on_reserve() : -1
    defer { pmgit_pass_on_release(place) }
    // If the program ends without reading its input, SIGPIPE must not end this process.
    return try await ShellProgram.surviving([13]) {
      if keepsMessages { return try await runKeepingMessages(configuration, place) }
      if let input { return try await run(configuration, place, input) }
      let result = try await Subprocess.run(
        configuration, input: .none, output: .sequence, error: .currentStandardError
      ) { execution in
        try await read(execution, place)
      }
      return outcome(result.closureResult, result.terminationStatus)
    }
  }

  private func run(
    _ configuration: Configuration, _ place: Int32, _ input: [UInt8]
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      configuration, input: .inputWriter, output: .sequence, error: .currentStandardError
    ) { execution in
      async let writing: Void = write(input, to: execution.standardInputWriter)
      let output = try await read(execution, place)
      await writing
      return output
    }
    return outcome(result.closureResult, result.terminationStatus)
  }

  private func runKeepingMessages(
    _ configuration: Configuration, _ place: Int32
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      configuration, input: .inputWriter, output: .sequence, error: .sequence
    ) { execution in
      async let writing: Void = write(input ?? [], to: execution.standardInputWriter)
      async let messages = Self.beginning(of: execution.standardError)
      let output = try await read(execution, place)
      await writing
      return (output: output, messages: await messages)
    }
    let (output, messages) = result.closureResult
    return outcome(output, result.terminationStatus, messages)
  }

  /// The largest number of bytes of messages that are kept.
  private static let mostMessages = 1 << 16

  /// Reads messages to their end, and returns their beginning.
  private static func beginning(of messages: SubprocessOutputSequence) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await buffer in messages where bytes.count < mostMessages {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0.prefix(mostMessages - bytes.count)) }
      }
    } catch {
      // After a read error, the messages read so far are used.
    }
    return bytes
  }

  private func write(_ input: [UInt8], to writer: StandardInputWriter) async {
    do {
      _ = try await writer.write(input)
      try await writer.finish()
    } catch {
      // The program ended without reading everything. Its exit code shows whether that is a
      // failure.
    }
  }

  /// How the program is terminated: by SIGTERM, and by SIGKILL if it still runs after 3 seconds. If
  /// it has a session of its own, its children get the same signals. A child that ignores SIGTERM
  /// runs on if the program itself ends in time.
  private var ending: [TeardownStep] {
    [.send(signal: .terminate, toProcessGroup: ownsSession, allowedDurationToNextStep: .seconds(3))]
  }

  /// Reads the output to its end. If it is too long, terminates the program and returns nil.
  private func read<Input, Messages>(
    _ execution: Execution<Input, SequenceOutput, Messages>, _ place: Int32
  ) async throws -> [UInt8]? {
    pmgit_pass_on_set(place, execution.processIdentifier.value)
    defer { pmgit_pass_on_set(place, 0) }
    let output = try await Self.read(execution.standardOutput, atMost: limit)
    if output == nil { await execution.teardown(using: ending) }
    return output
  }

  private static func read(
    _ stream: SubprocessOutputSequence, atMost limit: Int
  ) async throws -> [UInt8]? {
    var bytes: [UInt8] = []
    do {
      for try await buffer in stream {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0) }
        guard bytes.count <= limit else { return nil }
      }
    } catch {
      // A part of a list would look like a complete list with fewer issues.
      throw Failure.notStarted("its output could not be read")
    }
    return bytes
  }

  private func outcome(
    _ output: [UInt8]?, _ status: TerminationStatus, _ messages: [UInt8] = []
  ) -> Outcome {
    let code: Int32 =
      switch status {
      case .exited(let code): code
      case .signaled(let number): 128 + number
      }
    return Outcome(
      exitCode: code, output: output ?? [], isTooLong: output == nil, messages: messages)
  }
}
