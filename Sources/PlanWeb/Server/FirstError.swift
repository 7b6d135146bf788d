import NIOCore

/// Passes on only the first error of a connection. For the parser, a request that is not HTTP is an
/// error, and so is everything after it, but it must be answered only once.
final class FirstError: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  private var hasFailed = false

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !hasFailed else { return }
    hasFailed = true
    context.fireErrorCaught(error)
  }
}
