import Foundation
import Subprocess
import Synchronization

/// A server that runs as long as this object exists, on a local port.
final class ServerProcess: Sendable {
  let port: UInt16
  private let task: Task<Void, Never>

  /// The error that a program did not start.
  struct NotStarted: Error, CustomStringConvertible {
    let program: String
    let log: String
    var description: String { "\(program) did not start:\n\(log)" }
  }

  /// Starts a server and waits until it accepts connections.
  ///
  /// - Parameter command: Returns the program and its arguments for a port that was free a moment
  ///   ago. If another program takes the port first, another port is tried.
  init(command: (_ port: UInt16) throws -> [String]) async throws {
    var program = ""
    let log = Log()
    for _ in 0..<5 {
      let port = try Loopback.freePort()
      let arguments = try command(port)
      program = arguments[0]
      log.begin()
      let task = Task { await Self.run(arguments, log: log) }
      // There is no timeout: on a busy machine the task may take a minute to begin.
      while !log.hasEnded {
        if Loopback.accepts(port) {
          (self.port, self.task) = (port, task)
          return
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      task.cancel()
    }
    throw NotStarted(program: program, log: log.text)
  }

  deinit { task.cancel() }

  /// Runs a server until it ends or the task is cancelled. Cancelling the task also ends all
  /// children of the server.
  private static func run(_ arguments: [String], log: Log) async {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
    ]
    do {
      let result = try await Subprocess.run(
        // Ends the server if this process is killed before it can do so.
        .name("timeout"), arguments: Arguments(["900"] + arguments), platformOptions: options,
        input: .none, output: .discarded, error: .string(limit: 1 << 20))
      log.end(result.standardError)
    } catch {
      log.end("\(error)")
    }
  }

  /// The server's messages, available after it has ended.
  private final class Log: Sendable {
    private let said = Mutex<String?>(nil)

    var hasEnded: Bool { said.withLock { $0 != nil } }
    var text: String { said.withLock { $0 ?? "" } }
    func begin() { said.withLock { $0 = nil } }
    func end(_ text: String) { said.withLock { $0 = text } }
  }
}
