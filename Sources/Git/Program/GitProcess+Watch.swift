import Subprocess

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
    _ execution: Execution<Input, SequenceOutput, SequenceOutput>, deadline: Duration
  ) async -> Transcript {
    await withTaskGroup(of: Event.self) { group in
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

  /// Asks git to end, and kills it and its children shortly after.
  ///
  /// The process group gets the second signal even if git itself has already ended, because an ssh
  /// that ignores the first signal would keep running.
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

  /// Reads a stream to its end like `read`, and returns its beginning and its end.
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
