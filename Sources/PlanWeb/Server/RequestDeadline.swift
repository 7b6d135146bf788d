import NIOCore
import NIOHTTP1

/// Closes a connection whose request does not come to its end in time, however slowly its bytes trickle in.
///
/// Between two requests a connection may wait longer; while an answer is made it may wait as long as it takes.
final class RequestDeadline: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart

  private let request: TimeAmount
  private let pause: TimeAmount
  private var deadline: Scheduled<Void>?

  init(request: TimeAmount, pause: TimeAmount) { (self.request, self.pause) = (request, pause) }

  func handlerAdded(context: ChannelHandlerContext) { arm(request, context) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: arm(request, context)
    case .body: break
    case .end: deadline?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { arm(pause, context) }
    context.write(data, promise: promise)
  }

  private func arm(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
