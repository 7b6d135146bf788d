import NIOCore

/// Passes on only the first error of a connection. A request that is no HTTP is an error for the
/// parser, and so is what follows it; it must be answered once.
final class FirstError: ChannelInboundHandler {
  typealias InboundIn = NIOAny

  private var hasFailed = false

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !hasFailed else { return }
    hasFailed = true
    context.fireErrorCaught(error)
  }
}
