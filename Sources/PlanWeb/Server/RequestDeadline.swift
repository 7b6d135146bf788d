import NIOCore
import NIOHTTP1

/// Closes a connection whose request does not end in time.
///
/// A request has a fixed time. A large file may come over a slow line: each time that enough bytes
/// of the body have arrived, the request has that time again. Bytes that came earlier don't count
/// then, so a request can't send much at once and then wait.
///
/// A connection may wait longer between two requests, and without limit while the server prepares
/// an answer. A browser has a long time to receive an answer, because a large one may take long.
final class RequestDeadline: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart

  /// The slowest rate at which the body of a request may arrive, in bytes a second.
  static let leastRate = 8 << 10

  private let request: TimeAmount
  private let pause: TimeAmount
  private let answer: TimeAmount
  private var deadline: Scheduled<Void>?
  /// How many requests have begun.
  private var count = 0
  /// How many bytes of the body have arrived since the time was last extended.
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

  /// The bytes for which a request has its time again.
  private var leastBytes: Int { Self.leastRate * Int(request.nanoseconds / 1_000_000) / 1000 }

  private func arm(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
