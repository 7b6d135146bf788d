import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A proxy that cuts connections to a server after a number of bytes.
final class DyingProxy: Sendable {
  let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var isClosed = false
    var hasCut = false
    /// The bytes that may still pass, summed over all connections, so that protocols with several
    /// requests are cut as well.
    var left: [Direction: Int] = [:]
  }

  private enum Direction { case up, down }

  /// - Parameters:
  ///   - up: The bytes that clients may send; nil for any number.
  ///   - down: The bytes that clients may receive; nil for any number.
  init(to server: UInt16, afterBytesUp up: Int? = nil, afterBytesDown down: Int? = nil) throws {
    (listener, port) = try Loopback.listen(backlog: 64)
    state.withLock { $0.left = [.up: up ?? .max, .down: down ?? .max] }
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 || state.withLock({ $0.isClosed }) { break }
        guard let upstream = Loopback.connect(to: server) else {
          close(client)
          continue
        }
        // Each direction closes its own descriptors when it is done.
        pass(from: client, to: upstream, .up)
        pass(from: dup(upstream), to: dup(client), .down)
      }
      close(listener)
    }
  }

  /// Whether a connection was cut.
  var hasCut: Bool { state.withLock { $0.hasCut } }

  /// Ends the thread that accepts connections. Until then, the thread retains this object.
  func stop() {
    state.withLock { $0.isClosed = true }
    if let knock = Loopback.connect(to: port) { close(knock) }
  }

  /// Forwards data in one direction until it ends or the limit is reached.
  private func pass(from source: Int32, to target: Int32, _ direction: Direction) {
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(source, &buffer, buffer.count)
        guard count > 0 else { break }
        let isOver = state.withLock { state in
          state.left[direction, default: 0] -= count
          if state.left[direction, default: 0] < 0 { state.hasCut = true }
          return state.left[direction, default: 0] < 0
        }
        if isOver || send(target, buffer, count, Int32(MSG_NOSIGNAL)) < count { break }
      }
      // This closes the connection for the other direction too.
      for descriptor in [source, target] {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
      }
    }
  }
}
