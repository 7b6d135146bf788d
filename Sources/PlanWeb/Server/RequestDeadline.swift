import NIOCore
import NIOHTTP1

/// Closes a connection whose request does not arrive completely in time.
///
/// A request has a fixed time. A large file may arrive over a slow line: each time that enough
/// bytes of the body have arrived, the time starts again. Only the bytes since then count, so that
/// a request can't send much at once and then wait.
///
/// A connection may wait longer between two requests, and without limit while the server prepares
/// an answer. A browser gets a long time to receive an answer, because a large answer may take
/// long.
final class RequestDeadline: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart

  /// The slowest rate at which the body of a request may arrive, in bytes per second.
  static let leastRate = 8 << 10

  private let request: TimeAmount
  private let pause: TimeAmount
  private let answer: TimeAmount
  private var deadline: Scheduled<Void>?
  /// The number of requests that have begun.
  private var count = 0
  /// The number of bytes of the body that have arrived since the time last started.
  private var received = 0

  init(request: TimeAmount, pause: TimeAmount, answer: TimeAmount) {
    (self.request, self.pause, self.answer) = (request, pause, answer)
  }

  func handlerAdded(context: ChannelHandlerContext) { arm(request, context) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      count += 1
      received = 0
      arm(request, context)
    case .body(let bytes):
      received += bytes.readableBytes
      if received >= leastBytes {
        received = 0
        arm(request, context)
      }
    case .end: deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    arm(answer, context)
    let sent = promise ?? context.eventLoop.makePromise()
    let bound = NIOLoopBound((self, context, count), eventLoop: context.eventLoop)
    sent.futureResult.whenSuccess {
      let (handler, context, count) = bound.value
      // The next request may arrive before the last answer is sent.
      if handler.count == count { handler.arm(handler.pause, context) }
    }
    context.write(data, promise: sent)
  }

  /// The number of bytes after which the time starts again.
  private var leastBytes: Int { Self.leastRate * Int(request.nanoseconds / 1_000_000) / 1000 }

  private func arm(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
