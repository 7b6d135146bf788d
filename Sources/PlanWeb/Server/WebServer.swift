import NIOCore
import NIOHTTP1
import NIOPosix
import PlanActions
import PlanModel

/// The server of `pmgit web`, on a port that only this machine can reach.
package struct WebServer: Sendable {
  /// The largest number of open connections.
  static let mostConnections = 64
  /// The time within which a request must arrive; a large request gets more, see `RequestDeadline`.
  static let requestTime = TimeAmount.seconds(10)
  /// The time for which a connection may wait for its next request.
  static let pauseTime = TimeAmount.seconds(60)
  /// The time within which a browser must receive an answer.
  static let answerTime = TimeAmount.minutes(10)
  /// The number of requests that are answered at the same time; others wait.
  static let threads = 8

  typealias Listener = NIOAsyncChannel<Connection.Channel, Never>

  private let listener: Listener
  let connection: Connection
  private let token: String
  /// Whether open pages keep working with the next run of the server.
  let isKeyKept: Bool
  package let port: Int

  /// Opens the port.
  ///
  /// - Throws: `Problem` if the repository lacks the requested board, or if the port can't be
  ///   opened.
  package init(_ options: WebOptions) async throws {
    let listener = try await Self.listen(options)
    guard let port = listener.channel.localAddress?.port else { throw Problem.noPort }
    let workspace = try options.workspace(options.board)
    _ = try workspace.heads()
    var random = SystemRandomNumberGenerator()
    let file = KeyFile(in: workspace.folder)
    let kept = file.secret(isNew: options.hasNewKey, using: &random)
    let passing = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let secrets = Secrets(
      from: kept ?? passing, port: port, repository: workspace.folder, using: &random)
    let service = Service(
      options: options,
      filter: RequestFilter(port: port, secrets: secrets, isReadOnly: options.isReadOnly),
      page: try PageFiles.built.served())
    let reports = SyncReports()
    connection = Connection(service: service, watch: BoardWatch(service: service, syncs: reports))
    token = secrets.token(using: &random)
    isKeyKept = kept != nil
    (self.listener, self.port) = (listener, port)
  }

  /// The URL to open. Its fragment, which browsers never send to a server, is a one-time token.
  package var address: String { "http://127.0.0.1:\(port)/#\(token)" }

  /// Answers requests until the task is cancelled.
  package func run() async throws {
    let threads = RequestThreads(count: Self.threads)
    let count = ConnectionCount(limit: Self.mostConnections)
    try await listener.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await channel in connections {
          group.addTask(executorPreference: threads) {
            // An error ends only its own connection, which 'run' has closed.
            do { try await connection.run(channel, countedBy: count) } catch {}
          }
        }
      }
    }
  }

  // MARK: - The port

  /// Returns the ports to try, in order. They are the same in each run, because browsers store the
  /// data of a page, such as unsaved texts, separately for each port.
  private static func usualPorts(for folder: String) -> [Int] {
    // A range in which no service is registered and from which systems do not assign ports
    // automatically.
    let range = 17_000..<20_000
    let hash = UInt64(FNV1a.hex(of: Array(folder.utf8)), radix: 16) ?? 0
    let start = Int(hash % UInt64(range.count))
    return (0..<20).map { range.lowerBound + (start + $0) % range.count }
  }

  private static func listen(_ options: WebOptions) async throws -> Listener {
    let ports = options.port.map { [$0] } ?? usualPorts(for: options.folder)
    for port in ports {
      do {
        return try await bind(port)
      } catch let error as IOError {
        guard error.errnoCode == EADDRINUSE else { throw Problem.port(port, refusedBy: error) }
      }
    }
    throw Problem.portTaken(ports.first ?? 0)
  }

  private static func bind(_ port: Int) async throws -> Listener {
    try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
          try pipeline.addHandler(FirstError())
          try pipeline.addHandler(HTTPServerProtocolErrorHandler())
          try pipeline.addHandler(
            RequestDeadline(request: requestTime, pause: pauseTime, answer: answerTime))
          return try Connection.Channel(wrappingChannelSynchronously: channel)
        }
      }
  }
}

extension Problem {
  static let noPort = Problem(code: .bug, message: "the server has no port", kind: .bug)

  static func portTaken(_ port: Int) -> Problem {
    Problem(
      code: .busy, message: "port \(port) of this machine is taken",
      hints: [
        "choose another one with \(pmgit: "web", "--port", port < 65_535 ? port + 1 : port - 1)"
      ],
      kind: .tryAgain)
  }

  fileprivate static func port(_ port: Int, refusedBy error: IOError) -> Problem {
    .usage(
      "port \(port) can't be opened: \(String(cString: strerror(error.errnoCode)))",
      hints: ["the ports up to 1023 are the system's; choose one above"])
  }
}
