import CPlatform
import Libc
import Subprocess
import Synchronization

/// One run of git.
struct GitProcess: Sendable {
  let arguments: [String]
  let environment: [String: String]
  let input: [UInt8]

  /// Whether git leads its own session and process group, which can be ended as a whole.
  let ownsSession: Bool

  /// The most bytes of standard output to keep. The rest is read and dropped, so that git never
  /// blocks on a full pipe.
  static let outputLimit = 16 << 20

  /// The most bytes to keep from the beginning of standard error, and also from its end. A remote
  /// can send any amount of text there.
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
    let place = ownsSession ? pmgit_pass_on_reserve() : -1
    defer { pmgit_pass_on_release(place) }
    if input.isEmpty {
      return try await output(
        of: Subprocess.run(configuration, input: .none, output: .sequence, error: .sequence) {
          await watch($0, place, deadline: deadline)
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
        let result = await watch(execution, place, deadline: deadline)
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

extension GitProcess {
  /// The output of a run whose exit code is not known yet.
  struct Transcript: Sendable {
    var standardOutput: [UInt8] = []
    var standardError = BoundedLines(limit: errorLimit)
    var passedDeadline = false
  }

  private enum Event: Sendable {
    case standardOutput([UInt8])
    case standardError(BoundedLines)
    case deadline
    case cancelled
  }

  /// Reads git's output until git ends. Ends git at the deadline.
  ///
  /// The process is not reaped before this returns. So its id is not reused, and signals reach the
  /// right process.
  func watch<Input>(
    _ execution: Execution<Input, SequenceOutput, SequenceOutput>, _ place: Int32,
    deadline: Duration
  ) async -> Transcript {
    pmgit_pass_on_set(place, execution.processIdentifier.value)
    defer { pmgit_pass_on_set(place, 0) }
    return await withTaskGroup(of: Event.self) { group in
      group.addTask { .standardOutput(await Self.read(execution.standardOutput)) }
      group.addTask { .standardError(await Self.readLines(execution.standardError)) }
      group.addTask {
        do {
          try await Task.sleep(for: deadline)
          return .deadline
        } catch {
          return .cancelled
        }
      }
      var transcript = Transcript()
      var openStreams = 2
      while openStreams > 0, let event = await group.next() {
        switch event {
        case .standardOutput(let bytes):
          transcript.standardOutput = bytes
          openStreams -= 1
        case .standardError(let lines):
          transcript.standardError = lines
          openStreams -= 1
        case .deadline:
          transcript.passedDeadline = true
          await end(execution)
        case .cancelled:
          break
        }
      }
      group.cancelAll()
      return transcript
    }
  }

  /// Asks git to end, and kills it shortly after. If git has its own session, both signals also
  /// reach its children.
  ///
  /// The second signal is sent even if git itself has already ended, because an ssh that ignores
  /// the first signal would keep running.
  private func end<Input>(_ execution: Execution<Input, SequenceOutput, SequenceOutput>) async {
    // Sending a signal fails only if no process is left.
    try? execution.send(signal: .terminate, toProcessGroup: ownsSession)
    try? await Task.sleep(for: Self.gracePeriod)
    try? execution.send(signal: .kill, toProcessGroup: ownsSession)
  }

  /// Reads a stream to its end and returns its first `outputLimit` bytes.
  ///
  /// Subprocess ends the stream when git ends, even if a child that outlives git still has it open,
  /// such as a shared ssh connection.
  private static func read(_ stream: SubprocessOutputSequence) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await buffer in stream where bytes.count < outputLimit {
        buffer.withUnsafeBytes { bytes.append(contentsOf: $0.prefix(outputLimit - bytes.count)) }
      }
    } catch {
      // The output read so far is returned; the exit code reports the failure.
    }
    return bytes
  }

  /// Reads a whole stream like `read`, but keeps only its first and last lines.
  private static func readLines(_ stream: SubprocessOutputSequence) async -> BoundedLines {
    var lines = BoundedLines(limit: errorLimit)
    do {
      for try await buffer in stream { buffer.withUnsafeBytes { lines.append($0) } }
    } catch {
      // The output read so far is returned; the exit code reports the failure.
    }
    lines.finish()
    return lines
  }

  func output(
    of result: ExecutionResult<Transcript, SequenceOutput, SequenceOutput>, deadline: Duration
  ) throws(GitProgramError) -> GitProgram.Output {
    let transcript = result.closureResult
    if Task.isCancelled { throw .cancelled(command: command) }
    if transcript.passedDeadline { throw .timedOut(command: command, after: deadline) }
    let exitCode =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return GitProgram.Output(
      exitCode: exitCode, standardOutput: transcript.standardOutput,
      standardError: String(decoding: transcript.standardError.bytes, as: UTF8.self),
      omittedErrorLines: transcript.standardError.omitted)
  }
}

/// The beginning and the end of a text that may be too long to keep, and the number of lines
/// dropped in between.
struct BoundedLines: Equatable, Sendable {
  /// The kept bytes: complete lines of the beginning, then complete lines of the end.
  private(set) var bytes: [UInt8] = []
  private(set) var omitted = 0
  /// The bytes of the end while the text is being read; at most twice the limit.
  private var end: [UInt8] = []
  private let limit: Int
  private static let newline = UInt8(ascii: "\n")

  /// Collects lines, and drops the bytes in the middle of a long text.
  ///
  /// - Parameter limit: The most bytes to keep of the beginning, and of the end.
  init(limit: Int) { self.limit = limit }

  mutating func append(_ part: some Collection<UInt8>) {
    let room = max(0, limit - bytes.count)
    bytes += part.prefix(room)
    var rest = part.dropFirst(room)
    while !rest.isEmpty {
      end += rest.prefix(limit)
      rest = rest.dropFirst(limit)
      if end.count > 2 * limit { dropFromEnd(end.count - limit) }
    }
  }

  /// Ends the text. If anything was dropped, both parts are cut to complete lines.
  mutating func finish() {
    if omitted > 0 || wasCut {
      if end.count > limit { dropFromEnd(end.count - limit) }
      // A line that was cut is dropped completely, unless it is the only one.
      if let last = bytes.lastIndex(of: Self.newline) {
        bytes.removeSubrange((last + 1)...)
      } else {
        bytes.append(Self.newline)
      }
      if let first = end.firstIndex(of: Self.newline), first + 1 < end.count {
        dropFromEnd(first + 1)
      }
    }
    bytes += end
    end = []
  }

  private var wasCut = false

  private mutating func dropFromEnd(_ count: Int) {
    wasCut = true
    omitted += end[..<count].count { $0 == Self.newline }
    end.removeSubrange(..<count)
  }
}

/// Makes writing to a pipe without a reader an error instead of ending the process.
///
/// `SIGPIPE` is ignored while at least one caller needs that. After the last caller, the former
/// handler is restored, so that this process ends as usual when its own output has no reader.
enum BrokenPipes {
  private struct State {
    var users = 0
    var former = sigaction()
  }

  private static let state = Mutex(State())

  /// Ignores `SIGPIPE` until `stopIgnoring` has been called as often as this function.
  static func ignore() {
    state.withLock { state in
      state.users += 1
      guard state.users == 1 else { return }
      var ignoring = sigaction()
      sigaction(SIGPIPE, nil, &ignoring)
      #if canImport(Darwin)
        ignoring.__sigaction_u.__sa_handler = SIG_IGN
      #else
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
      #endif
      sigaction(SIGPIPE, &ignoring, &state.former)
    }
  }

  static func stopIgnoring() {
    state.withLock { state in
      state.users -= 1
      if state.users == 0 { sigaction(SIGPIPE, &state.former, nil) }
    }
  }
}
