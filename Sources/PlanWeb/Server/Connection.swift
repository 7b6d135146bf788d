import CPlatform
import NIOCore
import NIOHTTP1
import PlanActions
import PlanModel

/// Answers the requests of one browser connection, one after another.
struct Connection: Sendable {
  typealias Channel = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  typealias Inbound = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

  /// The largest header section of a request, in bytes; the parser itself accepts five times that.
  static let longestHead = 16 << 10
  /// The time after which an answer has taken so much memory that it is given back at once.
  private static let longWork = Duration.milliseconds(50)
  let service: Service
  let watch: BoardWatch

  /// Answers requests until the browser or an error ends the connection.
  ///
  /// - Parameter count: The counter of open connections. If there are too many, the new connection
  ///   is closed at once.
  func run(_ channel: Channel, countedBy count: ConnectionCount) async throws {
    try await channel.executeThenClose { inbound, _ in
      try await count.holding {
        var parts = inbound.makeAsyncIterator()
        while let received = try await receive(&parts) {
          try await send(answer(received), received.isLast, on: channel.channel)
          if received.isLast { return }
        }
      }
    }
  }

  private func answer(_ received: Received) async -> WebAnswer {
    switch received {
    case .request(let request, _):
      let clock = ContinuousClock()
      let begin = clock.now
      let answer = await service.answer(request)
      // It has read much of the board, and the next one may come before the regular return.
      if clock.now - begin > Self.longWork { pmgit_give_memory_back() }
      return answer
    case .refused(let problem): return Service.answer(problem)
    }
  }

  // MARK: - Requests

  private enum Received {
    case request(WebRequest, isLast: Bool)
    /// A request that was refused before it was read completely.
    case refused(Problem)

    var isLast: Bool {
      switch self {
      case .request(_, let isLast): isLast
      case .refused: true
      }
    }
  }

  /// Reads the next request; nil at the end of the connection.
  private func receive(_ parts: inout Inbound) async throws -> Received? {
    guard case .head(let head)? = try await parts.next(isolation: #isolation) else { return nil }
    let size = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    guard size <= Self.longestHead else { return .refused(.tooLarge("its head", Self.longestHead)) }
    let request = WebRequest(
      method: head.method.rawValue, target: head.uri,
      headers: head.headers.map { ($0.name, $0.value) })
    guard var request else { return .refused(.unknownAddress) }
    // A refused request's body is not read. The answer to HEAD should have no body, but clients
    // don't wait for one.
    if let refusal = service.filter.refusal(of: request) { return .refused(refusal) }
    let longest = service.longestBody(of: request)
    while case .body(let bytes)? = try await parts.next(isolation: #isolation) {
      guard request.body.count + bytes.readableBytes <= longest else {
        let isUnknown = request.path.first == "api" && !service.filter.knows(request)
        return .refused(isUnknown ? .unknownPage : .tooLarge("its body", longest))
      }
      request.body += bytes.readableBytesView
    }
    return .request(request, isLast: !head.isKeepAlive)
  }

  // MARK: - Answers

  /// Sends an answer. Returns only after the system has taken all bytes, because closing the
  /// connection earlier would truncate the answer.
  private func send(
    _ answer: WebAnswer, _ isLast: Bool, on channel: any NIOCore.Channel
  ) async throws {
    typealias Part = HTTPServerResponsePart
    var headers = HTTPHeaders(WebAnswer.usualHeaders)
    for header in answer.headers { headers.replaceOrAdd(name: header.name, value: header.value) }
    headers.add(name: "Content-Type", value: answer.type)
    if isLast { headers.add(name: "Connection", value: "close") }
    let status = HTTPResponseStatus(statusCode: answer.status)
    switch answer.body {
    case .bytes(let bytes):
      headers.add(name: "Content-Length", value: String(bytes.count))
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      channel.write(Part.head(head), promise: nil)
      channel.write(Part.body(.byteBuffer(ByteBuffer(bytes: bytes))), promise: nil)
    case .events(let board):
      let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      try await channel.writeAndFlush(Part.head(head))
      for await event in watch.events(of: board, while: { channel.isActive }) {
        try await channel.writeAndFlush(Part.body(.byteBuffer(ByteBuffer(string: event))))
      }
    }
    try await channel.writeAndFlush(Part.end(nil))
  }
}

extension Problem {
  fileprivate static func tooLarge(_ part: String, _ limit: Int) -> Problem {
    Problem(
      code: .tooLarge, message: "the request is too large: \(part) has more than \(limit) bytes")
  }
}
